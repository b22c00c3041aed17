import { describe, expect, it } from 'vitest';
import { memoryStore, memoryVault, plainSecrets, silence } from '#plugins/credentials/testing/vault-parts.ts';
import { Egress } from '#plugins/egress/contract.ts';
import { openEgress } from '#plugins/egress/testing/open-egress.ts';
import { testContext } from '#plugins/node-llm/testing/node-context.ts';
import { startFakeOpenAi } from '#plugins/provider-openai/testing/fake-openai.ts';
import type { LlmRequest, ModelProvider, ModelReference } from './contract.ts';
import { createModels, type ModelsService } from './models.ts';
import { installedProviders, memorySettings } from './testing/model-parts.ts';
import { create } from './thread.ts';

const OPENAI: ModelProvider = {
  id: 'openai',
  label: 'OpenAI',
  aliases: ['langgenius/openai/openai', 'azure_openai'],
  credentials: {
    type: 'object',
    properties: {
      openai_api_key: { type: 'string', secret: true },
      openai_api_base: { type: 'string', format: 'uri' },
      mode: { type: 'string', enum: ['chat', 'completion'] },
      prices: { type: 'string', format: 'model-prices' },
    },
    required: ['openai_api_key'],
  },
  models: [
    { name: 'gpt-4o', type: 'llm', price: { prompt: '2.5', completion: '10', unit: '0.000001', currency: 'USD' } },
  ],
  openCatalogue: true,
  module: new URL('../provider-openai/provider.ts', import.meta.url),
};

const DEMO: ModelProvider = {
  id: 'demo',
  label: 'Demo',
  credentials: { type: 'object', properties: {} },
  keyless: true,
  models: [
    { name: 'demo-chat', type: 'llm' },
    { name: 'demo-embedding', type: 'embedding' },
  ],
  module: new URL('../provider-demo/provider.ts', import.meta.url),
};

const KEY = 'sk-canary0123456789';

function setUp(): { models: ModelsService; store: ReturnType<typeof memoryStore> } {
  const store = memoryStore();
  const vault = memoryVault(store);
  const egress = openEgress();
  const installed = installedProviders(OPENAI, DEMO);
  const settings = memorySettings();
  return {
    models: createModels({
      installed,
      vault,
      store: settings,
      notifications: silence,
      egress,
      secrets: plainSecrets(),
    }),
    store,
  };
}

const llm = (provider: string, model = 'gpt-4o'): ModelReference => ({ type: 'llm', provider, model });

describe('providers of a workspace', () => {
  it('are configured, shown masked, and removed', async () => {
    const { models, store } = setUp();
    await models.configure('w1', 'openai', { openai_api_key: ` ${KEY} `, openai_api_base: '' });
    expect([...store.rows.values()].join()).not.toContain(KEY);
    const view = (await models.providers('w1')).find((provider) => provider.id === 'openai');
    expect(view).toMatchObject({ configured: true, credentials: { openai_api_key: '••••6789' } });
    expect(JSON.stringify(view)).not.toContain('canary');
    expect((await models.providers('w2'))[0]).toMatchObject({ configured: false, credentials: {} });
    await models.remove('w1', 'langgenius/openai/openai');
    await expect(models.resolve('w1', llm('openai'))).rejects.toMatchObject({ code: 'models.provider_not_initialize' });
  });

  it.each([
    [{}, 'openai_api_key'],
    [{ openai_api_key: '  ' }, 'openai_api_key'],
    [{ openai_api_key: 'a\r\nb' }, 'openai_api_key'],
    [{ openai_api_key: 'k', extra: 'x' }, 'extra'],
    [{ openai_api_key: 'k', mode: 'other' }, 'mode'],
    [{ openai_api_key: 'k', openai_api_base: 'file:///etc/passwd' }, 'openai_api_base'],
    [{ openai_api_key: 'k', openai_api_base: 'http://user:pass@host/' }, 'openai_api_base'],
  ])('refuse %j, naming the field', async (credentials, field) => {
    const { models } = setUp();
    await expect(models.configure('w1', 'openai', credentials as Record<string, string>)).rejects.toMatchObject({
      code: 'models.invalid_credentials',
      kind: 'invalid',
      field,
    });
  });

  it('that are not installed are not found', async () => {
    await expect(setUp().models.configure('w1', 'nobody', {})).rejects.toMatchObject({
      code: 'models.unknown_provider',
      kind: 'not-found',
    });
  });

  it('are tested with a real call, with stored or given credentials', async () => {
    await using server = await startFakeOpenAi();
    const { models } = setUp();
    await expect(models.test('w1', 'openai')).rejects.toMatchObject({ code: 'models.provider_not_initialize' });
    await models.test('w1', 'openai', { openai_api_key: 'given', openai_api_base: server.url });
    await models.configure('w1', 'openai', { openai_api_key: 'stored', openai_api_base: server.url });
    await models.test('w1', 'openai');
    expect(server.seen.map((call) => call.headers.authorization)).toEqual(['Bearer given', 'Bearer stored']);
    await models.test('w1', 'demo');
  });
});

