import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type TestSandbox } from './testing/start-sandbox.ts';

/** What builders' code may try with the globals that are made when they are first named. */
let sandbox: TestSandbox;
beforeAll(() => {
  sandbox = startSandbox({ timeMs: 800, memoryMb: 32 });
});
afterAll(() => sandbox.close());

const healthy =
  'function main({ n }) { return { u: new URL("/x", "http://h").href, b: Buffer.from([n]).toString("hex"), d: new Date(0).toLocaleDateString("de") } }';

async function expectHealthy(): Promise<void> {
  expect(await sandbox.run(healthy, { n: 1 })).toEqual({
    ok: true,
    output: '{"u":"http://h/x","b":"01","d":"1.1.1970"}',
    logs: [],
  });
}

const main = (body: string) => `async function main(input) { ${body} }`;

describe('looking for the host', () => {
  it.each([
    'setTimeout',
    'new URL("http://h")',
    'new URLSearchParams("a=1")',
    'Buffer.from("x")',
    'Buffer.from("x").buffer',
    'new TextDecoder()',
    'new TextEncoder().encode("x")',
    'structuredClone({})',
    'crypto',
    'crypto.randomUUID',
    'crypto.getRandomValues(new Uint8Array(1))',
    'require',
    'require("crypto").createHash("md5")',
    'Intl',
    'new Intl.NumberFormat("en").resolvedOptions()',
    'Object.getOwnPropertyDescriptor(globalThis, "URL").get',
    'Object.getOwnPropertyDescriptor(globalThis, "URL").set',
    'performance',
    'global',
  ])('from %s gets nowhere', async (value) => {
    const code = main(`const found = ${value};
      const maker = typeof found === 'function' ? found.constructor : found.constructor.constructor;
      return { y: maker('return typeof process + typeof Deno')() }`);
    expect(await sandbox.run(code)).toMatchObject({ ok: true, output: '{"y":"undefinedundefined"}' });
    await expectHealthy();
  });

  it('through the tools of a library finds functions of texts only', async () => {
    // Whatever code puts under the feet of a library that is made afterwards, it gets no more than these.
    const code = `const stolen = [];
      const keep = (value) => { if (typeof value === 'function' || (value && typeof value === 'object')) stolen.push(value) };
      for (const owner of [Function.prototype, Object, Reflect, Array.prototype, String.prototype, JSON, Uint8Array.prototype, ArrayBuffer.prototype, Map.prototype, Object.prototype])
        for (const name of Object.getOwnPropertyNames(owner)) {
          const old = Object.getOwnPropertyDescriptor(owner, name);
          if (typeof old.value !== 'function' || !old.configurable || name === 'constructor') continue;
          const own = old.value;
          Object.defineProperty(owner, name, { configurable: true, writable: true, value: function (...args) { stolen.push(this, ...args); return Reflect_apply(own, this, args) } });
        }
      const Reflect_apply = Reflect.apply;
      async function main() {
        for (const make of [() => new URL('http://h'), () => Buffer.from('x').toString(), () => (1).toLocaleString(), () => crypto.randomUUID(), () => setTimeout(() => 1, 1), () => structuredClone({})]) { try { make() } catch {} }
        const hosts = stolen.filter((value) => typeof value === 'function' && /native code/.test(String(value))).map((value) => { try { return typeof value.constructor('return process')() } catch (e) { return e.name } });
        return { y: [...new Set(hosts)].filter((kind) => kind !== 'ReferenceError' && kind !== 'TypeError' && kind !== 'RangeError' && kind !== 'InternalError') };
      }`;
    const result = await sandbox.run(code);
    if (result.ok) expect(JSON.parse(result.output)).toEqual({ y: [] });
    await expectHealthy();
  });
});

