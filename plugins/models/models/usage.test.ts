import { describe, expect, it } from 'vitest';
import { add, formatDecimal, multiply, parseDecimal, round, ZERO } from './decimal.ts';
import { usageOf } from './usage.ts';

function rounded(text: string): string {
  return formatDecimal(round(parseDecimal(text) ?? ZERO, 7));
}

describe('decimals', () => {
  it.each([
    ['0.00000005', '0.0000001'],
    ['0.00000004999', '0'],
    ['-0.00000005', '-0.0000001'],
    ['1.10', '1.1'],
    ['1e-6', '0.000001'],
    ['12E2', '1200'],
    ['100', '100'],
  ])('round %s to %s', (text, expected) => {
    expect(rounded(text)).toBe(expected);
  });

  it('do not lose what floats lose', () => {
    const tenth = parseDecimal('0.1') ?? ZERO;
    const fifth = parseDecimal('0.2') ?? ZERO;
    expect(formatDecimal(add(tenth, fifth))).toBe('0.3');
    expect(formatDecimal(multiply(tenth, fifth))).toBe('0.02');
  });

  it.each(['', 'x', '1,5', '.5', 'Infinity', '1e9999'])('are not read from %j', (text) => {
    expect(parseDecimal(text)).toBeNull();
  });
});

describe('the usage of a call', () => {
  const measure = { promptTokens: 41, completionTokens: 6, latency: 0.82041, timeToFirstToken: 0.2 };

  it('has exact prices', () => {
    const price = { prompt: '0.001', completion: '0.002', unit: '0.001', currency: 'USD' };
    expect(usageOf(price, measure)).toEqual({
      promptTokens: 41,
      completionTokens: 6,
      totalTokens: 47,
      promptUnitPrice: '0.001',
      promptPriceUnit: '0.001',
      promptPrice: '0.000041',
      completionUnitPrice: '0.002',
      completionPriceUnit: '0.001',
      completionPrice: '0.000012',
      totalPrice: '0.000053',
      currency: 'USD',
      latency: 0.82,
      timeToFirstToken: 0.2,
      timeToGenerate: 0.62,
    });
  });

  it('rounds each price to seven decimals before they are added', () => {
    const price = { prompt: '0.05', completion: '0.05', unit: '0.000001', currency: 'EUR' };
    const usage = usageOf(price, { ...measure, promptTokens: 1, completionTokens: 1 });
    expect(usage).toMatchObject({
      promptPrice: '0.0000001',
      completionPrice: '0.0000001',
      totalPrice: '0.0000002',
      currency: 'EUR',
    });
  });

  it('is of whole tokens that records hold, whatever a provider tells', () => {
    const counts = (promptTokens: number, completionTokens: number) => {
      const usage = usageOf(undefined, { ...measure, promptTokens, completionTokens });
      return [usage.promptTokens, usage.completionTokens, usage.totalTokens];
    };
    expect(counts(Number.NaN, -3)).toEqual([0, 0, 0]);
    expect(counts(1.4, Number.POSITIVE_INFINITY)).toEqual([1, 1_000_000_000, 1_000_000_001]);
  });

  it('costs nothing without a price', () => {
    expect(usageOf(undefined, measure)).toMatchObject({
      promptUnitPrice: '0',
      promptPrice: '0',
      totalPrice: '0',
      currency: 'USD',
    });
  });
});
