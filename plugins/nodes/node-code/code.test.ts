import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Float, NodeError } from '#engine';
import { PlatformError } from '#kernel';
import { fakeContext, fakeNode } from '#plugins/node-flow/testing/fake-context.ts';
import type { SandboxRequest } from '#plugins/sandbox/contract.ts';
import {
  imageTimeout,
  prepareImage,
  startPython,
  startSandbox,
  type TestPython,
  type TestSandbox,
} from '#plugins/sandbox/testing/start-sandbox.ts';
import { node } from './code.ts';

let sandbox: TestSandbox;
let python: TestPython;
beforeAll(prepareImage, imageTimeout);
beforeAll(() => {
  sandbox = startSandbox();
  python = startPython();
});
afterAll(() => Promise.all([sandbox.close(), python.close()]));

type Pool = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Runs a code node against the real sandbox. */
async function run(
  data: Readonly<Record<string, unknown>>,
  pool: Pool = {},
  types: Readonly<Record<string, string>> = {},
) {
  const settings = { code_language: 'javascript', ...data };
  const call = (id: string, input: unknown) => {
    expect(id).toBe('sandbox.run');
    const request = input as SandboxRequest;
    const pool = request.language === 'python3' ? python.sandbox : sandbox.sandbox;
    return pool.run(request, { workspaceId: 'w1', signal: new AbortController().signal });
  };
  return node.run(node.compile(settings, fakeNode(settings)), fakeContext(pool, { call, types }));
}

/** The outputs of a `main` with this body. */
async function outputs(body: string, declared: Readonly<Record<string, unknown>>): Promise<unknown> {
  return (await run({ code: `function main() { ${body} }`, outputs: declared })).outputs;
}

const type = (name: string, children: unknown = null) => ({ type: name, children });

describe('arguments', () => {
  const main = 'function main(args) { return { seen: JSON.stringify(args) } }';
  const seen = async (selector: unknown, pool: Pool, types = {}) => {
    const variables = [{ variable: 'x', value_selector: selector, value_type: 'string' }];
    const { outputs: result } = await run({ code: main, variables, outputs: { seen: type('string') } }, pool, types);
    return JSON.parse(String(result.seen)).x;
  };

  it('are one object, by name', async () => {
    expect(await seen(['a', 'b'], { a: { b: { deep: [1, 'x'] } } })).toEqual({ deep: [1, 'x'] });
    expect(await seen(['a', 'b', 'deep'], { a: { b: { deep: 5 } } })).toBe(5);
  });

  it('are null when the selector finds nothing', async () => {
    expect(await seen(['a', 'gone'], {})).toBeNull();
    expect(await seen([], {})).toBeNull();
    expect(await seen(null, {})).toBeNull();
  });

  it('pass files as mappings, and an empty list of files as null', async () => {
    const file = { dify_model_identity: '__dify__file__', filename: 'a.txt', size: 3 };
    expect(await seen(['a', 'f'], { a: { f: [file] } })).toEqual([file]);
    expect(await seen(['a', 'f'], { a: { f: [] } }, { 'a.f': 'array[file]' })).toBeNull();
    expect(await seen(['a', 'f'], { a: { f: [] } })).toEqual([]);
  });

  it('are recorded as the inputs of the node', async () => {
    const variables = [{ variable: 'x', value_selector: ['a', 'n'] }];
    const result = await run({ code: main, variables, outputs: { seen: type('string') } }, { a: { n: new Float(1) } });
    expect(result.inputs).toEqual({ x: new Float(1) });
  });
});

