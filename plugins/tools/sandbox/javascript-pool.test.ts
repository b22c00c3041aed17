import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { SandboxResult } from './contract.ts';
import type { JavaScriptPool } from './javascript-pool.ts';
import { readRequest } from './read-request.ts';
import { startSandbox, type TestSandbox } from './testing/start-sandbox.ts';

const open: TestSandbox[] = [];
let usual: TestSandbox | undefined;
/** One of a test's own, where it asks for something; others share one, as calls do on a server. */
const start: typeof startSandbox = (...args) => {
  if (args.length === 0) {
    usual ??= startSandbox();
    return usual;
  }
  const made = startSandbox(...args);
  open.push(made);
  return made;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
});
afterAll(() => usual?.close());

const request = (code: string) => ({ language: 'javascript', code, input: '{}' }) as const;
const spin = 'function main() { for (;;); }';
const quick = 'function main() { return { ok: true } }';

function call(sandbox: JavaScriptPool, code: string, workspaceId: string, signal = new AbortController().signal) {
  return sandbox.run(request(code), { workspaceId, signal });
}

describe('a call', () => {
  it('answers with the JSON of what main returned and what it printed', async () => {
    const { run } = start();
    const code = `function main({ name }) {
      console.log('hello', name, { a: [1] }, undefined, null);
      console.error(new TypeError('oops'));
      return { greeting: 'hi ' + name, list: [1, 2.5, null, true], skipped: undefined };
    }`;
    expect(await run(code, { name: 'Bo' })).toEqual({
      ok: true,
      output: '{"greeting":"hi Bo","list":[1,2.5,null,true]}',
      logs: ['hello Bo {"a":[1]} undefined null', 'TypeError: oops'],
    });
  });

  it('prints texts whole, whatever is in them', async () => {
    const code = String.raw`function main() {
      for (const text of ['a\0b', '\0', '\u0001x', '\ufeffx', 'half \ud800', '']) console.log(text);
      return {};
    }`;
    const { logs } = await start().run(code);
    expect(logs).toEqual(['a\0b', '\0', '\u0001x', '\ufeffx', 'half \ud800', '']);
  });

  it('may be async', async () => {
    const { run } = start();
    const code = `const later = (x) => new Promise((resolve) => resolve(x));
      async function main(a) { const b = await later(a.n); return { n: b + await 1 } }`;
    expect(await run(code, { n: 1 })).toMatchObject({ ok: true, output: '{"n":2}' });
  });

  it.each([
    'const main = (a) => ({ n: a.n })',
    'var main = function (a) { return { n: a.n } }',
    'main = (a) => ({ n: a.n })',
    'function helper(a) { return { n: a.n } }\nfunction main(a) { return helper(a) }',
  ])('finds main in %j', async (code) => {
    expect(await start().run(code, { n: 7 })).toMatchObject({ ok: true, output: '{"n":7}' });
  });

  it('has what JavaScript has, and base64', async () => {
    const code = `function main() {
      return {
        text: 'äöü😀'.normalize('NFC').toUpperCase(), b: btoa('hi!'), a: atob('aGkh'),
        map: [...new Map([[1, 2]])], regex: 'a1b2'.replace(/\\d/g, '#'), date: new Date(0).toISOString(), big: String(2n ** 70n),
      };
    }`;
    const result = await start().run(code);
    expect(result.ok && JSON.parse(result.output)).toEqual({
      text: 'ÄÖÜ😀',
      b: 'aGkh',
      a: 'hi!',
      map: [[1, 2]],
      regex: 'a#b#',
      date: '1970-01-01T00:00:00.000Z',
      big: '1180591620717411303424',
    });
  });

  it.each([
    ['(1234567.891).toLocaleString()', '1,234,567.891'],
    ["(1234.5).toLocaleString('de-DE', { style: 'currency', currency: 'EUR' })", '1.234,50\u00a0€'],
    ['(2n ** 64n).toLocaleString()', '18,446,744,073,709,551,616'],
    ["new Date(0).toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai', hour12: false })", '1970/1/1 08:00:00'],
    ["new Date(0).toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric' })", 'January 1, 1970'],
    ["new Date(0).toLocaleTimeString('en-GB')", '00:00:00'],
    ['new Date(NaN).toLocaleString()', 'Invalid Date'],
    ["['b', 'a', 'B', 'é', 'f'].sort((x, y) => x.localeCompare(y)).join('')", 'abBéf'],
    ["['李', '王', '安'].sort(new Intl.Collator('zh').compare).join('')", '安李王'],
    ["Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(1 / 3)", '0.3'],
    ["new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo' }).format(new Date(0))", '1970-01-01'],
    ['new Intl.DateTimeFormat().resolvedOptions().timeZone', 'UTC'],
    ["(() => { try { (1).toLocaleString('no locale') } catch (error) { return error.name } })()", 'RangeError'],
    [
      "(() => { try { new Date().toLocaleString('en', { timeZone: 'x' }) } catch (error) { return error.name } })()",
      'RangeError',
    ],
    [
      "(() => { try { (1).toLocaleString('e'.repeat(1e5)) } catch (error) { return error.message } })()",
      'the value, the locales or the options are too long',
    ],
  ])('writes as languages do: %s', async (expression, text) => {
    const { run } = start();
    const answer = await run(`function main() { return ${expression} }`);
    expect(answer).toMatchObject({ ok: true, output: JSON.stringify(text) });
  });

  it('names the line of an error', async () => {
    const code = 'function main() {\n  const x = null;\n  return x.y;\n}';
    expect(await start().run(code)).toMatchObject({
      ok: false,
      type: 'CodeError',
      message: expect.stringMatching(/^TypeError: .*\(line 3\)$/),
    });
  });

  it('starts from nothing: no state is left by the call before', async () => {
    const { run } = start();
    await run('globalThis.left = 1; Array.prototype.push = null; function main() { return {} }');
    const code = 'function main() { const a = []; a.push(typeof left); return { a } }';
    expect(await run(code)).toMatchObject({ ok: true, output: '{"a":["undefined"]}' });
  });

  it('ends when its run does, running or waiting', async () => {
    const { sandbox } = start({ timeMs: 20_000 });
    const first = new AbortController();
    const second = new AbortController();
    const running = call(sandbox, spin, 'w', first.signal);
    const waiting = call(sandbox, quick, 'w', second.signal);
    second.abort();
    expect(await waiting).toMatchObject({ ok: false, type: 'Stopped' });
    first.abort();
    expect(await running).toMatchObject({ ok: false, type: 'Stopped' });
    expect(await call(sandbox, quick, 'w', first.signal)).toMatchObject({ ok: false, type: 'Stopped' });
    expect(await call(sandbox, quick, 'w')).toMatchObject({ ok: true });
  });
});

