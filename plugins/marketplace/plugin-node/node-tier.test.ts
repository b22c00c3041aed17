import { afterEach, describe, expect, it } from 'vitest';
import { confineAs } from '#plugins/confined-processes/testing/confine-here.ts';
import type { TierCall } from '#plugins/plugin-runner/contract.ts';
import { startTier } from './testing/start-tier.ts';

type Tier = ReturnType<typeof startTier>;

let open: Tier | undefined;
const start = (...options: Parameters<typeof startTier>): Tier => {
  open = startTier(...options);
  return open;
};
afterEach(() => open?.close());

const limits = { timeMs: 20_000, memoryMb: 64, requests: 1000 };
/** One process, whatever a call is to do. */
const many = `switch (input.do) {
  case 'count': return { count: (globalThis.count = (globalThis.count ?? 0) + 1) };
  case 'loop': for (;;);
  case 'wait': { await fetch('weft:begun'); await new Promise((done) => setTimeout(done, 1 << 30)); }
  case 'ask': { const answer = await fetch(input.url, input.init); return { status: answer.status, url: answer.url, text: await answer.text(), type: answer.headers.get('content-type') }; }
}`;
/** Resolves when a call asks for something. */
function begun() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ask: TierCall['ask'] = async (read) => {
    read();
    resolve();
    return { ok: true, status: 200, url: '', headers: [], body: Buffer.of() };
  };
  return { promise, ask };
}

