import { describe, expect, it } from 'vitest';
import { fakeKind } from '#engine/testing/fake-nodes.ts';
import { type RunSketch, runInPlace } from '#engine/testing/run-in-place.ts';
import { SecretMask } from './secret-mask.ts';

const secret = 'p"ss w0rd/of+the=house';
const start = { type: 'start' };
const environment = [{ name: 'key', valueType: 'secret' as const, value: '' }];

/** What a called server may make of a header that it was sent. */
const shapes: Readonly<Record<string, string>> = {
  plain: `it was ${secret}.`,
  json: `body: ${JSON.stringify({ key: secret })}`,
  address: `/?key=${encodeURIComponent(secret)}&b`,
  form: `key=${encodeURIComponent(secret).replaceAll('%20', '+')}`,
  base64: Buffer.from(secret).toString('base64'),
  'basic authorization': `Basic ${Buffer.from(`ada:${secret}`).toString('base64')}`,
  'another alignment': Buffer.from(`:${secret}:`).toString('base64url'),
};

function pieces(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
}

describe('a secret that comes back', () => {
  it.each(Object.entries(shapes))('is masked in text told piece by piece: %s', async (_, text) => {
    for (const size of [1, 2, 3, 7, 1000]) {
      const { finished, events } = await runInPlace({
        environment,
        secrets: { key: secret },
        nodes: {
          start,
          llm: { type: 'work', tokens: pieces(text, size), every: 1, outputs: { text } },
          out: { type: 'answer', answer: '<{{#llm.text#}}>' },
        },
        edges: [
          ['start', 'llm'],
          ['llm', 'out'],
        ],
      });
      const told = events.flatMap((event) => (event.kind === 'chunk' ? event.deltas : [])).join('');
      expect(told).toContain('***');
      expect(told).toMatch(/^<.*>$/s);
      expect(finished.answer).toBe(told);
      for (const shown of [told, finished.outputs])
        expect(new SecretMask([{ name: 'key', value: secret }]).text(shown)).toBe(shown);
    }
  });

  it('is masked where it lies in texts of several sources', async () => {
    const { events, finished } = await runInPlace({
      environment,
      secrets: { key: 'one-two-three' },
      nodes: {
        start,
        a: { type: 'work', outputs: { text: 'one-' } },
        b: { type: 'work', outputs: { text: 'three, and one-' } },
        out: { type: 'answer', answer: '{{#a.text#}}two-{{#b.text#}}' },
      },
      edges: [
        ['start', 'a'],
        ['a', 'b'],
        ['b', 'out'],
      ],
    });
    expect(finished.answer).toBe('***, and one-');
    const chunks = events.flatMap((event) =>
      event.kind === 'chunk' ? [[event.selector?.[0], event.deltas.join('')]] : [],
    );
    expect(chunks).toEqual([
      ['a', '***'],
      ['b', ', and '],
      ['b', 'one-'],
    ]);
  });

  it('is masked in outputs, variables, sources and reasoning', async () => {
    const shows = fakeKind({
      compile: () => null,
      run: (_, { variables, cite, reason }) => {
        const value = String(variables.get(['env', 'key']));
        cite([{ content: value }]);
        for (const piece of pieces(value, 4)) reason(piece, false);
        reason('', true);
        return {
          outputs: { text: value, list: [{ [value]: value }] },
          updates: [{ selector: ['conversation', 'last'], value }],
        };
      },
    });
    const sketch: RunSketch = {
      environment,
      conversation: [{ name: 'last', valueType: 'string', value: '' }],
      secrets: { key: secret },
      kinds: { shows },
      nodes: {
        start,
        s: { type: 'shows' },
        out: { type: 'answer', answer: '{{#s.text#}} {{#s.list#}} {{#conversation.last#}}' },
      },
      edges: [
        ['start', 's'],
        ['s', 'out'],
      ],
    };
    for (const mode of ['advanced-chat', 'workflow'] as const) {
      const { events } = await runInPlace({ ...sketch, mode });
      expect(events.map(({ kind }) => kind)).toContain('variable-updated');
      expect(events.map(({ kind }) => kind)).toContain('citations');
      expect(JSON.stringify(events)).not.toMatch(/w0rd|house/);
    }
  });
});

describe('a masked text', () => {
  it('is the same however it is cut into pieces', () => {
    const mask = new SecretMask([
      { name: 'a', value: 'abab' },
      { name: 'b', value: 'ababcab' },
      { name: 'c', value: 'bcbcbc' },
    ]);
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    for (let round = 0; round < 2_000; round += 1) {
      const text = Array.from({ length: random(30) }, () => 'abc'[random(3)]).join('');
      const stream = mask.stream();
      let told = '';
      const write = (piece: string): void => {
        told += piece;
      };
      for (let at = 0; at < text.length; ) {
        const next = at + 1 + random(4);
        stream.add(text.slice(at, next), write);
        at = next;
      }
      stream.end(write);
      expect(told).toBe(mask.text(text));
    }
  });

  it('keeps words that are too short to be secrets', () => {
    expect(new SecretMask([{ name: 'a', value: 'a' }]).text('a banana')).toBe('a banana');
  });

  it('comes back from what stands for it, in each of its shapes', () => {
    const mask = new SecretMask([{ name: 'key', value: secret }]);
    const hidden = mask.hide(shapes);
    expect(hidden).not.toMatch(/w0rd|house/);
    expect(mask.reveal(JSON.parse(hidden))).toEqual(shapes);
  });
});
