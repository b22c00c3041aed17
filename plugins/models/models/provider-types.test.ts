import { globSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Plugin } from '#kernel';
import { MODEL_TYPES, type ModelProvider, ModelProviders, type ProviderImplementation } from './contract.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const FACTORIES = {
  llm: 'llm',
  embedding: 'embedding',
  rerank: 'rerank',
  'speech-to-text': 'speechToText',
  'text-to-speech': 'textToSpeech',
  moderation: 'moderation',
} as const satisfies Record<(typeof MODEL_TYPES)[number], keyof ProviderImplementation>;

/** What the plugins that come along contribute, without a platform around them. */
async function providers(): Promise<ModelProvider[]> {
  const found: ModelProvider[] = [];
  for (const file of globSync('provider-*/plugin.ts', { cwd: root })) {
    const { plugin } = (await import(pathToFileURL(`${root}${file}`).href)) as { plugin: Plugin };
    const contribute = (point: unknown, ...values: unknown[]) => {
      if (point === ModelProviders) found.push(...(values as ModelProvider[]));
    };
    await plugin.setup({ services: {}, config: {}, contribute } as never);
  }
  return found;
}

describe('the model providers that come along', async () => {
  const all = await providers();

  it('are found', () => expect(all.length).toBeGreaterThan(15));

  it.each(all.map((provider) => [provider.id, provider] as const))(
    '%s makes each type of model it tells of',
    async (_id, provider) => {
      const told = new Set([...(provider.types ?? []), ...(provider.models ?? []).map(({ type }) => type)]);
      if (provider.module === undefined) return;
      const { provider: implementation } = (await import(String(provider.module))) as {
        provider: ProviderImplementation;
      };
      const made = MODEL_TYPES.filter((type) => implementation[FACTORIES[type]] !== undefined);
      expect([...told].filter((type) => !made.includes(type))).toEqual([]);
    },
  );
});