describe('threads', () => {
  it('that fail on their own are not taken for a failure of the code, and serve on', async () => {
    const { sandbox } = start({ memoryMb: Number.NaN });
    for (let round = 0; round < 2; round++) {
      await expect(call(sandbox, quick, 'w')).rejects.toMatchObject({
        kind: 'unavailable',
        code: 'sandbox.process_died',
        message: expect.stringContaining('ended unexpectedly'),
      });
    }
  });

  it('start with the first call and no more of them than calls', async () => {
    const { sandbox, run } = start({}, { threads: 4 });
    expect(sandbox.threads).toBe(0);
    await run(quick);
    await run(quick);
    expect(sandbox.threads).toBe(1);
    await Promise.all([run(quick), run(quick)]);
    expect(sandbox.threads).toBe(2);
  });

  it('end when they idle, but for one', async () => {
    // Long enough for none to end before the last one has answered, however busy the machine is.
    const { sandbox, run } = start({}, { threads: 3, idleMs: 2_000 });
    await Promise.all([run(quick), run(quick), run(quick)]);
    expect(sandbox.threads).toBe(3);
    await expect.poll(() => sandbox.threads).toBe(1);
    expect(await run(quick)).toMatchObject({ ok: true });
  });

  it('serve the workspace that waits before the one that floods', async () => {
    const { sandbox, run } = start({}, { threads: 2 });
    await run(quick);
    const order: string[] = [];
    const track = async (name: string, work: Promise<SandboxResult>) => {
      await work;
      order.push(name);
    };
    const slow = 'function main() { const end = Date.now() + 100; while (Date.now() < end); return {} }';
    const flood = Array.from({ length: 8 }, (_, index) => track(`a${index}`, call(sandbox, slow, 'a')));
    await track('b', call(sandbox, quick, 'b'));
    expect(order.length).toBeLessThan(5);
    await Promise.all(flood);
  });
});

describe('a full queue', () => {
  it('refuses with sandbox.busy, a workspace at half of it', async () => {
    const { sandbox } = start({ timeMs: 1500 }, { maxQueue: 4 });
    const accepted = [spin, quick, quick].map((code) => call(sandbox, code, 'a'));
    expect(() => call(sandbox, quick, 'a')).toThrow(
      expect.objectContaining({ code: 'sandbox.busy', kind: 'unavailable' }),
    );
    accepted.push(call(sandbox, quick, 'b'), call(sandbox, quick, 'b'));
    expect(() => call(sandbox, quick, 'c')).toThrow(expect.objectContaining({ code: 'sandbox.busy', retryAfter: 1 }));
    expect((await Promise.all(accepted)).map((result) => result.ok)).toEqual([false, true, true, true, true]);
  });

  it('is let go when the sandbox closes', async () => {
    const made = start({ timeMs: 20_000 });
    const calls = [call(made.sandbox, spin, 'a'), call(made.sandbox, quick, 'a')];
    await made.close();
    expect((await Promise.all(calls)).map((result) => !result.ok && result.type)).toEqual(['Stopped', 'Stopped']);
    expect(() => call(made.sandbox, quick, 'a')).toThrow('shutting down');
  });
});

describe('the host call', () => {
  it('takes only what the contract says', () => {
    expect(readRequest({ language: 'javascript', code: 'x', input: '{}', more: 1 })).toEqual(request('x'));
    for (const input of [
      null,
      undefined,
      5,
      {},
      { language: 'ruby', code: '', input: '' },
      { language: 'javascript', code: 1, input: '' },
    ]) {
      expect(() => readRequest(input)).toThrow(expect.objectContaining({ code: 'sandbox.invalid_request' }));
    }
  });
});
