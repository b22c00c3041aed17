import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { InstallChanging, type Installed } from '#plugins/plugin-installs/contract.ts';
import { installPackage } from '#plugins/plugin-installs/testing/install-package.ts';
import { examplePackage } from '#plugins/plugin-packages/testing/example-package.ts';
import { type PackageCall, PluginRunner } from '#plugins/plugin-runner/contract.ts';
import { packageProcesses } from './testing/processes-here.ts';

let platform: TestPlatform;
let server: Server;
let origin = '';
let authorization: string | undefined;

beforeAll(async () => {
  platform = await startPlatform({
    config: { 'plugin-installs': { allowNode: true }, egress: { allow: ['127.0.0.1'] } },
  });
  server = createServer((request, response) => {
    authorization = request.headers.authorization;
    if (request.url === '/events') return response.end('data: {"a":1}\n\ndata: ü\n\n');
    response.setHeader('set-cookie', 'a=b');
    response.end(JSON.stringify({ url: request.url, authorization }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await platform.dispose();
});

const tools = `{
  hash: async ({ arguments: { text } }) => ({ text: createHash('sha256').update(text).digest('hex') }),
  tell: async (call, host) => { host.write('a'); host.write('b', 'other'); host.log('info', 'hello', { a: 1 }); return { settings: host.settings, bytes: new Uint8Array([1, 255]), got: call.arguments.bytes.length }; },
  ask: async ({ arguments: { url } }) => { const answer = await fetch(url); return { body: await answer.json(), cookie: answer.headers.get('set-cookie') }; },
  listen: async (call, host) => { const all = []; for await (const event of (await host.stream(call.arguments.url)).events()) all.push(event); return { all }; },
  keep: async (call, host) => { await host.storage.set('n', ((await host.storage.get('n')) ?? 0) + 1); return { n: await host.storage.get('n'), keys: await host.storage.list() }; },
  model: async (call, host) => host.model.llm({ provider: 'demo', model: 'demo-chat', messages: [{ role: 'user', content: 'Hi there' }], parameters: { pace_ms: 0 } }),
  fail: async (call, host) => { throw host.error('unauthorized', 'The key is wrong.'); },
  wait: async (call, host) => { host.write('begun'); await new Promise((done) => setTimeout(done, 1 << 30)); },
}`;
const names = ['hash', 'tell', 'ask', 'listen', 'keep', 'model', 'fail', 'wait'];
const llm = `async function* (request, host) { for (const word of request.words) yield { type: 'text', text: word }; }`;

const code = `import { createHash } from 'node:crypto';\nexport default { tools: ${tools}, providers: { words: { llm: ${llm} } } };`;
const settings = {
  type: 'object',
  properties: { api_key: { type: 'string', secret: true }, region: { type: 'string' } },
};

async function install(name: string, manifest: Readonly<Record<string, unknown>>): Promise<Installed> {
  const inject = [{ origin, header: 'Authorization', value: 'Bearer {api_key}' }];
  const permissions = { network: [origin], storage: 1000, models: ['llm'], timeMs: 20_000 };
  const all = { runtime: 'node', settings, inject, permissions, ...manifest };
  const { bytes } = examplePackage({ name: `@acme/${name}` }, all, code);
  const { id } = await installPackage(platform.kernel, platform.workspaceId, bytes);
  const values = { api_key: 'secret-key-1', region: 'eu' };
  return platform.kernel.resolve(InstallChanging).configure(platform.workspaceId, id, { settings: values });
}

let installed: Promise<Installed> | undefined;
function installation(): Promise<Installed> {
  const all = names.map((name) => ({ name, title: name, about: 'Does it.', parameters: [] }));
  installed ??= install('node', { tools: all });
  return installed;
}

async function call(name: string, given: unknown = {}, more: Partial<PackageCall> = {}) {
  const parts: unknown[] = [];
  const answer = await platform.kernel.resolve(PluginRunner).call({
    ...{ installed: await installation(), target: { kind: 'tool', name }, input: { arguments: given } },
    signal: new AbortController().signal,
    onPart: (batch) => void parts.push(...batch),
    ...more,
  });
  return { answer, parts };
}

describe('an installed package of the runtime node', () => {
  it('computes with what Node has, and there is no reason why it can not', async () => {
    const sum = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect((await call('hash', { text: 'abc' })).answer).toEqual({ text: sum });
    expect(await platform.kernel.resolve(PluginRunner).problem('node')).toBeNull();
  });

  it('has its settings without secrets, streams parts, and bytes go both ways', async () => {
    const { answer, parts } = await call('tell', { bytes: Buffer.from('abc') });
    expect(answer).toEqual({ settings: { region: 'eu' }, bytes: new Uint8Array([1, 255]), got: 3 });
    expect(parts).toEqual([{ delta: 'a' }, { delta: 'b', variable: 'other' }]);
  });

  it('asks what it was granted, with a secret that it never sees', async () => {
    const { answer } = await call('ask', { url: `${origin}/x` });
    expect(authorization).toBe('Bearer secret-key-1');
    expect(answer).toEqual({ body: { url: '/x', authorization: 'Bearer ***' }, cookie: null });
    await expect(call('ask', { url: 'https://example.com/' })).rejects.toThrow(/not among its permissions/);
    expect((await call('listen', { url: `${origin}/events` })).answer).toEqual({ all: ['{"a":1}', 'ü'] });
  });

  it('keeps values, calls models, and gives parts as a provider of models', async () => {
    expect((await call('keep')).answer).toEqual({ n: 1, keys: ['n'] });
    expect((await call('model')).answer).toMatchObject({ text: expect.stringContaining('Hi there') });
    const words = Array.from({ length: 2000 }, (_, index) => `w${index}`);
    const target = { kind: 'provider', id: 'words', method: 'llm' } as const;
    const provider = { id: 'words', title: 'Words', types: ['llm'], models: [], openCatalogue: true };
    const credentials = { type: 'object', properties: {} };
    const model = await install('words', { kind: 'model', tools: [], providers: [{ ...provider, credentials }] });
    const { answer, parts } = await call('', {}, { target, input: { words }, installed: model });
    expect([answer, parts]).toEqual([null, words.map((text) => ({ type: 'text', text }))]);
  });

  it('tells what it threw, with its name', async () => {
    await expect(call('fail')).rejects.toMatchObject({
      code: 'plugin-runner.failed',
      message: expect.stringMatching(
        /^The plugin "Weather" \(@acme\/node 1\.0\.0\) failed: unauthorized: The key is wrong\./,
      ),
      details: { name: 'unauthorized', said: 'The key is wrong.' },
    });
  });

  it('has calls beside each other in its process, which ends when it is removed', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, each) => call('ask', { url: `${origin}/${each}` })),
    );
    expect(answers.map(({ answer }) => (answer as { body: { url: string } }).body.url)).toEqual(
      answers.map((_, each) => `/${each}`),
    );
    const before = packageProcesses().length;
    const begun = Promise.withResolvers<void>();
    const waits = call('wait', {}, { onPart: () => begun.resolve() });
    const ended = expect(waits).rejects.toMatchObject({ code: 'plugin-runner.removed' });
    await begun.promise;
    const { id } = await installation();
    await platform.kernel.resolve(InstallChanging).remove(platform.workspaceId, id);
    await ended;
    expect(packageProcesses()).toHaveLength(before - 1);
  });
});
