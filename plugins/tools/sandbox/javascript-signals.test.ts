import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareWithNode } from './testing/compare-with-node.ts';
import { startSandbox, type TestSandbox } from './testing/start-sandbox.ts';

let sandbox: TestSandbox;
beforeAll(() => {
  sandbox = startSandbox({ timeMs: 20_000 });
});
afterAll(() => sandbox.close());

const { expectSame } = compareWithNode(() => sandbox);

describe('AbortController', () => {
  it('tells listeners once, with the reason', async () => {
    await expectSame([
      `(() => { const c = new AbortController(); let n = 0; c.signal.addEventListener('abort', (e) => { n += e.type.length }); c.abort('r'); c.abort('s'); return [n, c.signal.aborted, c.signal.reason] })()`,
      `(() => { const c = new AbortController(); const l = () => { throw 1 }; c.signal.addEventListener('abort', l); c.signal.removeEventListener('abort', l); c.abort(); return [c.signal.reason.name, c.signal.reason.message] })()`,
      `(() => { const c = new AbortController(); c.abort(new Error('own')); try { c.signal.throwIfAborted() } catch (e) { return e.message } })()`,
      `(() => { const c = new AbortController(); let t; c.signal.onabort = (e) => { t = e.target === c.signal }; c.abort(); return t })()`,
      `AbortSignal.abort().aborted`,
      `new Promise((resolve) => { const s = AbortSignal.timeout(1); s.addEventListener('abort', () => resolve(s.reason.name)) })`,
      `(() => { const c = new AbortController(); const s = AbortSignal.any([new AbortController().signal, c.signal]); const before = s.aborted; c.abort(7); return [before, s.aborted, s.reason] })()`,
    ]);
  });

  it('can be ended by its controller only', async () => {
    const code = `function main() {
      const { signal } = new AbortController();
      signal.aborted = true;
      return { a: signal.aborted, own: Object.getOwnPropertyNames(signal), shared: Object.getOwnPropertySymbols(signal).length };
    }`;
    expect(await sandbox.run(code)).toMatchObject({ output: '{"a":false,"own":["onabort"],"shared":0}' });
  });
});
