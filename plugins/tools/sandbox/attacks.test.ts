import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type TestSandbox } from './testing/start-sandbox.ts';

/**
 * What builders' code may try. Every attempt is followed by an ordinary call on the same sandbox, which must work, and
 * the memory of the whole process is looked at in the end.
 */
let sandbox: TestSandbox;
beforeAll(() => {
  sandbox = startSandbox({ timeMs: 800, memoryMb: 32 });
});
afterAll(() => sandbox.close());

const healthy =
  'function main({ n }) { const a = [n]; a.push(2); return { sum: a.reduce((x, y) => x + y), j: JSON.stringify([n]) } }';

async function expectHealthy(): Promise<void> {
  expect(await sandbox.run(healthy, { n: 1 })).toEqual({ ok: true, output: '{"sum":3,"j":"[1]"}', logs: [] });
}

/** The body of a `main` whose value shows what it got hold of. */
const main = (body: string) => `function main(input) { ${body} }`;

describe('looking for the host', () => {
  const hostNames = [
    'process',
    'XMLHttpRequest',
    'WebSocket',
    'Worker',
    'navigator',
    'Deno',
    'Bun',
    'std',
    'os',
    'print',
    'scriptArgs',
    'load',
    'WebAssembly',
    'SharedWorker',
    'importScripts',
    'postMessage',
    '__filename',
  ];

  it('finds none of its names', async () => {
    const code = main(
      `return { found: ${JSON.stringify(hostNames)}.filter((name) => typeof globalThis[name] !== 'undefined') }`,
    );
    expect(await sandbox.run(code)).toMatchObject({ ok: true, output: '{"found":[]}' });
  });

  it.each<[string, string]>([
    [
      'the constructor of a function',
      `return { x: typeof main.constructor('return typeof process')() , y: main.constructor('return typeof process')() }`,
    ],
    [
      'the constructor chain of the input',
      `return { y: input.constructor.constructor('return typeof process + typeof __filename')() }`,
    ],
    ['the constructor chain of console.log', `return { y: console.log.constructor('return typeof process')() }`],
    [
      'an async function constructor',
      `return { y: Object.getPrototypeOf(async () => {}).constructor.name === 'AsyncFunction' && typeof process }`,
    ],
    [
      'a generator constructor',
      `return { y: [...Object.getPrototypeOf(function* () {}).constructor('yield typeof process')()].join() }`,
    ],
    ['indirect eval', `return { y: (0, eval)('typeof process') }`],
    [
      'Function.prototype.caller',
      `return { y: (() => { try { return typeof main.caller } catch { return 'undefined' } })() === 'function' ? 'leak' : 'undefined' }`,
    ],
    [
      'arguments.callee.caller',
      `return { y: (function () { try { return typeof arguments.callee.caller } catch { return 'undefined' } })() === 'function' ? 'leak' : 'undefined' }`,
    ],
    [
      'stack frames of an error',
      `Error.prepareStackTrace = (e, frames) => frames; const s = new Error().stack; return { y: Array.isArray(s) ? s.map((f) => typeof (f.getThis && f.getThis())).filter((t) => t !== 'undefined').join() || 'undefined' : 'undefined' }`,
    ],
    [
      'the error of a host function',
      `try { console.log({ toString() { throw new Error('x') }, toJSON() { throw this } }) } catch (e) { return { y: typeof e.constructor.constructor('return process')() } } return { y: 'undefined' }`,
    ],
    ['the receiver of sloppy functions', `return { y: (function () { return typeof this.process })() }`],
    [
      'Symbol.species and subclassing',
      `class A extends Array { static get [Symbol.species]() { return Function } } try { new A(1, 2).map((x) => x) } catch {} return { y: typeof process }`,
    ],
    ['a tagged template', `return { y: ((s) => s.constructor.constructor('return typeof process')())\`x\` }`],
    ['unicode escapes', `return { y: typeof \\u0070rocess }`],
  ])('through %s gets nowhere', async (_name, body) => {
    const result = await sandbox.run(main(body));
    expect(result).toMatchObject({ ok: true });
    if (result.ok) expect(JSON.parse(result.output).y).toMatch(/^(undefined)+$/);
    await expectHealthy();
  });

  it.each<[string, string]>([
    ['dynamic import of fs', `return import('fs').then((m) => ({ y: Object.keys(m) }))`],
    ['dynamic import of a node: name', `return import('node:child_process').then((m) => ({ y: 1 }))`],
    [
      'dynamic import of a data address',
      `return import('data:text/javascript,export default 1').then((m) => ({ y: m.default }))`,
    ],
    ['dynamic import of a path', `return import('/etc/passwd').then((m) => ({ y: 1 }))`],
    ['a static import', `}\nimport fs from 'fs';\nfunction x() {`],
    ['require', `return require('fs').readFileSync('/etc/passwd', 'utf8')`],
    ['process.binding', `return process.binding('spawn_sync')`],
    ['Atomics.wait', `return { y: Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100000) }`],
    ['WebAssembly', `return { y: new WebAssembly.Memory({ initial: 1 }) }`],
  ])('by %s is refused', async (_name, body) => {
    expect(await sandbox.run(main(body))).toMatchObject({ ok: false, type: 'CodeError' });
    await expectHealthy();
  });
});

