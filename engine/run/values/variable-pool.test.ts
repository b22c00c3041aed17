import { describe, expect, it } from 'vitest';
import { Float } from './value.ts';
import { VariablePool } from './variable-pool.ts';

const file = {
  dify_model_identity: '__dify__file__',
  type: 'document',
  transfer_method: 'remote_url',
  filename: 'a.pdf',
  remote_url: 'http://x/a.pdf',
  size: 12,
  reference: 'r1',
};

function filled(): VariablePool {
  const pool = new VariablePool();
  pool.setAll('n', {
    text: 'abc',
    none: null,
    object: { a: { b: 1 }, list: [1] },
    list: [{ a: 1 }],
    file,
    one: new Float(1),
  });
  pool.set('start', 'sys.query', 'hi');
  return pool;
}

describe('selectors', () => {
  it.each<[string[], unknown]>([
    [['n', 'text'], 'abc'],
    [['n', 'none'], null],
    [['n', 'object', 'a', 'b'], 1],
    [['n', 'object', 'x'], undefined],
    [['n', 'object', 'toString'], undefined],
    [['n', 'object', 'list', '0'], undefined],
    [['n', 'list', '0'], undefined],
    [['n', 'text', 'length'], undefined],
    [['n', 'one', 'value'], undefined],
    [['n', 'file', 'name'], 'a.pdf'],
    [['n', 'file', 'url'], 'http://x/a.pdf'],
    [['n', 'file', 'size'], 12],
    [['n', 'file', 'related_id'], 'r1'],
    [['n', 'file', 'extension'], null],
    [['n', 'file', 'filename'], undefined],
    [['n', 'file', 'name', 'x'], undefined],
    [['start', 'sys.query'], 'hi'],
    [['start', 'sys', 'query'], undefined],
    [['n'], undefined],
    [[], undefined],
    [['ghost', 'x'], undefined],
  ])('trap 18: start node values: %j resolves as the specification says', (selector, value) => {
    expect(filled().get(selector)).toEqual(value);
  });

  it('tell the declared type before the actual one', () => {
    const pool = filled();
    pool.declare('n', 'text', 'secret');
    expect(pool.type(['n', 'text'])).toBe('secret');
    expect(pool.type(['n', 'object', 'a'])).toBe('object');
    expect(pool.type(['n', 'one'])).toBe('float');
    expect(pool.type(['n', 'ghost'])).toBeUndefined();
  });

  it('list names under a first part', () => {
    expect(filled().names('start')).toEqual(['sys.query']);
    expect(filled().names('ghost')).toEqual([]);
  });
});

describe('a copy', () => {
  it('keeps its own values, but shares conversation variables', () => {
    const pool = filled();
    pool.set('conversation', 'mood', 'calm');
    const copy = pool.copy();
    copy.set('n', 'text', 'changed');
    copy.set('conversation', 'mood', 'wild');
    pool.set('n', 'late', 1);
    expect(pool.get(['n', 'text'])).toBe('abc');
    expect(copy.get(['n', 'late'])).toBeUndefined();
    expect(pool.get(['conversation', 'mood'])).toBe('wild');
  });

  it('keeps what there was when it was made, however often that happens', () => {
    const pool = filled();
    const copies = Array.from({ length: 100 }, (_, round) => {
      pool.clear('n');
      pool.set('n', 'round', round);
      pool.set('m', `${round}`, round);
      const copy = pool.copy();
      const again = pool.copy();
      again.clear('m');
      again.set('n', 'text', 'changed');
      return { copy, again };
    });
    for (const [round, { copy, again }] of copies.entries()) {
      expect([copy.get(['n', 'round']), copy.get(['n', 'text']), copy.names('m').length]).toEqual([
        round,
        undefined,
        round + 1,
      ]);
      expect([again.get(['n', 'text']), again.names('m'), again.names('n')]).toEqual([
        'changed',
        [],
        ['round', 'text'],
      ]);
    }
    expect(pool.get(['start', 'sys.query'])).toBe(filled().get(['start', 'sys.query']));
  });

  it('shares conversation variables even when the first is written in it', () => {
    const pool = new VariablePool();
    pool.copy().set('conversation', 'mood', 'new');
    expect(pool.get(['conversation', 'mood'])).toBe('new');
  });
});
