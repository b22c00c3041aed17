import { describe, expect, it } from 'vitest';
import { addDecimals, addUsage, noUsage } from './usage.ts';

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
});
