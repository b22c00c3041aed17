import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDecimal } from '#plugins/models/decimal.ts';
import { usageOf } from '#plugins/models/usage.ts';
import { catalogueNameOf, catalogueOf, undated } from './catalogue-of.ts';

const providers = readdirSync(new URL('./generated/', import.meta.url))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -5));

const find = (provider: string, model: string) => catalogueOf(provider).find(({ name }) => name === model);

describe('the catalogue', () => {
  it.each(providers)('of %s names each model once, with prices that are decimals', (provider) => {
    const models = catalogueOf(provider);
    expect(new Set(models.map(({ name, type }) => `${type} ${name}`)).size).toBe(models.length);
    for (const { price, contextSize = 1 } of models) {
      expect(contextSize).toBeGreaterThan(0);
      if (price === undefined) continue;
      const { tiers = [], ...rest } = price;
      for (const { prompt, completion, cachedPrompt = '0', cacheWrite = '0' } of [rest, ...tiers]) {
        for (const text of [prompt, completion, cachedPrompt, cacheWrite]) {
          // Dollars per million tokens: more than any model costs would be a slip of a unit.
          expect(parseDecimal(text)).not.toBeNull();
          expect(Number(text)).toBeLessThan(1_000);
        }
      }
    }
  });

  it('knows what agents and indexes need to know', () => {
    expect(find('openai', 'text-embedding-3-small')).toMatchObject({ type: 'embedding', dimensions: 1_536 });
    expect(find('tongyi', 'text-embedding-v4')?.maxBatch).toBe(10);
    expect(find('anthropic', 'claude-sonnet-4-5')?.features).toContain('tool-call');
    expect(find('cohere', 'rerank-v3.5')?.type).toBe('rerank');
    expect(find('openai', 'tts-1')?.voices?.[0]).toEqual({ id: 'alloy', label: 'Alloy' });
  });

  it('prices what was read from caches, and long prompts', () => {
    const price = find('anthropic', 'claude-sonnet-4-5')?.price;
    const measure = { completionTokens: 1_000, latency: 1, timeToFirstToken: null };
    const short = usageOf(price, { ...measure, promptTokens: 100_000, cachedTokens: 90_000 });
    expect(short).toMatchObject({ promptPrice: '0.057', completionPrice: '0.015' });
    expect(usageOf(price, { ...measure, promptTokens: 300_000 }).promptPrice).toBe('1.8');
  });

  it.each([
    ['openai', 'gpt-5-2026-01-31', 'gpt-5'],
    ['openai', ' GPT-4o ', 'gpt-4o'],
    ['openai', 'gpt-4o-2024-05-13', 'gpt-4o-2024-05-13'],
    ['azure_openai', 'gpt-35-turbo', 'gpt-3.5-turbo'],
    ['anthropic', 'claude-opus-5-20270101', 'claude-opus-5'],
    ['anthropic', 'claude-opus-5-5', 'claude-opus-5-5'],
    ['google', 'gemini-2.0-flash-001', 'gemini-2.0-flash'],
    ['bedrock', 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'],
    ['openai', 'gpt-17', undefined],
    ['openai', 'constructor', undefined],
    ['../generated/openai', 'gpt-5', undefined],
    ['__proto__', 'gpt-5', undefined],
  ])('of %s: %s is %s', (provider, name, expected) => {
    expect(catalogueNameOf(provider, name)).toBe(expected);
  });

  it('takes no part of a name for a date', () => {
    expect(['gpt-4-32k', 'gpt-3.5-turbo', 'o3', 'text-embedding-3-small'].map(undated)).toEqual([
      'gpt-4-32k',
      'gpt-3.5-turbo',
      'o3',
      'text-embedding-3-small',
    ]);
  });

  it('is empty for a provider nobody knows', () => {
    expect(catalogueOf('acme')).toEqual([]);
  });
});