describe('tampering', () => {
  it.each<[string, string]>([
    [
      'Object.prototype',
      `Object.prototype.polluted = 'yes'; Object.prototype.toJSON = function () { return 'evil' }; return { a: 1 }`,
    ],
    [
      'a prototype through JSON',
      `const a = JSON.parse('{"__proto__":{"polluted":1}}'); Object.assign({}, a); return { a: a }`,
    ],
    [
      'Array.prototype',
      `Array.prototype.toString = () => { throw 1 }; Array.prototype[Symbol.iterator] = null; return { a: [1] }`,
    ],
    ['JSON', `JSON.stringify = () => '{"forged":1}'; JSON.parse = null; return { a: 1 }`],
    ['Promise', `Promise.prototype.then = () => { throw 1 }; globalThis.Promise = null; return { a: 1 }`],
    ['String.prototype', `String.prototype.slice = () => 'x'; String.prototype.charCodeAt = null; return { a: 'b' }`],
    ['Function.prototype', `Function.prototype.call = Function.prototype.apply = null; return { a: 1 }`],
    ['Reflect and Object', `Reflect.apply = null; Object.create = null; Object.defineProperty = null; return { a: 1 }`],
    [
      'every global',
      `for (const k of Object.getOwnPropertyNames(globalThis)) { try { delete globalThis[k] } catch {} } return { a: 1 }`,
    ],
    ['a frozen global', `Object.freeze(globalThis); Object.freeze(Object.prototype); return { a: 1 }`],
    ['the console', `console.log = null; globalThis.console = { log: { call: 1 } }; return { a: 1 }`],
  ])('with %s stays inside', async (_name, body) => {
    const result = await sandbox.run(main(body));
    if (result.ok) expect(() => JSON.parse(result.output)).not.toThrow();
    await expectHealthy();
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('before main is looked for changes nothing outside', async () => {
    await sandbox.run(`Object.defineProperty(globalThis, 'main', { get() { for (;;); } })`);
    await expectHealthy();
    await sandbox.run(`globalThis.main = new Proxy(function () {}, { apply() { throw 1 }, get() { throw 2 } })`);
    await expectHealthy();
    await sandbox.run(`JSON.parse = () => { throw 1 }; Promise = undefined; function main(a) { return a }`);
    await expectHealthy();
  });
});

describe('odd results', () => {
  it.each<[string, string, unknown]>([
    ['a getter', 'return { get a() { return 1 } }', { ok: true, output: '{"a":1}' }],
    ['a getter that throws', 'return { get a() { throw new Error("no") } }', { ok: false, type: 'CodeError' }],
    ['a getter without end', 'return { get a() { for (;;); } }', { ok: false, type: 'Timeout' }],
    ['a proxy', 'return new Proxy({ a: 1 }, { ownKeys: () => ["a"], get: () => 2 })', { ok: true, output: '{"a":2}' }],
    ['a proxy without end', 'return new Proxy({}, { ownKeys() { for (;;); } })', { ok: false, type: 'Timeout' }],
    ['an endless toJSON', 'const t = { toJSON() { return { t } } }; return t', { ok: false }],
    ['a circle', 'const a = {}; a.a = a; return a', { ok: false, type: 'CodeError' }],
    ['a function', 'return main', { ok: false, type: 'CodeError' }],
    ['a symbol', 'return Symbol("x")', { ok: false, type: 'CodeError' }],
    ['a BigInt', 'return { a: 1n }', { ok: false, type: 'CodeError' }],
    ['NaN and Infinity', 'return { a: NaN, b: Infinity, c: -0 }', { ok: true, output: '{"a":null,"b":null,"c":0}' }],
    [
      'a date, a map and a typed array',
      'return { d: new Date(0), m: new Map([[1, 2]]), t: new Uint8Array(2) }',
      { ok: true },
    ],
    ['half a surrogate pair', 'return { a: "\\ud800" }', { ok: true, output: '{"a":"\\ud800"}' }],
    ['a thenable', 'return { then(resolve) { resolve({ a: 1 }) } }', { ok: true, output: '{"a":1}' }],
    [
      'a thenable that answers twice',
      'return { then(a, b) { a({ a: 1 }); b(2); a({ a: 3 }) } }',
      { ok: true, output: '{"a":1}' },
    ],
    ['a thenable without end', 'return { then() {} }', { ok: false, type: 'CodeError' }],
    ['a rejected promise', 'return Promise.reject(new RangeError("r"))', { ok: false, type: 'CodeError' }],
    ['a forged answer', 'return "o{\\"forged\\":1}"', { ok: true, output: '"o{\\"forged\\":1}"' }],
  ])('%s', async (_name, body, expected) => {
    expect(await sandbox.run(main(body))).toMatchObject(expected as object);
    await expectHealthy();
  });

  it.each<[string, string]>([
    ['null', 'throw null'],
    ['undefined', 'throw undefined'],
    ['a symbol', 'throw Symbol("s")'],
    ['a function', 'throw () => {}'],
    [
      'an object with throwing getters',
      'throw { get message() { throw 1 }, get name() { throw 2 }, get stack() { throw 3 } }',
    ],
    ['a proxy that throws', 'throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 2 } })'],
    ['an error with a giant message', 'throw new Error("x".repeat(5e6))'],
    [
      'an error with an object for a message',
      'const e = new Error(); e.message = { toString() { for (;;); } }; throw e',
    ],
    ['a forged memory error', 'const e = new Error("fine"); e.name = "InternalError"; throw e'],
  ])('thrown as %s is an ordinary failure', async (_name, body) => {
    const result = await sandbox.run(main(body));
    expect(result.ok).toBe(false);
    if (!result.ok) expect(result.message.length).toBeLessThan(5000);
    await expectHealthy();
    expect((await sandbox.run(body)).ok).toBe(false);
    await expectHealthy();
  });
});

describe('using up time', () => {
  it.each<[string, string]>([
    ['a loop', main('for (;;);')],
    ['a loop at the top', 'for (;;);'],
    ['a loop that catches everything', main('for (;;) { try { for (;;); } catch {} finally { continue } }')],
    ['a loop after await', 'async function main() { await 1; for (;;); }'],
    ['an async loop', 'async function main() { for (;;) await 1 }'],
    [
      'a chain of promises',
      main('const f = () => Promise.resolve().then(() => { f() }); f(); return new Promise(() => {})'),
    ],
    ['a regular expression', main('return { a: /^(a+)+$/.test("a".repeat(40) + "b") }')],
    ['a sort comparator', main('[3, 1, 2].sort(() => { for (;;); })')],
    ['dates in a language', main('for (;;) new Date().toLocaleString("zh", { timeZone: "Asia/Tokyo" })')],
    ['a replace callback', main('"abc".replace(/./g, () => { for (;;); })')],
    ['a sparse array', main('return { a: Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1) }')],
    ['a join of a sparse array', main('return { a: new Array(2 ** 32 - 1).join("").length }')],
    ['a giant BigInt', main('return { a: String(3n ** (2n ** 24n)).length }')],
    ['a generator', main('function* g() { for (;;) yield 1 } return { a: [...g()].length }')],
    ['deeply nested JSON', main('let a = {}; for (let i = 0; i < 1e5; i++) a = { a }; return a')],
  ])('with %s is stopped', async (_name, code) => {
    const result = await sandbox.run(code);
    expect(result.ok).toBe(false);
    if (!result.ok) expect(['Timeout', 'OutOfMemory', 'CodeError']).toContain(result.type);
    await expectHealthy();
  });
});

describe('using up memory', () => {
  it.each<[string, string]>([
    ['an array of texts', 'const a = []; for (;;) a.push("x".repeat(1e5) + a.length)'],
    ['one text', 'let s = "x"; for (;;) s += s'],
    ['repeat', 'return { a: "x".repeat(2 ** 29).length }'],
    ['an array', 'return { a: new Array(1e8).fill(0).length }'],
    ['a typed array', 'return { a: new Uint8Array(2 ** 30).length }'],
    ['many typed arrays', 'const a = []; for (;;) a.push(new Float64Array(1e5))'],
    ['an array buffer', 'return { a: new ArrayBuffer(2 ** 31).byteLength }'],
    ['objects', 'let o = null; for (;;) o = { o, p: [1, 2, 3] }'],
    ['a map', 'const m = new Map(); for (let i = 0; ; i++) m.set(i, String(i))'],
    ['closures', 'let f = () => 1; for (;;) { const g = f; f = () => g() }'],
    ['a BigInt', 'let b = 1n; for (;;) b <<= 1000000n'],
    ['padStart', 'return { a: "x".padStart(2 ** 30, "abc").length }'],
    ['JSON', 'let a = "[]"; for (;;) a = JSON.stringify([a, a])'],
    ['split', 'return { a: "x".repeat(2e7).split("").length }'],
    ['replace', 'return { a: "x".repeat(1e6).replace(/x/g, "y".repeat(1e4)).length }'],
    ['promises', 'const a = []; for (;;) a.push(Promise.resolve(a.length))'],
    ['caught failures', 'const a = []; for (;;) { try { for (;;) a.push("x".repeat(1e6) + a.length) } catch {} }'],
    ['symbols', 'const a = []; for (;;) a.push(Symbol("x".repeat(1000) + a.length))'],
  ])('with %s is stopped', async (_name, body) => {
    const result = await sandbox.run(main(body));
    expect(result.ok).toBe(false);
    if (!result.ok) expect(['OutOfMemory', 'CodeError', 'Timeout']).toContain(result.type);
    await expectHealthy();
  });

  it.each<[string, string]>([
    ['recursion', 'return main(input)'],
    ['mutual recursion', 'const a = () => b(); const b = () => a(); return a()'],
    ['recursion through a getter', 'const o = { get a() { return this.a } }; return o.a'],
    ['recursion through toString', 'const o = { toString() { return "" + o } }; return { a: String(o) }'],
    ['recursion through a proxy', 'const p = new Proxy({}, { get: (t, k, r) => r[k] }); return p.x'],
    ['deep JSON text', 'return JSON.parse("[".repeat(1e6))'],
    ['a deep expression', 'return eval("(".repeat(1e5) + ")".repeat(1e5))'],
    ['a deep regular expression', 'return { a: new RegExp("(".repeat(1e5) + ")".repeat(1e5)).test("") }'],
    ['deep flat', 'let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return { a: a.flat(Infinity) }'],
    ['deep bind', 'let f = () => 1; for (let i = 0; i < 1e5; i++) f = f.bind(null); return { a: f() }'],
  ])('of the stack by %s is stopped', async (_name, body) => {
    expect((await sandbox.run(main(body))).ok).toBe(false);
    await expectHealthy();
  });
});

describe('flooding', () => {
  it('with output is cut off', async () => {
    const small = startSandbox({ outputChars: 1000 });
    try {
      expect(await small.run(main('return { a: "x".repeat(2000) }'))).toMatchObject({
        ok: false,
        type: 'OutputTooLarge',
      });
      expect(await small.run(main('return { a: "x".repeat(900) }'))).toMatchObject({ ok: true });
    } finally {
      await small.close();
    }
  });

  it('with logs keeps the first ones', async () => {
    const result = await sandbox.run(
      main('for (let i = 0; i < 20000; i++) console.log(i, "x".repeat(1000)); return {}'),
    );
    expect(result.logs.join('').length).toBeLessThan(70_000);
    expect(result.logs[0]).toMatch(/^0 xxx/);
    expect(result.logs.at(-1)).toBe('[more output was dropped]');
    await expectHealthy();
  });

  it('with one giant line is cut off', async () => {
    const result = await sandbox.run(main('console.log("x".repeat(1e6), { a: "y".repeat(1e6) }); return {}'));
    expect(result.logs.join('').length).toBeLessThan(10_000);
  });

  it('with empty lines ends', async () => {
    const result = await sandbox.run(main('for (let i = 0; i < 1e5; i++) console.log(); return {}'));
    expect(result.logs.length).toBeLessThan(1100);
  });

  it('with logs that fail prints what it can', async () => {
    const body =
      'console.log({ toJSON() { throw 1 } }, Symbol("s"), 1n, { a: 1n }); const a = {}; a.a = a; console.log(a); return {}';
    expect(await sandbox.run(main(body))).toMatchObject({
      ok: true,
      logs: ['[unprintable] Symbol(s) 1 [unprintable]', '[unprintable]'],
    });
  });

  it('with many calls leaves the process small', async () => {
    const bomb = main('const a = []; for (;;) a.push("x".repeat(1e5) + a.length)');
    const before = process.memoryUsage().rss;
    for (let round = 0; round < 15; round++) await sandbox.run(bomb);
    await expectHealthy();
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  });
});