describe('a package in a process of Node', () => {
  it('is called with its input, and answers with JSON and what it printed', async () => {
    const { run } = start();
    const result = await run(
      `console.log('city', { of: input.city }); console.error('a\\nb'); return { hash: (await import('node:crypto')).createHash('sha256').update(input.city).digest('hex').slice(0, 8) };`,
      { city: 'Bär' },
    );
    expect(result).toEqual({ ok: true, output: '{"hash":"f00b1e56"}', logs: ["city { of: 'Bär' }", 'a', 'b'] });
  });

  it('finds what computes: modules of Node, WebAssembly, streams, forms, the clock', async () => {
    const { value } = start();
    const empty = '[0,97,115,109,1,0,0,0]';
    const body = `const zlib = await import('node:zlib'); const { setTimeout: pause } = await import('node:timers/promises');
      const { pipeline } = await import('node:stream/promises'); const { Readable } = await import('node:stream');
      await pause(1);
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('abc'));
      const form = new FormData(); form.set('file', new Blob(['abc']), 'a.txt');
      const texts = []; await pipeline(Readable.from(['a', 'b']), async (parts) => { for await (const part of parts) texts.push(part); });
      const sent = [form, new URLSearchParams({ a: '1' }), new Blob(['b']), new Uint8Array([99]), ReadableStream.from([new Uint8Array([100])])];
      const bodies = []; for (const body of sent) bodies.push(await (await fetch('https://echo/', { method: 'POST', body })).text());
      const gone = await fetch('https://echo/', { signal: AbortSignal.abort() }).catch(({ name }) => name);
      return { brotli: zlib.brotliDecompressSync(zlib.brotliCompressSync('abc')).toString(), digest: new Uint8Array(digest)[0], bodies, texts, gone,
        wasm: (await WebAssembly.compile(new Uint8Array(${empty}))) instanceof WebAssembly.Module, clone: structuredClone(new Map([[1, 2]])).get(1),
        euro: new Intl.NumberFormat('de', { style: 'currency', currency: 'EUR' }).format(1), zone: new Date(0).getTimezoneOffset(), env: process.env.HOME ?? null };`;
    const ask: TierCall['ask'] = async (read) => {
      const { body: sent } = read() ?? { body: null };
      return { ok: true, status: 200, url: '', headers: [], body: sent ?? Buffer.of() };
    };
    expect(await value(body, {}, { ask })).toEqual({
      ...{
        brotli: 'abc',
        digest: 186,
        texts: ['a', 'b'],
        gone: 'AbortError',
        wasm: true,
        clone: 2,
        zone: 0,
        env: null,
      },
      euro: '1,00\u00a0€',
      bodies: [expect.stringMatching(/name="file"; filename="a.txt"[\s\S]*\r\n\r\nabc\r\n/), 'a=1', 'b', 'c', 'd'],
    });
  });

  it('keeps its process for further calls, and has one for each workspace and package', async () => {
    const { value, tier } = start();
    expect(await value(many, { do: 'count' })).toEqual({ count: 1 });
    expect(await value(many, { do: 'count' })).toEqual({ count: 2 });
    expect(await value(many, { do: 'count' }, { workspaceId: 'w2' })).toEqual({ count: 1 });
    expect(tier.processes).toBe(2);
    expect(await value(many, { do: 'count' }, { integrity: 'other' })).toEqual({ count: 1 });
    expect(tier.processes).toBe(2);
  });

  it('asks the server in the name of the call, several at once', async () => {
    const { value } = start();
    const asked: unknown[] = [];
    const as = (who: string): Partial<TierCall> => ({
      ask: async (read) => {
        const request = read();
        asked.push([
          who,
          request?.method,
          request?.url,
          Object.fromEntries(request?.headers ?? []),
          `${request?.body}`,
        ]);
        const headers = [
          ['Content-Type', `text/${who}`],
          ['bad name', 'x'],
        ] as const;
        return { ok: true, status: who === 'a' ? 204 : 404, url: 'https://there/', headers, body: Buffer.from(who) };
      },
    });
    const init = { method: 'post', headers: { 'X-One': '1' }, body: 'Bär' };
    const ask = { do: 'ask', url: 'https://here/?q=1', init };
    const [a, b] = await Promise.all([value(many, ask, as('a')), value(many, ask, as('b'))]);
    expect(a).toEqual({ status: 204, url: 'https://there/', text: '', type: 'text/a' });
    expect(b).toEqual({ status: 404, url: 'https://there/', text: 'b', type: 'text/b' });
    const headers = { 'content-type': 'text/plain;charset=UTF-8', 'x-one': '1' };
    const request = ['POST', 'https://here/?q=1', headers, 'Bär'];
    expect(asked.sort()).toEqual([
      ['a', ...request],
      ['b', ...request],
    ]);
  });

  it('hears why it gets no answer', async () => {
    const { value } = start();
    expect(await value(many, { do: 'ask', url: 'https://here/' })).toBe(
      'CodeError: TypeError: nothing is granted (line 5)',
    );
    const few = { limits: { ...limits, requests: 0 } };
    expect(await value(many, { do: 'ask', url: 'https://here/' }, few)).toMatch(/may ask 0 times/);
    const large = `await fetch('https://a/', { method: 'POST', body: 'x'.repeat(17 << 20) }); return {};`;
    expect(await value(large)).toMatch(/larger than 16 MB/);
    expect(await value('', {}, { code: `await fetch('https://a/'); export default 1;` })).toMatch(/nothing is granted/);
  });

  it.each([
    ['throws', `throw new TypeError('no city');`, 'CodeError: TypeError: no city (line 1)'],
    [
      'throws an error with a name',
      `throw Object.assign(new Error('no key'), { name: 'unauthorized' });`,
      'CodeError: unauthorized: no key (line 1)',
    ],
    ['throws a text', `throw 'text';`, 'CodeError: text'],
    [
      'throws what can not be read',
      `throw { get name() { throw 1; } };`,
      'CodeError: Error: the code threw what can not be told',
    ],
    [
      'fails where nobody waits',
      `setTimeout(() => { throw new Error('later'); }); await new Promise(() => {});`,
      'CodeError: Error: later (line 1)',
    ],
    [
      'rejects where nobody waits',
      `Promise.reject(new Error('lost')); await new Promise(() => {});`,
      'CodeError: Error: lost (line 1)',
    ],
    [
      'answers with too much',
      `return 'x'.repeat(5 << 20);`,
      'OutputTooLarge: it answered with more than 4194304 characters',
    ],
    ['answers with what is no JSON', `return 1n;`, 'CodeError: TypeError: Do not know how to serialize a BigInt'],
    ['ends its process', `process.exit(0);`, "CodeError: Error: plugins can't end their process (line 1)"],
  ])('that %s fails, with its words', async (_, body, message) => {
    expect(await start().value(body)).toBe(message);
  });

  it('that can not be loaded is loaded anew by the next call', async () => {
    const { value } = start();
    const broken = { integrity: 'i', code: 'export default 1 +;' };
    expect(await value('', {}, broken)).toMatch(/^CodeError: SyntaxError: /);
    expect(await value('', {}, { integrity: 'i', code: 'export default async () => 2;' })).toBe(2);
  });
});

