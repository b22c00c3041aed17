import { describe, expect, it } from 'vitest';
import { memoryStore, memoryVault, plainSecrets, silence } from '#plugins/credentials/testing/vault-parts.ts';
import { openEgress } from '#plugins/egress/testing/open-egress.ts';
import { catalogueOf, type ModelProvider, type TypedModelName } from './contract.ts';
import { createModels } from './models.ts';
import { installedProviders, memorySettings } from './testing/model-parts.ts';

const provider: ModelProvider = {
  id: 'openai',
  label: 'Listed',
  credentials: {
    type: 'object',
    properties: { list: { type: 'string' }, prices: { type: 'string', format: 'model-prices' } },
  },
  types: ['llm', 'embedding'],
  models: catalogueOf('openai').filter(({ name }) => ['gpt-5', 'o3', 'gpt-4o', 'tts-1'].includes(name)),
  openCatalogue: true,
  module: new URL('./testing/listing-provider.ts', import.meta.url),
};
const silent: ModelProvider = {
  ...provider,
  id: 'demo',
  keyless: true,
  models: [{ name: 'm', type: 'llm', parameters: [{ name: 'pace', label: 'Pace', type: 'int' }] }],
  openCatalogue: false,
  module: new URL('./testing/silent-provider.ts', import.meta.url),
};

async function setUp(list: unknown, more: Readonly<Record<string, string>> = {}) {
  const models = createModels({
    installed: installedProviders(provider, silent),
    vault: memoryVault(memoryStore()),
    store: memorySettings(),
    notifications: silence,
    egress: openEgress(),
    secrets: plainSecrets(),
  });
  await models.configure('w1', 'openai', { list: JSON.stringify(list), ...more });
  return models;
}

describe('the models a provider says it has', () => {
  const list = [
    { name: 'new-model', type: 'llm', contextSize: 1_000 },
    { name: 'gpt-5-2026-01-31', type: 'llm' },
    { name: 'gpt-5', type: 'llm' },
  ];

  it('are told with what the catalogue knows of them, and without a price where it knows none', async () => {
    const models = await setUp(list);
    expect(await models.fetchModels('w1', 'openai')).toMatchObject([
      { name: 'gpt-5', isListed: true, price: { prompt: '1.25' } },
      { name: 'gpt-5-2026-01-31', isListed: false, contextSize: 400_000, price: { prompt: '1.25' } },
      { name: 'new-model', isListed: false, contextSize: 1_000 },
    ]);
    expect((await models.fetchModels('w1', 'openai'))[2]).not.toHaveProperty('price');
  });

  it('have the prices of the workspace', async () => {
    const models = await setUp(list, { prices: '{"new-model": {"prompt": "7"}}' });
    expect((await models.fetchModels('w1', 'openai'))[2]?.price?.prompt).toBe('7');
  });

  it('are added once, and keep what is known of them', async () => {
    const models = await setUp(list);
    const names = [
      { type: 'llm', model: 'new-model' },
      { type: 'llm', model: 'gpt-5' },
      { type: 'llm', model: 'gpt-5-2026-01-31' },
      { type: 'llm', model: 'new-model' },
    ] as const;
    const added = await models.addFetched('w1', 'openai', names);
    expect(added.map(({ name, isListed }) => [name, isListed])).toEqual([
      ['new-model', true],
      ['gpt-5-2026-01-31', true],
    ]);
    expect(await models.addFetched('w1', 'openai', names)).toEqual([]);
    const [view] = await models.providers('w1');
    expect(view?.models.filter(({ isCustom }) => isCustom)).toMatchObject([
      { name: 'new-model', contextSize: 1_000 },
      { name: 'gpt-5-2026-01-31', price: { prompt: '1.25' } },
    ]);
    const resolved = await models.resolve('w1', { type: 'llm', provider: 'openai', model: 'gpt-5-2026-01-31' });
    expect(resolved.description).toMatchObject({ price: { prompt: '1.25' }, contextSize: 400_000 });
  });

  it('that are not in the list are refused, and nothing is added', async () => {
    const models = await setUp(list);
    const names = [
      { type: 'llm', model: 'new-model' },
      { type: 'embedding', model: 'gpt-5' },
    ] as const;
    await expect(models.addFetched('w1', 'openai', names)).rejects.toMatchObject({ code: 'models.unknown_model' });
    expect((await models.fetchModels('w1', 'openai')).filter(({ isListed }) => isListed)).toHaveLength(1);
  });

  it('attack T21: are as many, as long and as sound as names may be, whatever a server says', async () => {
    const flood = Array.from({ length: 6_000 }, (_, index) => ({ name: `m${index}`, type: 'llm' }));
    const bad = [
      { name: 'x'.repeat(300), type: 'llm' },
      { name: 'two words', type: 'llm' },
      { name: 'line\nbreak', type: 'llm' },
      { name: 7, type: 'llm' },
      { name: 'film', type: 'video' },
      { name: 'good', type: 'llm', contextSize: -5 },
      { name: 'good', type: 'llm', contextSize: 1e300 },
    ];
    expect(await (await setUp(bad)).fetchModels('w1', 'openai')).toEqual([
      { name: 'good', type: 'llm', isListed: false },
    ]);
    expect(await (await setUp(flood)).fetchModels('w1', 'openai')).toHaveLength(5_000);
  });

  it('are unknown of a provider that tells no list, has no credentials, or is not installed', async () => {
    const models = await setUp(list);
    await expect(models.fetchModels('w1', 'demo')).rejects.toMatchObject({ code: 'models.no_model_list' });
    await expect(models.fetchModels('w2', 'openai')).rejects.toMatchObject({ code: 'models.provider_not_initialize' });
    await expect(models.fetchModels('w1', 'acme')).rejects.toMatchObject({ code: 'models.unknown_provider' });
  });
});

describe('the parameters of a model', () => {
  const names = async (name: TypedModelName) => {
    const found = await (await setUp([])).parameters('w1', name);
    return found.map((parameter) => parameter.name);
  };
  const llm = (model: string, of = 'openai') => names({ provider: of, type: 'llm', model });

  it('are those of its type and provider, as far as the model takes them', async () => {
    expect(await llm('gpt-4o')).toEqual([
      ...['temperature', 'top_p', 'presence_penalty', 'frequency_penalty', 'seed', 'max_tokens'],
      ...['response_format', 'json_schema'],
    ]);
    expect(await llm('o3-2026-01-01')).toEqual(['max_tokens', 'reasoning_effort', 'response_format', 'json_schema']);
    expect(await llm('m', 'demo')).toEqual(['pace']);
    expect(await names({ provider: 'openai', type: 'embedding', model: 'x' })).toEqual([]);
  });

  it('have the limits of the model, and its voices', async () => {
    const models = await setUp([]);
    const found = await models.parameters('w2', { provider: 'openai', type: 'llm', model: 'gpt-4o' });
    expect(found.find(({ name }) => name === 'max_tokens')).toMatchObject({ type: 'int', min: 1, max: 16_384 });
    const [voice] = await models.parameters('w1', { provider: 'openai', type: 'text-to-speech', model: 'tts-1' });
    expect(voice).toMatchObject({ type: 'select', options: expect.arrayContaining(['alloy']) });
  });

  it('are not those of a model there is not', async () => {
    await expect(llm('other', 'demo')).rejects.toMatchObject({ code: 'models.model_currently_not_support' });
    await expect(llm('m', 'acme')).rejects.toMatchObject({ code: 'models.unknown_provider' });
  });
});