describe('tampering', () => {
  it.each<[string, string]>([
    ['eval', 'globalThis.eval = () => ({ get URL() { throw 1 } }); return { a: new URL("http://h").href }'],
    [
      'ArrayBuffer.slice',
      'ArrayBuffer.prototype.slice = () => 5; return { a: new TextDecoder().decode(new Uint8Array(4)) }',
    ],
    [
      'ArrayBuffer.slice of an object',
      'ArrayBuffer.prototype.slice = () => ({ byteLength: 1e9 }); return { a: new TextDecoder().decode(new Uint8Array(4)) }',
    ],
    ['a moved buffer', 'const b = new Uint8Array(9); b.buffer.transfer?.(); return { a: new TextDecoder().decode(b) }'],
    [
      'byteLength',
      'Object.defineProperty(ArrayBuffer.prototype, "byteLength", { get: () => 1e9 }); return { a: new TextDecoder().decode(new Uint8Array(4)) }',
    ],
    ['JSON before a format', 'JSON.stringify = () => "{"; return { a: (1).toLocaleString() }'],
    [
      'a forged format',
      'JSON.stringify = () => \'{"kind":"date","locales":[{}],"options":{"timeZone":{"a":1},"__proto__":{"x":1}},"value":[1]}\'; return { a: (1).toLocaleString() }',
    ],
    ['a long format', 'return { a: (1).toLocaleString("en", { currency: "x".repeat(1e6) }) }'],
    ['a format of a giant number', 'return { a: (10n ** 100000n).toLocaleString() }'],
    ['options that throw', 'return { a: (1).toLocaleString("en", { get style() { throw 1 } }) }'],
    ['a locale that is an object', 'return { a: (1).toLocaleString({ toString() { throw 1 } }) }'],
    ['Date.now', 'Date.now = () => NaN; await new Promise((done) => setTimeout(done, 1)); return {}'],
    [
      'a timer whose time is an object',
      'await new Promise((done) => setTimeout(done, { valueOf() { throw 1 } })); return {}',
    ],
    [
      'Array.prototype.splice',
      'Array.prototype.splice = () => { throw 1 }; await new Promise((done) => setTimeout(done, 1)); return {}',
    ],
    ['a global that can not be set', 'Object.freeze(globalThis); URL = 1; return { a: typeof URL }'],
    ['an accessor of a prototype', 'Object.prototype.get = 1; Object.prototype.URL = 2; return { a: typeof URL }'],
    [
      'negative counts of chance',
      'Uint8Array.prototype.__defineGetter__("length", () => -5); return { a: crypto.randomUUID() }',
    ],
  ])('with %s stays inside', async (_name, body) => {
    const result = await sandbox.run(main(body));
    if (!result.ok) expect(['CodeError', 'Timeout', 'OutOfMemory']).toContain(result.type);
    await expectHealthy();
  });
});

describe('using up time', () => {
  it.each<[string, string]>([
    ['timers that start timers', 'const go = () => setTimeout(go, 0); go(); await new Promise(() => {})'],
    ['an interval', 'setInterval(() => {}, 0); await new Promise(() => {})'],
    ['a timer without end', 'setTimeout(() => { for (;;); }, 1); await new Promise(() => {})'],
    ['microtasks', 'const go = () => queueMicrotask(go); go(); await new Promise(() => {})'],
    ['a far timer', 'await new Promise((done) => setTimeout(done, 1e12))'],
    [
      'formats',
      'for (let i = 0; ; i++) (i + 0.5).toLocaleString("en", { minimumIntegerDigits: 1 + (i % 20), maximumFractionDigits: i % 20 })',
    ],
    ['addresses', 'for (;;) new URL("http://" + "a.".repeat(2000) + "/" + "../".repeat(2000))'],
    ['a clone of a proxy', 'structuredClone(new Proxy({}, { ownKeys() { for (;;); } }))'],
    [
      'digests',
      'const { createHash } = require("crypto"); for (;;) createHash("sha256").update("x".repeat(1e5)).digest()',
    ],
  ])('with %s is stopped', async (_name, body) => {
    expect(await sandbox.run(main(body))).toMatchObject({ ok: false, type: 'Timeout' });
    await expectHealthy();
  });

  it.each<[string, string]>([
    ['dots', '"http://" + "a.".repeat(2e5)'],
    ['numbers', '"http://" + "1.".repeat(2e5)'],
    ['colons', '"http://[" + ":0".repeat(2e5) + "]"'],
    ['an open bracket', '"http://[" + "[".repeat(2e5)'],
    ['at signs', '"http://" + "a@".repeat(2e5)'],
    ['other letters', '"http://" + "\u00fc".repeat(2e4)'],
    ['blanks', '"\t ".repeat(2e5)'],
    ['percents', '"http://h/?" + "%".repeat(2e5)'],
    ['a long scheme', '"a".repeat(2e5)'],
  ])('with an address full of %s ends', async (_name, address) => {
    const result = await sandbox.run(
      main(`try { return { a: new URL(${address}).href.length } } catch (e) { return { a: String(e && e.name) } }`),
    );
    if (!result.ok) expect(['Timeout', 'OutOfMemory']).toContain(result.type);
    await expectHealthy();
  });
});