describe('a call beyond its limits', () => {
  it('ends its process and what else is at work there, and nothing else; the next call has a new one', async () => {
    const { run, value } = start();
    const waits = begun();
    const other = run(many, { do: 'wait' }, { ask: waits.ask });
    const elsewhere = begun();
    const apart = run(
      many,
      { do: 'wait' },
      { ask: elsewhere.ask, workspaceId: 'w2', limits: { ...limits, timeMs: 1000 } },
    );
    await Promise.all([waits.promise, elsewhere.promise]);
    const loops = run(many, { do: 'loop' }, { limits: { ...limits, timeMs: 200 } });
    const failed = expect(other).rejects.toMatchObject({
      code: 'plugin-node.ended',
      kind: 'unavailable',
      message: expect.stringMatching(/another call of it ran longer than 0.2 s/),
    });
    expect(await loops).toMatchObject({ type: 'Timeout', message: 'the code ran longer than 0.2 s and was stopped' });
    await failed;
    expect(await value(many, { do: 'count' })).toEqual({ count: 1 });
    expect(await apart).toMatchObject({ type: 'Timeout', message: 'the code ran longer than 1 s and was stopped' });
  });

  it.each([
    ['heap', `const all = []; for (;;) all.push(new Array(10000).fill(Math.random()));`],
    ['buffers', `const all = []; for (;;) all.push(Buffer.alloc(1 << 20, 1));`],
    ['one buffer', `Buffer.alloc(8 * 2 ** 30).length;`],
    ['texts', `let text = 'x'; const all = []; for (;;) all.push((text += text.slice(0, 1 << 20)).split(''));`],
  ])('of memory ends: %s', async (_, body) => {
    const { run } = start();
    expect(await run(body, {}, { limits: { ...limits, memoryMb: 32 } })).toMatchObject({
      ok: false,
      type: 'OutOfMemory',
      message: 'the code needed more than 32 MB of memory',
    });
  });

  it('is no matter of what earlier calls have dropped', async () => {
    const { value } = start();
    const body = `return Buffer.alloc(40 << 20, 1).length;`;
    for (let each = 0; each < 8; each += 1) expect(await value(body)).toBe(40 << 20);
  });

  it('that nobody waits for any more ends its process, unless others are at work', async () => {
    const { run, value } = start();
    const stop = new AbortController();
    const waits = begun();
    const stops = run(many, { do: 'wait' }, { ask: waits.ask, signal: stop.signal });
    await waits.promise;
    expect(await value(many, { do: 'count' })).toEqual({ count: 1 });
    stop.abort();
    expect(await stops).toMatchObject({ ok: false, type: 'Stopped' });
    await expect.poll(() => value(many, { do: 'count' })).toEqual({ count: 1 });
    expect(await run(many, {}, { signal: stop.signal })).toMatchObject({ type: 'Stopped' });
  });
});

describe('processes of Node', () => {
  it('make room: the one that has been idle longest goes', async () => {
    const { value, tier } = start();
    const count = (workspaceId: string) => value(many, { do: 'count' }, { workspaceId });
    for (const workspace of ['a', 'b', 'a', 'c']) await count(workspace);
    expect(tier.processes).toBe(2);
    expect(await Promise.all([count('a'), count('c')])).toEqual([{ count: 3 }, { count: 2 }]);
    expect(await count('b')).toEqual({ count: 1 });
  });

  it('take turns when all are at work', async () => {
    const { run, value } = start({ processes: 1, callsEach: 1 });
    const stop = new AbortController();
    const waits = begun();
    const waiting = run(many, { do: 'wait' }, { ask: waits.ask, signal: stop.signal });
    await waits.promise;
    const others = ['b', 'c', 'b'].map((workspaceId) => value(many, { do: 'count' }, { workspaceId }));
    stop.abort();
    expect(await Promise.all(others)).toEqual([{ count: 1 }, { count: 1 }, { count: 2 }]);
    expect(await waiting).toMatchObject({ type: 'Stopped' });
  });

  it('refuse calls when too many wait, of one workspace half as many', async () => {
    const { run, tier } = start({ maxQueue: 4 });
    const calls = [1, 2, 3].map(() => run('return 1;'));
    await expect(calls[2]).rejects.toMatchObject({ code: 'plugin-node.busy', retryAfter: 1 });
    const others = [4, 5].map(() => run('return 1;', {}, { workspaceId: 'w2' }));
    await expect(run('return 1;', {}, { workspaceId: 'w3' })).rejects.toMatchObject({ code: 'plugin-node.busy' });
    for (const each of [calls[0], calls[1], ...others]) expect(await each).toMatchObject({ output: '1' });
    expect(tier.processes).toBe(2);
  });

  it('end when they are idle, when their package is removed, and when the server stops', async () => {
    const { value, run, tier, close } = start({ idleMs: 1 });
    await value(many, { do: 'count' });
    await expect.poll(() => tier.processes).toBe(0);
    const waits = begun();
    const removed = expect(run(many, { do: 'wait' }, { ask: waits.ask })).rejects.toMatchObject({
      code: 'plugin-node.ended',
    });
    await waits.promise;
    await tier.end('w1', many);
    await removed;
    const again = begun();
    const closed = expect(run(many, { do: 'wait' }, { ask: again.ask })).rejects.toMatchObject({
      code: 'plugin-node.ended',
    });
    await again.promise;
    await close();
    await closed;
    expect(tier.processes).toBe(0);
    await expect(run(many)).rejects.toMatchObject({ code: 'plugin-node.busy' });
  });

  it('are not started where the wall can not be built, and it says why', async () => {
    const { tier, run } = start({ confinement: confineAs({ obstacle: 'it needs Linux' }) });
    expect(await tier.problem()).toMatch(/it needs Linux.*plugins/s);
    await expect(run('return 1;')).rejects.toMatchObject({ code: 'confined-processes.off' });
    expect(tier.processes).toBe(0);
    expect(await startTier().tier.problem()).toBeNull();
  });
});