describe('resolving a model', () => {
  it.each(['openai', 'OpenAI', 'langgenius/openai/openai', 'someone/openai/openai', 'azure_openai'])(
    'finds the provider named %s',
    async (name) => {
      const { models } = setUp();
      await models.configure('w1', 'openai', { openai_api_key: KEY });
      expect(await models.resolve('w1', llm(name))).toMatchObject({
        provider: 'openai',
        credentials: { openai_api_key: KEY },
        description: { name: 'gpt-4o', price: { prompt: '2.5' } },
      });
    },
  );

  it.each(['nobody', '', 'a/b/openai', 'openai/x', 'demo2'])('finds none named %j', async (name) => {
    await expect(setUp().models.resolve('w1', llm(name))).rejects.toMatchObject({
      code: 'models.provider_not_initialize',
      kind: 'invalid',
    });
  });

  it('never falls back to the demo provider', async () => {
    await expect(setUp().models.resolve('w1', llm('openai'))).rejects.toMatchObject({
      code: 'models.provider_not_initialize',
    });
    expect(await setUp().models.resolve('w1', llm('demo', 'demo-chat'))).toMatchObject({
      provider: 'demo',
      credentials: {},
    });
  });

  it('takes unknown models only from open catalogues', async () => {
    const { models } = setUp();
    await models.configure('w1', 'openai', { openai_api_key: KEY });
    expect((await models.resolve('w1', llm('openai', 'gpt-99'))).description).toEqual({ name: 'gpt-99', type: 'llm' });
    await expect(models.resolve('w1', llm('demo', 'gpt-99'))).rejects.toMatchObject({
      code: 'models.model_currently_not_support',
    });
  });

  it('takes a dated snapshot for the model it is one of', async () => {
    const { models } = setUp();
    await models.configure('w1', 'openai', { openai_api_key: KEY });
    expect((await models.resolve('w1', llm('openai', 'gpt-4o-2024-11-20'))).description).toMatchObject({
      name: 'gpt-4o-2024-11-20',
      price: { prompt: '2.5' },
    });
    expect((await models.resolve('w1', llm('openai', 'mine-2024-11-20'))).description).not.toHaveProperty('price');
  });

  it('has the price the workspace set, for known and unknown models', async () => {
    const { models } = setUp();
    const prices =
      '{\n "gpt-4o": {"prompt": 2, "completion": "8e0"},\n "long": {"prompt": 1, "cached_prompt": 0.1, "tiers": [{"from": 9, "prompt": "2"}]},\n "mine": {"completion": "0.5", "unit": "0.001", "currency": "EUR"}\n}';
    await models.configure('w1', 'openai', { openai_api_key: KEY, prices });
    const priceOf = async (model: string) => (await models.resolve('w1', llm('openai', model))).description.price;
    expect(await priceOf('gpt-4o')).toEqual({ prompt: '2', completion: '8', unit: '0.000001', currency: 'USD' });
    expect(await priceOf('mine')).toEqual({ prompt: '0', completion: '0.5', unit: '0.001', currency: 'EUR' });
    expect(await priceOf('long')).toMatchObject({
      cachedPrompt: '0.1',
      tiers: [{ from: 9, prompt: '2', completion: '0' }],
    });
    expect(await priceOf('constructor')).toBeUndefined();
    const view = (await models.providers('w1')).find((provider) => provider.id === 'openai');
    expect(view?.models).toMatchObject([{ name: 'gpt-4o', price: { prompt: '2', completion: '8' } }]);
    await models.configure('w2', 'openai', { openai_api_key: KEY });
    expect((await models.resolve('w2', llm('openai'))).description.price).toMatchObject({ prompt: '2.5' });
  });

  it.each([
    ['x', 'it is no JSON'],
    ['[]', 'it is no JSON object'],
    ['{"m": 3}', 'the price of m is no JSON object'],
    ['{"m": {}}', 'the price of m has neither prompt nor completion'],
    ['{"m": {"prompt": "-1"}}', 'prompt of m is no price'],
    ['{"m": {"completion": "much"}}', 'completion of m is no price'],
    ['{"m": {"prompt": "1e-99"}}', 'prompt of m is no price'],
    ['{"m": {"prompt": "1e99"}}', 'prompt of m is beyond measure'],
    ['{"m": {"prompt": 1, "cached_prompt": "NaN"}}', 'cached_prompt of m is no price'],
    ['{"m": {"prompt": 1, "cache_write": 1e30}}', 'cache_write of m is beyond measure'],
    ['{"m": {"prompt": 1, "tiers": {"from": 1}}}', 'tiers of m is no list of 16 at most'],
    ['{"m": {"prompt": 1, "tiers": [{"from": -1}]}}', 'from of a tier of m is no number of tokens'],
    ['{"m": {"prompt": 1, "tiers": [{"from": 2, "prompt": -1}]}}', 'prompt of m is no price'],
    ['{"m": {"prompt": 1, "tiers": [{"from": 2}, {"from": 2}]}}', 'two tiers of m begin at the same number of tokens'],
    ['{"m": {"prompt": 1, "currency": "dollars"}}', 'currency of m is no code of three letters'],
  ])('refuses the prices %j', async (prices, problem) => {
    const { models } = setUp();
    await expect(models.configure('w1', 'openai', { openai_api_key: KEY, prices })).rejects.toMatchObject({
      code: 'models.invalid_credentials',
      message: expect.stringContaining(problem),
    });
  });

  it('reads the store once for many calls, and sees a change at once', async () => {
    const { models, store } = setUp();
    await models.configure('w1', 'openai', { openai_api_key: 'one' });
    const before = store.reads;
    await Promise.all(Array.from({ length: 50 }, () => models.resolve('w1', llm('openai'))));
    expect(store.reads - before).toBe(1);
    await models.configure('w1', 'openai', { openai_api_key: 'two' });
    expect((await models.resolve('w1', llm('openai'))).credentials).toEqual({ openai_api_key: 'two' });
  });

  it('keeps workspaces apart', async () => {
    const { models, store } = setUp();
    await models.configure('w1', 'openai', { openai_api_key: 'one' });
    await expect(models.resolve('w2', llm('openai'))).rejects.toMatchObject({ code: 'models.provider_not_initialize' });
    // A row that was copied to another workspace does not open there.
    store.rows.set('w2/openai', store.rows.get('w1/openai') ?? '');
    const vault = memoryVault(store);
    await expect(vault.find('w2', 'openai')).rejects.toMatchObject({ code: 'secrets.secret_unreadable' });
    expect((await vault.all('w2')).size).toBe(0);
  });

  it('gives models of every type on the main thread', async () => {
    const { models } = setUp();
    const { model } = await models.model('w1', 'embedding', { provider: 'demo', model: 'demo-embedding' });
    const result = await model.embed({ model: 'demo-embedding', texts: ['a'], signal: new AbortController().signal });
    expect(result.vectors).toHaveLength(1);
  });
});

