import { describe, expect, it } from 'vitest';
import type { Usage } from '#engine';
import { runInPlace } from '#engine/testing/run-in-place.ts';
import { addDecimals, addUsage, modelUses, noUsage, usageDetails, usageRecord } from './usage.ts';

describe('decimal sums', () => {
  it.each([
    ['0.1', '0.2', '0.3'],
    ['0', '0.00042', '0.00042'],
    ['0.10', '0.2', '0.30'],
    ['1', '2', '3'],
    ['999999999999999999999.9', '0.1', '1000000000000000000000.0'],
    ['-0.5', '0.2', '-0.3'],
    ['1E-7', '2e-7', '0.0000003'],
    ['1e3', '0.5', '1000.5'],
    ['', '0.5', '0.5'],
    ['free', '0.5', '0.5'],
    ['5.', '1', '6'],
  ])('%s + %s = %s', (a, b, sum) => {
    expect(addDecimals(a, b)).toBe(sum);
  });
});

describe('usage of a run', () => {
  const usage = {
    ...noUsage,
    promptTokens: 10,
    completionTokens: 5,
    totalTokens: 15,
    promptUnitPrice: '0.001',
    promptPrice: '0.00001',
    completionPrice: '0.1',
    totalPrice: '0.10001',
    latency: 1.5,
  };

  it('is that of its only call', () => {
    expect(addUsage(noUsage, usage)).toBe(usage);
  });

  it('adds tokens, prices and times, and keeps the later unit prices', () => {
    const later = { ...usage, promptUnitPrice: '0.002', currency: 'EUR', timeToFirstToken: 0.3, timeToGenerate: 1 };
    expect(addUsage(usage, later)).toMatchObject({
      promptTokens: 20,
      totalTokens: 30,
      promptUnitPrice: '0.002',
      promptPrice: '0.00002',
      completionPrice: '0.2',
      totalPrice: '0.20002',
      currency: 'EUR',
      latency: 3,
      timeToFirstToken: 0.3,
      timeToGenerate: 1,
    });
  });

  it('keeps the price and currency of what cost something, and no dust of floats', () => {
    const euros = { ...usage, currency: 'EUR', latency: 0.1 };
    expect(addUsage(euros, { ...noUsage, totalTokens: 3, latency: 0.2 })).toMatchObject({
      promptUnitPrice: '0.001',
      totalTokens: 18,
      totalPrice: '0.10001',
      currency: 'EUR',
      latency: 0.3,
    });
  });

  it('adds kinds of tokens, of each model apart, and tells in records that a price is not known', () => {
    const one = { ...usage, model: 'a/one', cachedTokens: 4, reasoningTokens: 2 };
    const other = { ...usage, model: 'b/two', totalPrice: '0', cachedTokens: 1, unpricedTokens: 15 };
    const sum = addUsage(one, other);
    expect(sum).toMatchObject({ cachedTokens: 5, reasoningTokens: 2, unpricedTokens: 15 });
    expect(sum).not.toHaveProperty('cacheWriteTokens');
    expect(modelUses(sum)).toMatchObject([
      { model: 'a/one', cachedTokens: 4, reasoningTokens: 2 },
      { model: 'b/two', cachedTokens: 1, unpricedTokens: 15 },
    ]);
    expect(usageDetails(sum)).toEqual({
      ...usageRecord(sum),
      prompt_cached_tokens: 5,
      completion_reasoning_tokens: 2,
      is_priced: false,
    });
    expect(usageDetails(usage)).toEqual(usageRecord(usage));
  });

  it('stops counting tokens where records end', () => {
    const most = { ...usage, totalTokens: 2 ** 31 - 10 };
    expect(addUsage(most, usage).totalTokens).toBe(2 ** 31 - 1);
  });

  it('counts every attempt once, those that failed as well', async () => {
    const start = { type: 'start' };
    const { finished, events } = await runInPlace({
      nodes: {
        start,
        a: { type: 'work', usage, fails: 2, retry_config: { retry_enabled: true, max_retries: 2, retry_interval: 0 } },
        b: { type: 'work', usage, fails: true, error_strategy: 'fail-branch' },
      },
      edges: [
        ['start', 'a'],
        ['a', 'b'],
      ],
    });
    expect(finished).toMatchObject({ totalTokens: 60, usage: { totalPrice: '0.40004' } });
    const results = events.filter((event) => event.kind === 'node-retry' || event.kind === 'node-finished');
    expect(results.map((event) => [event.kind, event.nodeId, JSON.parse(event.metadata ?? '{}').total_tokens])).toEqual(
      [
        ['node-finished', 'start', undefined],
        ['node-retry', 'a', 15],
        ['node-retry', 'a', 15],
        ['node-finished', 'a', 15],
        ['node-finished', 'b', 15],
      ],
    );
  });
});

describe('what each model used', () => {
  const use = (model: string, currency: string, totalPrice: string): Usage => ({
    ...noUsage,
    promptTokens: 3,
    completionTokens: 1,
    totalTokens: 4,
    totalPrice,
    currency,
    model,
  });

  it('stays one while there is one', () => {
    const sum = [use('a/x', 'USD', '0.1'), use('a/x', 'USD', '0.2')].reduce(addUsage, noUsage);
    expect([sum.model, sum.parts, sum.totalPrice]).toEqual(['a/x', undefined, '0.3']);
    expect(modelUses(sum)).toMatchObject([{ model: 'a/x', totalTokens: 8, price: '0.3', currency: 'USD' }]);
    expect(modelUses(noUsage)).toEqual([]);
  });

  it('is kept apart by model and currency, in whatever order sums are added', () => {
    const left = addUsage(use('a/x', 'USD', '0.1'), use('b/y', 'EUR', '5'));
    const right = addUsage(use('a/x', 'USD', '0.2'), use('a/x', 'EUR', '1'));
    const uses = modelUses(addUsage(left, right));
    expect(uses.map(({ model, currency, price, totalTokens }) => [model, currency, price, totalTokens])).toEqual([
      ['a/x', 'USD', '0.3', 8],
      ['b/y', 'EUR', '5', 4],
      ['a/x', 'EUR', '1', 4],
    ]);
    expect(addUsage(left, right).model).toBeUndefined();
  });
});
