import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { InstallChanging, PluginInstalls } from '#plugins/plugin-installs/contract.ts';
import { installPackage } from '#plugins/plugin-installs/testing/install-package.ts';
import { examplePackage } from '#plugins/plugin-packages/testing/example-package.ts';
import { PluginRunner } from './contract.ts';

let platform: TestPlatform;
let server: Server;
let origin: string;
let elsewhere: string;
const heard: IncomingMessage[] = [];

beforeAll(async () => {
  platform = await sharedPlatform();
  server = createServer((request, response) => {
    heard.push(request);
    if (request.url === '/moved') return response.writeHead(302, { location: '/echo' }).end();
    if (request.url === '/away') return response.writeHead(302, { location: `${elsewhere}/echo` }).end();
    if (request.url === '/events') return response.end('data: {"a":1}\n\ndata: ü\n\n');
    response.setHeader('x-echo', request.headers.authorization ?? '');
    response.end(JSON.stringify({ url: request.url, headers: request.headers }));
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  elsewhere = `http://localhost:${port}`;
});
afterAll(() => server.close());

let version = 0;
/** Installs a tool `run` with this body, and calls it. */
async function run(
  body: string,
  more: Readonly<Record<string, unknown>> = {},
  given: Readonly<Record<string, unknown>> = {},
) {
  version += 1;
  const tools = [{ name: 'run', title: 'Run', about: 'Runs.', parameters: [] }];
  const settings = {
    type: 'object',
    properties: { api_key: { type: 'string', secret: true }, region: { type: 'string' } },
  };
  const inject = [{ origin, header: 'Authorization', value: 'Bearer {api_key}' }];
  const permissions = { network: [origin], storage: 1000, models: ['llm'], timeMs: 5000 };
  const code = `export default { tools: { run: async (call, host) => { ${body} } } };`;
  const manifest = { tools, settings, inject, permissions, ...more };
  const { bytes } = examplePackage({ name: '@acme/run', version: `1.0.${version}` }, manifest, code);
  const { kernel, workspaceId } = platform;
  const { id } = await installPackage(kernel, workspaceId, bytes);
  const values = { api_key: 'secret-key-1', region: 'eu' };
  const installed = await kernel.resolve(InstallChanging).configure(workspaceId, id, { settings: values });
  const parts: unknown[] = [];
  const answer = await kernel.resolve(PluginRunner).call({
    ...{ installed, target: { kind: 'tool', name: 'run' }, input: { arguments: {} } },
    signal: new AbortController().signal,
    onPart: (batch) => void parts.push(...batch),
    ...given,
  });
  return { answer, parts };
}

describe('a package in the interpreter', () => {
  it('is called with its arguments and settings, streams and answers, bytes too', async () => {
    const body = `host.write('a'); host.write('b', 'other');
      return { arguments: call.arguments, settings: host.settings, bytes: new Uint8Array([1, 2, 255]), got: call.arguments.bytes?.length };`;
    const { answer, parts } = await run(body, {}, { input: { arguments: { city: 'Bär', bytes: Buffer.from('abc') } } });
    expect(answer).toEqual({
      arguments: { city: 'Bär', bytes: new Uint8Array(Buffer.from('abc')) },
      settings: { region: 'eu' },
      bytes: new Uint8Array([1, 2, 255]),
      got: 3,
    });
    expect(parts).toEqual([{ delta: 'a' }, { delta: 'b', variable: 'other' }]);
  });

  it('asks what it was granted, with a secret that it never sees', async () => {
    const { answer } = await run(`
      const direct = await fetch('${origin}/echo', { headers: { Authorization: 'mine', Host: 'evil.example' } });
      const moved = await fetch('${origin}/moved');
      return { direct: await direct.json(), echo: direct.headers.get('x-echo'), moved: (await moved.json()).url };`);
    expect(heard.find(({ url }) => url === '/echo')?.headers.authorization).toBe('Bearer secret-key-1');
    expect(answer).toMatchObject({
      direct: { headers: { authorization: 'Bearer ***' } },
      echo: 'Bearer ***',
      moved: '/echo',
    });
    expect(JSON.stringify(answer)).not.toContain('secret-key-1');
    expect(JSON.stringify(answer)).not.toContain('evil.example');
  });

  it('reads streams as they come', async () => {
    const { answer } = await run(`
      const all = [];
      const stream = await host.stream('${origin}/events');
      for await (const event of stream.events()) all.push(event);
      return { status: stream.status, all };`);
    expect(answer).toEqual({ status: 200, all: ['{"a":1}', 'ü'] });
  });

  it('keeps what it was granted to keep, over versions', async () => {
    await run(
      `await host.storage.set('a/1', { n: 1 }); await host.storage.set('a/2', 'x'); await host.storage.set('b', null);`,
    );
    const { answer } = await run(`
      await host.storage.delete('a/2');
      const full = await host.storage.set('c', 'x'.repeat(2000)).catch((error) => error.name + ': ' + error.message);
      return { one: await host.storage.get('a/1'), none: await host.storage.get('a/2'), keys: await host.storage.list('a/'), full };`);
    expect(answer).toEqual({
      one: { n: 1 },
      none: null,
      keys: ['a/1'],
      full: 'Full: the storage of this plugin is full: it may keep 1000 bytes',
    });
  });

  it('calls models of the workspace where that is granted', async () => {
    const body = `const { text } = await host.model.llm({ provider: 'demo', model: 'demo-chat', messages: [{ role: 'user', content: 'Hi there' }], parameters: { pace_ms: 0 } }); return { text };`;
    expect(await run(body)).toMatchObject({ answer: { text: expect.stringContaining('Hi there') } });
    const refused = run(body, { permissions: { network: [origin] } });
    await expect(refused).rejects.toMatchObject({ message: expect.stringMatching(/may not call models/) });
  });

  it('tells what it threw, with its name', async () => {
    await expect(run(`throw host.error('unauthorized', 'The key is wrong.');`)).rejects.toMatchObject({
      code: 'plugin-runner.failed',
      message: expect.stringMatching(
        /^The plugin "Weather" \(@acme\/run 1\.0\.\d+\) failed: unauthorized: The key is wrong\./,
      ),
      details: { name: 'unauthorized', said: 'The key is wrong.' },
    });
  });
});

describe('attack T04: a package', () => {
  it.each([
    ['another origin', "fetch('https://example.com/')", /not among its permissions/],
    ['the server itself by another name', 'fetch(ELSEWHERE)', /not among its permissions/],
    ['another origin by a redirect', "fetch(ORIGIN + '/away')", /not among its permissions/],
    ['an address with a password', "fetch(ORIGIN.replace('//', '//a:b@'))", /not among its permissions/],
    ['a file', "fetch('file:///etc/passwd')", /no(ne| address) of http/],
    [
      'a host function that is none',
      "fetch('weft:constructor', { method: 'POST', body: '{}' }).then((r) => r.text()).then((t) => { throw new Error(t) })",
      /no host function/,
    ],
    ['a module of Node', "import('node:fs')", /could not load module/],
    ['the process', 'Promise.resolve(process.env)', /process/],
  ])('does not reach %s', async (_, expression, message) => {
    const body = `return await (${expression.replaceAll('ORIGIN', `'${origin}'`).replaceAll('ELSEWHERE', `'${elsewhere}'`)});`;
    await expect(run(body)).rejects.toMatchObject({ message: expect.stringMatching(message) });
  });

  it('sees nothing of what another call left', async () => {
    await run(`globalThis.left = 1; Object.prototype.left = 2; JSON.parse = () => ({}); return {};`);
    expect(await run('return { left: typeof left, inherited: typeof {}.left };')).toMatchObject({
      answer: { left: 'undefined', inherited: 'undefined' },
    });
  });

  it('reaches no prototype by what it answers', async () => {
    const { answer } = await run(`return JSON.parse('{"__proto__":{"polluted":1},"a":1}');`);
    expect(answer).toEqual({ a: 1 });
    expect(Object.getPrototypeOf(answer)).toBe(Object.prototype);
  });

  it('ends at its time, and its callers when they stop', async () => {
    const permissions = { timeMs: 300 };
    await expect(run('for (;;);', { permissions, inject: [] })).rejects.toMatchObject({
      code: 'plugin-runner.timeout',
    });
    const stop = new AbortController();
    const stopped = run(
      'host.write("x"); await new Promise(() => { setInterval(() => {}, 10); });',
      {},
      {
        signal: stop.signal,
        onPart: () => stop.abort(new Error('stopped')),
      },
    );
    await expect(stopped).rejects.toThrow('stopped');
  });

  it('takes no credential along where a redirect leads to another origin, granted as it may be', async () => {
    const permissions = { network: [origin, elsewhere] };
    const body = `const headers = { Authorization: 'Bearer mine', Cookie: 'a=b' };
      return { answer: await (await fetch('${origin}/away', { headers })).json() };`;
    const { answer } = await run(body, { permissions });
    const { headers } = (answer as { answer: { headers: Readonly<Record<string, string>> } }).answer;
    expect(headers.host).toBe(new URL(elsewhere).host);
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('cookie');
  });

  it('that is removed while it is called ends, and keeps nothing', async () => {
    const { kernel, workspaceId } = platform;
    const changes = kernel.resolve(InstallChanging);
    const begun = Promise.withResolvers<void>();
    const body = `await host.storage.set('a', 1); host.write('begun'); for (;;) await host.storage.set('a', 1);`;
    const called = run(body, { permissions: { storage: 1000, timeMs: 60_000 }, inject: [] }, { onPart: begun.resolve });
    const ended = expect(called).rejects.toMatchObject({ code: 'plugin-runner.removed' });
    await begun.promise;
    const [removed] = (await changes.shelves(workspaceId)).filter(({ row }) => row.name === '@acme/run');
    if (removed === undefined) throw new Error('it is not installed');
    await changes.remove(workspaceId, removed.row.id);
    await ended;
    expect(await kernel.resolve(PluginInstalls).find(workspaceId, 'acme/run')).toBeNull();
    // What another process still runs of it may keep nothing any more.
    const { current: installed } = removed;
    const late = { installed, target: { kind: 'tool', name: 'run' } as const, input: { arguments: {} } };
    await expect(
      kernel.resolve(PluginRunner).call({ ...late, signal: AbortSignal.timeout(20_000) }),
    ).rejects.toMatchObject({ message: expect.stringMatching(/this plugin was removed/) });
  });
});

describe('attack T21: a package', () => {
  it('that would ask a million times ends at its time, and others are answered meanwhile', async () => {
    const begun = Promise.withResolvers<void>();
    const asks = `host.write('begun');
      for (let n = 0; n < 1e6; n += 1) await fetch('weft:log', { method: 'POST', body: '{}' });`;
    const flood = run(asks, { permissions: { timeMs: 2000 }, inject: [] }, { onPart: begun.resolve });
    const ended = expect(flood).rejects.toMatchObject({ code: 'plugin-runner.timeout' });
    await begun.promise;
    expect((await run('return { other: 1 };')).answer).toEqual({ other: 1 });
    await ended;
  }, 60_000);

  it('that writes a million parts at once costs its own call', async () => {
    const writes = `for (let n = 0; n < 1e6; n += 1) host.write('x'); return {};`;
    const code = expect.stringMatching(/^plugin-runner\.(out_of_memory|timeout)$/);
    await expect(run(writes, { permissions: { memoryMb: 16, timeMs: 20_000 }, inject: [] })).rejects.toMatchObject({
      code,
    });
    expect((await run('return { other: 1 };')).answer).toEqual({ other: 1 });
  }, 60_000);
});
