import { describe, expect, it } from 'vitest';
import { Float } from '#engine';
import { node as first } from './assigner-v1.ts';
import { node as second } from './assigner-v2.ts';
import { fakeNode, type Pool, runNode } from './testing/fake-context.ts';

const pool: Pool = {
  conversation: {
    text: 'old',
    count: 3,
    ratio: 1.5,
    flag: true,
    map: { a: 1 },
    names: ['x', 'y'],
    numbers: [1, 2],
    none: [],
  },
  node: { text: 'new', n: 4, list: ['z'], nothing: null, map: { b: 2 }, flag: false },
};
const types = {
  'conversation.count': 'number',
  'conversation.ratio': 'number',
  'conversation.names': 'array[string]',
  'conversation.numbers': 'array[number]',
  'conversation.none': 'array[string]',
};

interface Item {
  readonly target: string;
  readonly operation: string;
  readonly from?: readonly string[];
  readonly value?: unknown;
}

function item({ target, operation, from, value }: Item): Record<string, unknown> {
  return {
    variable_selector: ['conversation', target],
    operation,
    input_type: from === undefined ? 'constant' : 'variable',
    value: from ?? value ?? null,
  };
}

async function assign(...items: readonly Item[]): Promise<Record<string, unknown>> {
  const result = await runNode(second, { items: items.map(item) }, pool, { types });
  expect(result.outputs).toEqual({});
  return Object.fromEntries((result.updates ?? []).map(({ selector, value }) => [selector[1], value]));
}

const text = ['node', 'text'];

