import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kernel';
import { modelWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newWorkspace } from '#plugins/members/testing/people.ts';
import { ModelProviderSources, Models, type ModelType } from '#plugins/models/contract.ts';
import { InstallChanging } from '#plugins/plugin-installs/contract.ts';
import { installPackage } from '#plugins/plugin-installs/testing/install-package.ts';
import { examplePackage } from '#plugins/plugin-packages/testing/example-package.ts';

type Values = Readonly<Record<string, unknown>>;

let platform: TestPlatform;
let server: Server;
let origin: string;
const keys: (string | undefined)[] = [];

beforeAll(async () => {
  platform = await sharedPlatform();
  server = createServer((request, response) => {
    keys.push(request.headers.authorization);
    response.statusCode = request.headers.authorization === 'Bearer good-secret-key' ? 200 : 401;
    response.end(`data: Hello\n\ndata: there\n\n`);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const TYPES: readonly ModelType[] = ['llm', 'embedding', 'rerank', 'speech-to-text', 'text-to-speech', 'moderation'];
const code = (llm: string) => `
const ask = async (host) => {
  const answer = await host.stream(host.settings.base_url + '/chat');
  if (answer.status === 401) throw host.error('unauthorized', 'The key is wrong.');
  return answer;
};
export default { providers: { talk: {
  llm: async function* (request, host) { ${llm} },
  embedding: async ({ texts }) => ({ vectors: texts.map((text) => [text.length, 1]), promptTokens: texts.length }),
  rerank: async ({ documents }) => documents.map((text, index) => ({ index, score: text.length })),
  speechToText: async ({ audio, mediaType }) => ({ text: mediaType + ' ' + audio.length }),
  textToSpeech: async function* ({ text }) { yield { mediaType: 'audio/wav', audio: new Uint8Array([text.length]) }; yield new Uint8Array([9]); },
  moderation: async ({ texts }) => ({ flagged: texts.includes('bad'), categories: ['x'] }),
  test: (host) => ask(host),
  models: async () => [{ name: 'm-2', type: 'llm', contextSize: 1000 }, { name: 'no', type: 'other' }],
} } };`;
const talking = `
  const answer = await ask(host);
  for await (const text of answer.events()) yield { type: 'text', text: text + ' ' };
  yield [{ type: 'usage', promptTokens: 3, completionTokens: 2 }, { type: 'finish', reason: 'stop' }];`;

let count = 0;
async function install(llm = talking, more: Values = {}, head: Values = {}) {
  count += 1;
  const name = `@acme/talk-${count}`;
  const price = { prompt: '1', completion: '2', unit: '0.001', currency: 'USD' };
  const provider = {
    ...{ id: 'talk', title: 'Talk', types: TYPES, openCatalogue: true },
    models: [{ name: 'm-1', type: 'llm', price }],
    credentials: {
      type: 'object',
      required: ['base_url', 'api_key'],
      properties: { base_url: { type: 'string', format: 'uri' }, api_key: { type: 'string', secret: true } },
    },
    inject: [{ origin: '{base_url}', header: 'Authorization', value: 'Bearer {api_key}' }],
    ...more,
  };
  const manifest = {
    ...{ kind: 'model', tools: undefined, settings: undefined, inject: undefined, providers: [provider] },
    permissions: { network: ['{base_url}'] },
  };
  const { bytes } = examplePackage({ name, ...head }, manifest, code(llm));
  const { id } = await installPackage(platform.kernel, platform.workspaceId, bytes);
  return { id, provider: `acme~talk-${count}~talk`, named: `acme/talk-${count}/talk` };
}
const models = () => platform.kernel.resolve(Models);
const configure = (provider: string, key = 'good-secret-key') =>
  models().configure(platform.workspaceId, provider, { base_url: origin, api_key: key }, { test: true });

interface Outcome {
  readonly status: string;
  readonly error: string | null;
  readonly outputs: Values;
  readonly total_tokens: number;
}
async function run(provider: string, name = 'm-1'): Promise<Outcome> {
  const app = await platform.importApp(modelWorkflow({ provider, name }));
  const body = { inputs: {}, user: 'u', response_mode: 'blocking' };
  return ((await platform.post(app.key, '/v1/workflows/run', body)).body as { data: Outcome }).data;
}

describe('a provider of a package', () => {
  it('is listed, set up, tried, and answers runs with a secret that its code never sees', async () => {
    const { provider, named } = await install();
    const listed = (await models().providers(platform.workspaceId)).find(({ id }) => id === provider);
    expect(listed).toMatchObject({ label: 'Talk', configured: false, types: TYPES });
    expect(await run(provider)).toMatchObject({ status: 'failed', error: expect.stringContaining('no credentials') });
    await expect(configure(provider, 'wrong-secret')).rejects.toMatchObject({
      code: 'models.provider_not_initialize',
      message: 'Talk: The key is wrong.',
    });
    await configure(provider);
    const done = await run(named);
    expect(done).toMatchObject({ status: 'succeeded', outputs: { text: 'Hello there ' }, total_tokens: 5 });
    expect(keys.at(-1)).toBe('Bearer good-secret-key');
    const path = `/console/api/providers/${encodeURIComponent(provider)}`;
    const answer = await platform.management.request(`${path}/apps`);
    expect(answer.status, answer.text).toBe(200);
    const apps = answer.body as { data: unknown[] };
    expect(apps.data.length).toBeGreaterThan(0);
  });

  it('has models of all types', async () => {
    const { provider } = await install();
    await configure(provider);
    const { workspaceId } = platform;
    const { signal } = new AbortController();
    const ready = async <T extends ModelType>(type: T) =>
      (await models().model(workspaceId, type, { provider, model: 'any' })).model;
    const embedded = await (await ready('embedding')).embed({ model: 'any', texts: ['a', 'bcd'], signal });
    expect(embedded).toEqual({ vectors: [Float32Array.of(1, 1), Float32Array.of(3, 1)], promptTokens: 2 });
    const query = { model: 'any', query: 'q', documents: ['a', 'bcd', 'ef'], topN: 2, signal };
    expect(await (await ready('rerank')).rerank(query)).toEqual([
      { index: 1, score: 3 },
      { index: 2, score: 2 },
    ]);
    const sound = { model: 'any', audio: new Uint8Array(4), mediaType: 'audio/wav', fileName: 'a.wav', signal };
    expect(await (await ready('speech-to-text')).transcribe(sound)).toEqual({ text: 'audio/wav 4' });
    const spoken = await (await ready('text-to-speech')).speak({ model: 'any', text: 'abc', voice: '', signal });
    const bytes: number[] = [];
    for await (const piece of spoken.audio) bytes.push(...piece);
    expect([spoken.mediaType, bytes]).toEqual(['audio/wav', [3, 9]]);
    const judged = await (await ready('moderation')).moderate({ model: 'any', texts: ['bad'], signal });
    expect(judged).toEqual({ flagged: true, categories: ['x'] });
    expect(await models().fetchModels(workspaceId, provider)).toMatchObject([{ name: 'm-2', contextSize: 1000 }]);
  });

  it('is of the version that counted when a run began', async () => {
    const { provider } = await install();
    const before = newId();
    count -= 1;
    await install(talking, { title: 'Talk 2' }, { version: '2.0.0' });
    const source = platform.kernel.contributions(ModelProviderSources).get('plugin-models');
    const label = async (runId?: string) =>
      (await source?.list(platform.workspaceId, runId))?.find(({ id }) => id === provider)?.label;
    expect([await label(before), await label()]).toEqual(['Talk', 'Talk 2']);
  });

  it('loses its credentials with the package', async () => {
    const { id, provider } = await install();
    await configure(provider);
    await platform.kernel.resolve(InstallChanging).remove(platform.workspaceId, id);
    expect(await models().providerOf(platform.workspaceId, provider)).toBeNull();
    count -= 1;
    await install();
    const again = (await models().providers(platform.workspaceId)).find((one) => one.id === provider);
    expect(again?.configured).toBe(false);
  });

  it.each([
    [`throw host.error('quota', 'Used up.');`, 'Used up.'],
    [`throw host.error('unknown_model', 'No such model.');`, 'No such model.'],
    [`throw new Error('odd');`, 'odd'],
    [`yield { type: 'text' };`, 'has no text'],
    [`yield { type: 'text', text: 'cut off' };`, 'without a part "finish"'],
    [`yield { type: 'secret' };`, 'no part of the type'],
  ])('that fails (%s) tells why', async (llm, message) => {
    const { provider } = await install(llm, {
      keyless: true,
      credentials: { type: 'object', properties: { base_url: { type: 'string' } } },
      inject: [],
    });
    expect(await run(provider)).toMatchObject({ status: 'failed', error: expect.stringContaining(message) });
  });
});

describe('attack T21: a provider of a package', () => {
  it('that talks without end is stopped by who no longer reads, and keeps nothing beyond what is asked for', async () => {
    const { provider } = await install(`for (;;) yield { type: 'text', text: 'x'.repeat(1000) };`);
    await configure(provider);
    const { model } = await models().model(platform.workspaceId, 'llm', { provider, model: 'm-1' });
    const request = {
      model: 'm-1',
      mode: 'chat',
      messages: [{ role: 'user', content: 'Hi' }],
      parameters: {},
    } as const;
    let batches = 0;
    for await (const parts of model.stream({ ...request, signal: AbortSignal.timeout(20_000) })) {
      expect(parts[0]).toMatchObject({ type: 'text' });
      batches += 1;
      if (batches === 3) break;
    }
    const stop = new AbortController();
    const stopped = async () => {
      for await (const _ of model.stream({ ...request, signal: stop.signal })) stop.abort(new Error('stopped'));
    };
    await expect(stopped()).rejects.toThrow('stopped');
  });
});

describe('attack T01: a provider of a package', () => {
  it('is none in another workspace', async () => {
    const { provider } = await install();
    const other = await newWorkspace(platform);
    expect(await models().providerOf(other, provider)).toBeNull();
    expect((await models().providers(other)).some(({ id }) => id === provider)).toBe(false);
  });

  it('does not take the place of one that all workspaces have', async () => {
    await install(talking, { aliases: ['openai', 'langgenius/openai/openai', 'demo'] });
    expect(await models().providerOf(platform.workspaceId, 'langgenius/openai/openai')).toBe('openai');
    expect(await models().providerOf(platform.workspaceId, 'demo')).toBe('demo');
  });
});