describe('using up memory', () => {
  it.each<[string, string]>([
    ['a Buffer', 'return { a: Buffer.alloc(2 ** 30).length }'],
    ['Buffers', 'const a = []; for (;;) a.push(Buffer.from("x".repeat(1e5)))'],
    ['timers', 'for (let i = 0; ; i++) setTimeout(() => i, 1e6 - i)'],
    ['encoded text', 'const a = []; for (;;) a.push(new TextEncoder().encode("x".repeat(1e5)))'],
    ['a deep clone', 'let a = {}; for (let i = 0; i < 1e5; i++) a = { a }; return structuredClone(a)'],
    ['parameters', 'const p = new URLSearchParams(); for (let i = 0; ; i++) p.append("x".repeat(1000) + i, "y")'],
  ])('with %s is stopped', async (_name, body) => {
    expect((await sandbox.run(main(body))).ok).toBe(false);
    await expectHealthy();
  });

  it('is not what reading the same bytes again and again does', async () => {
    const code = main(
      'const b = Buffer.alloc(1e5, 97); let n = 0; for (let i = 0; i < 600; i++) n += b.toString().length; return { n }',
    );
    const patient = startSandbox({ timeMs: 20_000, memoryMb: 32 });
    try {
      expect(await patient.run(code)).toMatchObject({ ok: true, output: '{"n":60000000}' });
    } finally {
      await patient.close();
    }
  });

  it.each(['PluralRules', 'RelativeTimeFormat', 'DisplayNames', 'Segmenter'])(
    'of the server with %s without end does not work',
    async (kind) => {
      const before = process.memoryUsage().rss;
      const flood = main(
        `let i = 0; for (;;) new Intl.${kind}(['en', 'de', 'fr', 'zh'][i++ % 4], { type: '${kind === 'DisplayNames' ? 'region' : 'ordinal'}' })`,
      );
      for (let round = 0; round < 2; round++) expect(await sandbox.run(flood)).toMatchObject({ type: 'Timeout' });
      await expectHealthy();
      expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
    },
  );

  it.each([
    ['texts', 'Buffer.from("x".repeat(14e6), "utf16le")'],
    ['bytes', 'Buffer.alloc(12e6, 97).toString("hex")'],
    ['texts of NULs', 'Buffer.alloc(6e6).toString()'],
  ])('with %s that find no room leaves the interpreter as it was', async (_name, value) => {
    const patient = startSandbox({ timeMs: 20_000, memoryMb: 32 });
    try {
      const body = `let n = 0; for (let i = 0; i < 3; i++) try { ${value} } catch { n++ } return { n, a: JSON.parse('[1,2]').map((x) => x * 2), r: /b+/.exec('abb')[0] }`;
      expect(await patient.run(main(body))).toMatchObject({ ok: true, output: '{"n":3,"a":[2,4],"r":"bb"}' });
    } finally {
      await patient.close();
    }
  });

  it('of the server with requests stays within those a call may send', async () => {
    const body = `const all = []; for (let i = 0; i < 300; i++) all.push(fetch('http://h', { method: 'POST', body: 'x'.repeat(1e4) }).catch((error) => error.message));
      const count = {}; for (const each of await Promise.all(all)) count[each.slice(0, 20)] = (count[each.slice(0, 20)] ?? 0) + 1; return count`;
    expect(await sandbox.run(main(body))).toMatchObject({
      ok: true,
      output: '{"fetch failed: code o":100,"code may send 100 re":200}',
    });
  });

  it('of the server with formatters of many kinds does not work', async () => {
    const before = process.memoryUsage().rss;
    const flood =
      main(`const zones = ['Asia/Tokyo', 'UTC', 'Europe/Berlin']; const locales = ['en', 'de', 'fr', 'ja', 'ar', 'zh', 'ru'];
      for (let i = 0; ; i++) new Date(i).toLocaleString(locales[i % 7], { timeZone: zones[i % 3], year: 'numeric', fractionalSecondDigits: 1 + i % 3, hour12: i % 2 === 0 })`);
    for (let round = 0; round < 10; round++) expect(await sandbox.run(flood)).toMatchObject({ type: 'Timeout' });
    await expectHealthy();
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  });
});