describe('assigner 2', () => {
  it.each<[Item, unknown]>([
    [{ target: 'text', operation: 'over-write', from: text }, 'new'],
    [{ target: 'text', operation: 'over-write', value: 'typed' }, 'typed'],
    [{ target: 'text', operation: 'set', value: 'typed' }, 'typed'],
    [{ target: 'flag', operation: 'set', value: false }, false],
    [{ target: 'map', operation: 'set', value: '{"c": 1.0}' }, { c: new Float(1) }],
    [{ target: 'map', operation: 'set', value: { d: 1 } }, { d: 1 }],
    [{ target: 'text', operation: 'clear' }, ''],
    [{ target: 'count', operation: 'clear' }, 0],
    [{ target: 'flag', operation: 'clear' }, false],
    [{ target: 'map', operation: 'clear' }, {}],
    [{ target: 'names', operation: 'clear' }, []],
    [{ target: 'count', operation: '+=', value: 2 }, 5],
    [{ target: 'count', operation: '-=', value: 5 }, -2],
    [{ target: 'count', operation: '*=', value: 2 }, 6],
    [{ target: 'count', operation: '/=', value: 2 }, 1.5],
    [{ target: 'count', operation: '/=', value: 3 }, new Float(1)],
    [{ target: 'count', operation: '+=', value: new Float(1) }, new Float(4)],
    [{ target: 'ratio', operation: '+=', value: 1 }, 2.5],
    [{ target: 'ratio', operation: '*=', value: 2 }, new Float(3)],
    [{ target: 'names', operation: 'append', from: text }, ['x', 'y', 'new']],
    [{ target: 'names', operation: 'extend', from: ['node', 'list'] }, ['x', 'y', 'z']],
    [{ target: 'names', operation: 'over-write', from: ['node', 'list'] }, ['z']],
    [{ target: 'names', operation: 'remove-first' }, ['y']],
    [{ target: 'names', operation: 'remove-last' }, ['x']],
    [{ target: 'none', operation: 'remove-first' }, []],
    [{ target: 'none', operation: 'remove-last' }, []],
  ])('%j', async (given, expected) => {
    expect((await assign(given))[given.target]).toEqual(expected);
  });

  it('keeps integers beyond 2^53 exact', async () => {
    const given: Item = { target: 'count', operation: '+=', value: 9007199254740991 };
    expect(await assign(given)).toEqual({ count: 9007199254740994n });
  });

  it('skips an item whose source is null', async () => {
    expect(await assign({ target: 'text', operation: 'over-write', from: ['node', 'nothing'] })).toEqual({});
  });

  it('lets later items see earlier results, and updates each variable once', async () => {
    expect(
      await assign(
        { target: 'count', operation: '+=', value: 1 },
        { target: 'count', operation: '*=', value: 10 },
        { target: 'numbers', operation: 'append', from: ['conversation', 'count'] },
        { target: 'map', operation: 'set', value: { deep: 'v' } },
        { target: 'text', operation: 'over-write', from: ['conversation', 'map', 'deep'] },
      ),
    ).toEqual({ count: 40, numbers: [1, 2, 40], map: { deep: 'v' }, text: 'v' });
  });

  it('changes nothing it was given', async () => {
    await assign({ target: 'names', operation: 'append', from: text }, { target: 'names', operation: 'remove-first' });
    expect(pool.conversation?.names).toEqual(['x', 'y']);
  });

  it.each<[Item, string, string]>([
    [{ target: 'unknown', operation: 'clear' }, 'VariableNotFoundError', 'conversation.unknown not found'],
    [{ target: 'text', operation: 'over-write', from: ['no', 'where'] }, 'VariableNotFoundError', 'no.where not found'],
    [{ target: 'text', operation: '+=', value: 1 }, 'OperationNotSupportedError', 'not supported for type string'],
    [{ target: 'text', operation: 'append', from: text }, 'OperationNotSupportedError', 'append'],
    [{ target: 'names', operation: 'set', value: [] }, 'OperationNotSupportedError', 'set'],
    [{ target: 'text', operation: 'shout', value: 'x' }, 'OperationNotSupportedError', 'shout'],
    [{ target: 'count', operation: '+=', from: ['node', 'n'] }, 'InputTypeNotSupportedError', 'variable'],
    [{ target: 'names', operation: 'over-write', value: ['a'] }, 'InputTypeNotSupportedError', 'constant'],
    [{ target: 'names', operation: 'append', value: 'a' }, 'InputTypeNotSupportedError', 'constant'],
    [{ target: 'count', operation: '/=', value: 0 }, 'InvalidInputValueError', 'a number other than 0'],
    [{ target: 'count', operation: '/=', value: new Float(0) }, 'InvalidInputValueError', '/='],
    [
      { target: 'count', operation: '+=', value: '1' },
      'InvalidInputValueError',
      'takes a number, and was given a text',
    ],
    [
      { target: 'count', operation: 'set', value: '5' },
      'InvalidInputValueError',
      'takes a number, and was given a text',
    ],
    [{ target: 'text', operation: 'over-write', from: ['node', 'n'] }, 'InvalidInputValueError', 'conversation.text'],
    [{ target: 'numbers', operation: 'append', from: text }, 'InvalidInputValueError', 'append'],
    [{ target: 'numbers', operation: 'extend', from: ['node', 'list'] }, 'InvalidInputValueError', 'extend'],
    [{ target: 'names', operation: 'extend', from: text }, 'InvalidInputValueError', 'extend'],
    [{ target: 'map', operation: 'set', value: '{broken' }, 'InvalidInputValueError', 'not JSON'],
    [{ target: 'map', operation: 'set', value: '[1]' }, 'InvalidInputValueError', 'set'],
  ])('refuses %j', async (given, type, message) => {
    const failure = assign({ target: 'count', operation: '+=', value: 1 }, given);
    await expect(failure).rejects.toMatchObject({ type, message: expect.stringContaining(message) });
  });

  it.each([
    ['sys', 'query'],
    ['env', 'token'],
    ['node', 'text'],
  ])('refuses to write %s.%s, which is read only, in either layout', async (...target) => {
    const given: Pool = { ...pool, sys: { query: 'Hi' }, env: { token: 'secret' } };
    const newer = { items: [{ variable_selector: target, operation: 'set', input_type: 'constant', value: 'x' }] };
    const older = { assigned_variable_selector: target, write_mode: 'over-write', input_variable_selector: text };
    const refusal = {
      type: 'VariableOperatorNodeError',
      message: `Variable ${target.join('.')} can't be assigned: only conversation and loop variables can`,
    };
    await expect(runNode(second, newer, given)).rejects.toMatchObject(refusal);
    await expect(runNode(first, older, given)).rejects.toMatchObject(refusal);
  });

  it('says what it writes, so that streams wait for it', () => {
    const data = { items: [item({ target: 'text', operation: 'clear' })] };
    expect(second.writes?.(second.compile(data, fakeNode(data)))).toEqual([['conversation', 'text']]);
  });

  it('refuses an item without a target when the graph is built', () => {
    expect(() => second.compile({ items: [{ operation: 'clear' }] }, fakeNode({}))).toThrow(
      'items[0].variable_selector',
    );
  });
});

describe('assigner 1', () => {
  const run = async (target: string, mode: string, source?: readonly string[]) => {
    const data = {
      assigned_variable_selector: ['conversation', target],
      write_mode: mode,
      input_variable_selector: source,
    };
    return (await runNode(first, data, pool, { types })).updates;
  };

  it('writes over, appends and clears', async () => {
    expect(await run('text', 'over-write', text)).toEqual([{ selector: ['conversation', 'text'], value: 'new' }]);
    expect(await run('names', 'append', text)).toEqual([
      { selector: ['conversation', 'names'], value: ['x', 'y', 'new'] },
    ]);
    expect(await run('names', 'clear')).toEqual([{ selector: ['conversation', 'names'], value: [] }]);
    expect(await run('text', 'over-write', ['node', 'nothing'])).toEqual([]);
  });

  it('fails without target, source or list', async () => {
    await expect(run('unknown', 'clear')).rejects.toMatchObject({ type: 'VariableNotFoundError' });
    await expect(run('text', 'over-write', ['no', 'where'])).rejects.toMatchObject({ type: 'VariableNotFoundError' });
    await expect(run('text', 'over-write')).rejects.toMatchObject({ type: 'VariableOperatorNodeError' });
    await expect(run('text', 'append', text)).rejects.toMatchObject({ type: 'VariableOperatorNodeError' });
  });
});