describe('trap 20: code: outputs', () => {
  it.each([
    ['string', '"text"', 'text'],
    ['string', '"a\\u0000b"', 'ab'],
    ['String', '"any case of the type"', 'any case of the type'],
    ['number', '5', 5],
    ['number', '2.5', 2.5],
    ['number', 'true', 1],
    ['number', 'false', 0],
    ['boolean', 'false', false],
    ['object', '{ free: [1, { deep: null }] }', { free: [1, { deep: null }] }],
    ['array[string]', '["a", "b"]', ['a', 'b']],
    ['array[number]', '[1, 2.5, true]', [1, 2.5, 1]],
    ['array[boolean]', '[true]', [true]],
    ['array[object]', '[{ a: 1 }, null]', [{ a: 1 }, null]],
    ['array[string]', '[]', []],
    ['string', 'null', null],
    ['array[number]', 'null', null],
    ['object', 'null', null],
  ])('of type %s accept %s', async (name, value, expected) => {
    expect(await outputs(`return { x: ${value} }`, { x: type(name) })).toEqual({ x: expected });
  });

  it.each([
    ['string', '5', 'Output x must be a string, got a number'],
    ['number', '"5"', 'Output x must be a number, got a string'],
    ['number', '9223372036854775808', 'out of range'],
    ['number', '-1e300', 'out of range'],
    ['number', '1e-30', 'more than 20 digits'],
    ['boolean', '1', 'must be a boolean'],
    ['object', '[]', 'must be an object, got an array'],
    ['object', '"{}"', 'must be an object'],
    ['array[string]', '"a"', 'must be an array'],
    ['array[string]', '["a", 1]', 'Output x[1] must be a string'],
    ['array[string]', '["a", null]', 'must be an array of strings'],
    ['array[number]', '[1, "2"]', 'Output x[1] must be a number'],
    ['array[boolean]', '[0]', 'Output x[0] must be a boolean'],
    ['array[object]', '[1]', 'Output x[0] must be an object'],
    ['array[string]', 'Array(1001).fill("a")', 'at most 1000 elements (WEFT_CODE_ITEMS)'],
    ['array[object]', 'Array(1001).fill({})', 'at most 1000 elements (WEFT_CODE_ITEMS)'],
    ['array[number]', 'Array(1001).fill(1)', 'at most 1000 elements (WEFT_CODE_ITEMS)'],
    ['array[boolean]', 'Array(1001).fill(true)', 'at most 1000 elements (WEFT_CODE_ITEMS)'],
    ['string', '"x".repeat(400001)', 'at most 400000 characters (WEFT_CODE_TEXT_CHARACTERS)'],
    ['object', '{ a: { s: "x".repeat(400001) } }', 'at most 400000 characters'],
    ['object', 'Array(21).fill().reduce((inner) => ({ inner }), 1)', 'Depth limit 20 reached (WEFT_CODE_DEPTH)'],
  ])('of type %s refuse %s', async (name, value, message) => {
    await expect(outputs(`return { x: ${value} }`, { x: type(name) })).rejects.toMatchObject({
      name: 'NodeError',
      type: 'OutputValidationError',
      code: 'node-code.invalid_output',
      message: expect.stringContaining(message),
    });
  });

  it('must all be there, and no others', async () => {
    await expect(outputs('return { a: 1 }', { a: type('number'), b: type('string') })).rejects.toThrow(
      'Output b is missing',
    );
    await expect(outputs('return { a: 1, c: 2 }', { a: type('number') })).rejects.toThrow('Output c is not declared');
    expect(await outputs('return {}', {})).toEqual({});
  });

  it('check the declared keys of objects, also in arrays', async () => {
    const declared = {
      user: type('object', { name: type('string'), tags: type('array[object]', { id: type('number') }) }),
    };
    const value = '{ user: { name: "Bo", tags: [{ id: 1 }, { id: true }] } }';
    expect(await outputs(`return ${value}`, declared)).toEqual({ user: { name: 'Bo', tags: [{ id: 1 }, { id: 1 }] } });
    await expect(outputs('return { user: { name: 5, tags: [] } }', declared)).rejects.toThrow(
      'Output user.name must be',
    );
    await expect(outputs('return { user: { name: "a" } }', declared)).rejects.toThrow('Output user.tags is missing');
    await expect(outputs('return { user: { name: "a", tags: [{ id: "1" }] } }', declared)).rejects.toThrow(
      'Output user.tags[0].id must be a number',
    );
    await expect(outputs('return { user: { name: "a", tags: [], more: 1 } }', declared)).rejects.toThrow(
      'Output user.more is not declared',
    );
  });

  it.each([['5'], ['"text"'], ['[1]'], ['null']])('refuse a main that returns %s', async (value) => {
    await expect(outputs(`return ${value}`, {})).rejects.toMatchObject({ type: 'OutputValidationError' });
  });

  it('pollute no prototype', async () => {
    const declared = { x: type('object') };
    const result = await outputs(`return JSON.parse('{"x": {"__proto__": {"polluted": 1}}}')`, declared);
    expect(JSON.stringify(result)).toBe('{"x":{"__proto__":{"polluted":1}}}');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('keep integers beyond 2^53 only as far as JavaScript does', async () => {
    expect(await outputs('return { x: 2 ** 53 + 2 }', { x: type('number') })).toEqual({ x: 9007199254740994n });
  });
});

describe('failures', () => {
  it.each([
    ['function main() { throw new TypeError("no luck") }', 'TypeError: no luck (line 1)'],
    ['function main() {\n  return missing\n}', "'missing' is not defined (line 2)"],
    ['function main( {', 'SyntaxError'],
    ['const x = 1', 'no function named main'],
  ])('of %j are errors of the code', async (code, message) => {
    await expect(run({ code, outputs: {} })).rejects.toMatchObject({
      name: 'NodeError',
      type: 'CodeNodeError',
      code: 'node-code.code_failed',
      message: expect.stringContaining(message),
      details: { inputs: {} },
    });
  });

  it('at a limit say which one', async () => {
    const patient = sandbox;
    sandbox = startSandbox({ timeMs: 500 });
    const failing = run({ code: 'function main() { for (;;); }' }).finally(() => sandbox.close());
    await expect(failing).rejects.toMatchObject({
      type: 'CodeNodeError',
      code: 'node-code.limit_exceeded',
      message: 'Timeout: the code ran longer than 0.5 s and was stopped (WEFT_SANDBOX_TIME_MS)',
    });
    sandbox = patient;
  });

  it('of a full sandbox keep their code', async () => {
    const settings = { code_language: 'javascript', code: '' };
    const busy = fakeContext(
      {},
      { call: () => Promise.reject(new PlatformError('unavailable', 'sandbox.busy', 'full')) },
    );
    await expect(node.run(node.compile(settings, fakeNode(settings)), busy)).rejects.toMatchObject({
      type: 'CodeNodeError',
      code: 'sandbox.busy',
    });
  });

  it('of unknown languages come at run, not when the graph is built', async () => {
    const settings = { code_language: 'ruby', code: 'def main(): return {}', outputs: { x: type('string') } };
    const compiled = node.compile(settings, fakeNode(settings));
    const failure = await Promise.resolve(node.run(compiled, fakeContext({}))).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(NodeError);
    expect(failure).toMatchObject({ type: 'CodeNodeError', code: 'node-code.language_unavailable' });
  });
});

describe('what the code prints', () => {
  const declared = { outputs: { x: type('number') } };

  it.each([
    ['javascript', 'function main() { console.log("one", 1); console.log("two"); return { x: 1 } }'],
    ['python3', 'def main():\n  print("one", 1)\n  print("two")\n  return {"x": 1}'],
  ])('in %s is kept as process data and nowhere else', async (code_language, code) => {
    const result = await run({ code_language, code, ...declared });
    expect(result).toEqual({ outputs: { x: 1 }, inputs: {}, processData: { logs: ['one 1', 'two'] } });
  });

  it.each([
    ['javascript', 'function main() { console.log("near the end"); throw new Error("no") }'],
    ['javascript', 'function main() { console.log("near the end"); return { y: 1 } }'],
    ['python3', 'def main():\n  print("near the end")\n  raise ValueError("no")'],
    ['python3', 'def main():\n  print("near the end")\n  return {"y": 1}'],
  ])('in %s is kept when the node fails', async (code_language, code) => {
    await expect(run({ code_language, code, ...declared })).rejects.toMatchObject({
      details: { inputs: {}, processData: { logs: ['near the end'] } },
    });
  });
});

describe('Python', () => {
  const python3 = (code: string, declared: Readonly<Record<string, unknown>>, pool: Pool = {}) =>
    run(
      { code_language: 'python3', code, outputs: declared, variables: [{ variable: 'x', value_selector: ['a', 'x'] }] },
      pool,
    );

  it.each<[unknown, string, unknown]>([
    [3, 'int', 3],
    [new Float(3), 'float', new Float(3)],
    [2.5, 'float', 2.5],
    [9007199254740993n, 'int', 9007199254740993n],
    [true, 'bool', 1],
  ])('gets and gives %s as it is', async (value, kind, expected) => {
    const code = 'def main(x): return {"kind": type(x).__name__, "x": x}';
    const result = await python3(code, { kind: type('string'), x: type('number') }, { a: { x: value } });
    expect(result.outputs).toEqual({ kind, x: expected });
  });

  it.each([
    ['1 << 63', 'out of range'],
    ['10 ** 400', 'out of range'],
    ['"5"', 'must be a number, got a string'],
    ['1e-30', 'more than 20 digits'],
  ])('is refused %s for a number', async (value, message) => {
    await expect(python3(`def main(x): return {"n": ${value}}`, { n: type('number') })).rejects.toMatchObject({
      type: 'OutputValidationError',
      message: expect.stringContaining(message),
    });
  });

  it('is the language where a document names none', async () => {
    const settings = { code_language: null, code: 'def main(): return {"x": 1 + 1}', outputs: { x: type('number') } };
    expect((await run(settings)).outputs).toEqual({ x: 2 });
  });

  it('says what is missing or more in its outputs', async () => {
    await expect(python3('def main(x): return {}', { a: type('string') })).rejects.toThrow('Output a is missing');
    await expect(python3('def main(x): return {"b": 1}', {})).rejects.toThrow('Output b is not declared');
    await expect(python3('def main(x): return [1]', {})).rejects.toThrow('main must return an object');
  });
});

describe('settings', () => {
  it.each([
    [{ x: { type: 'text' } }, 'outputs.x.type: must be one of string'],
    [{ x: { type: 'object', children: { y: { type: 'what' } } } }, 'outputs.x.children.y.type'],
    [{ x: null }, 'outputs.x.type'],
    [['x'], 'outputs: must be a mapping'],
  ])('with outputs %j are refused when the graph is built', (declared, message) => {
    expect(() => node.compile({ outputs: declared }, { ...fakeNode({}), title: 'Sum' })).toThrow(
      `Node Sum (node), ${message}`,
    );
  });
});