describe('secrets given as they are shown', () => {
  const address = 'https://models.example.com/v1';
  const shown = { openai_api_key: '••••6789', openai_api_base: address };

  it('stay as they are stored', async () => {
    const { models } = setUp();
    await models.configure('w1', 'openai', { openai_api_key: KEY, openai_api_base: address });
    await models.configure('w1', 'openai', { ...shown, mode: 'completion' });
    expect((await models.resolve('w1', llm('openai'))).credentials).toEqual({
      openai_api_key: KEY,
      openai_api_base: address,
      mode: 'completion',
    });
  });

  it.each([
    ['another address', { ...shown, openai_api_base: 'https://evil.example.com' }, /openai_api_base changes/],
    ['no address', { openai_api_key: shown.openai_api_key }, /openai_api_base changes/],
    ['another mask', { ...shown, openai_api_key: '••••0000' }, /openai_api_key is masked/],
  ])('are not sent to %s', async (_, given, problem) => {
    const { models } = setUp();
    await models.configure('w1', 'openai', { openai_api_key: KEY, openai_api_base: address });
    for (const tried of [models.test('w1', 'openai', given), models.configure('w1', 'openai', given)]) {
      await expect(tried).rejects.toMatchObject({
        code: 'models.invalid_credentials',
        message: expect.stringMatching(problem),
      });
    }
    expect((await models.resolve('w1', llm('openai'))).credentials.openai_api_base).toBe(address);
  });
});

describe('models a workspace has set', () => {
  const demo = { provider: 'demo', type: 'llm', model: 'demo-chat' } as const;

  it('are refused by name when they are switched off, and hidden', async () => {
    const { models } = setUp();
    await models.setEnabled('w1', demo, false);
    for (const name of ['demo-chat', ' demo-chat ']) {
      await expect(models.resolve('w1', llm('Demo', name))).rejects.toMatchObject({
        code: 'models.model_currently_not_support',
        message: expect.stringContaining('demo-chat'),
      });
    }
    expect((await models.available('w1', 'llm')).map(({ name }) => name)).toEqual([]);
    const view = (await models.providers('w1')).find(({ id }) => id === 'demo');
    expect(view?.models[0]).toMatchObject({ name: 'demo-chat', isEnabled: false });
    await models.setEnabled('w1', demo, true);
    expect((await models.available('w1', 'llm')).map(({ name }) => name)).toEqual(['demo-chat']);
    await models.resolve('w1', llm('demo', 'demo-chat'));
  });

  it('are meant where none is named', async () => {
    const { models } = setUp();
    await expect(models.resolve('w1', llm('', ''))).rejects.toMatchObject({
      code: 'models.provider_not_initialize',
      message: expect.stringContaining('no default'),
    });
    await expect(models.setDefault('w1', 'llm', { provider: 'openai', model: 'gpt-4o' })).rejects.toMatchObject({
      code: 'models.provider_not_initialize',
    });
    await models.setDefault('w1', 'llm', { provider: 'Demo', model: 'demo-chat' });
    expect((await models.defaults('w1')).get('llm')).toEqual({ provider: 'demo', model: 'demo-chat' });
    expect(await models.resolve('w1', llm('', ''))).toMatchObject({ description: { name: 'demo-chat' } });
    await models.setDefault('w1', 'llm', null);
    await expect(models.resolve('w1', llm('', ''))).rejects.toMatchObject({ message: expect.stringContaining('llm') });
  });

  it('can be added where names are open, once, and removed', async () => {
    const { models } = setUp();
    await models.configure('w1', 'openai', { openai_api_key: KEY });
    const mine = { provider: 'openai', type: 'llm', model: 'meta/mine', contextSize: 4_096 } as const;
    await models.addModel('w1', mine);
    expect((await models.resolve('w1', llm('openai', 'meta/mine'))).description).toMatchObject({ contextSize: 4_096 });
    expect((await models.available('w1', 'llm')).map(({ name }) => name)).toContain('meta/mine');
    await expect(models.addModel('w1', mine)).rejects.toMatchObject({ code: 'models.model_exists' });
    await expect(models.addModel('w1', { ...mine, model: 'gpt-4o' })).rejects.toMatchObject({
      code: 'models.model_exists',
    });
    await expect(models.addModel('w1', { ...mine, provider: 'demo' })).rejects.toMatchObject({
      code: 'models.closed_catalogue',
    });
    await models.removeModel('w1', mine);
    await expect(models.removeModel('w1', mine)).rejects.toMatchObject({ code: 'models.unknown_model' });
  });
});

describe('models in an engine thread', () => {
  it('are loaded with the credentials of the run and price their calls', async () => {
    await using server = await startFakeOpenAi();
    await using egress = openEgress();
    const { models } = setUp();
    await models.configure('w1', 'openai', { openai_api_key: KEY, openai_api_base: server.url });
    const { context } = testContext({
      services: [[Egress, egress]],
      calls: { 'models.resolve': (input) => models.resolve('w1', input as ModelReference) },
    });
    const ready = await create().llm(context, 'langgenius/openai/openai', 'gpt-4o');
    const request: LlmRequest = {
      model: 'gpt-4o',
      mode: 'chat',
      messages: [{ role: 'user', content: 'x' }],
      parameters: {},
      signal: context.signal,
    };
    let text = '';
    for await (const batch of ready.stream(request))
      for (const part of batch) if (part.type === 'text') text += part.text;
    expect(text).toContain('Hello world');
    expect(ready.provider).toBe('openai');
    const usage = ready.usage({ promptTokens: 100, completionTokens: 10, latency: 1, timeToFirstToken: null });
    expect(usage).toMatchObject({ totalPrice: '0.00035', timeToFirstToken: null });
  });
});
