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

  const tiered = {
    prompt: '3',
    cachedPrompt: '0.3',
    cacheWrite: '3.75',
    completion: '15',
    unit: '0.000001',
    currency: 'USD',
  };

  it('prices what was read from the cache, and written into it, apart', () => {
    const tokens = { promptTokens: 1_000, cachedTokens: 600, cacheWriteTokens: 300, completionTokens: 10 };
    expect(usageOf(tiered, { ...measure, ...tokens, reasoningTokens: 4 })).toMatchObject({
      cachedTokens: 600,
      cacheWriteTokens: 300,
      reasoningTokens: 4,
      totalTokens: 1_010,
      promptUnitPrice: '3',
      // 100 × 3 + 600 × 0.3 + 300 × 3.75 millionths
      promptPrice: '0.001605',
      totalPrice: '0.001755',
    });
    const { cachedPrompt: _, cacheWrite: __, ...plain } = tiered;
    expect(usageOf(plain, { ...measure, ...tokens }).promptPrice).toBe('0.003');
  });

  it('takes the highest tier that the prompt reaches, in whatever order they are written', () => {
    const tiers = [
      { from: 400_000, prompt: '12', completion: '45' },
      { from: 200_000, prompt: '6', completion: '22.5', cachedPrompt: '0.6' },
    ];
    const promptUnit = (promptTokens: number) => {
      const { promptUnitPrice, completionUnitPrice } = usageOf({ ...tiered, tiers }, { ...measure, promptTokens });
      return [promptUnitPrice, completionUnitPrice];
    };
    expect(promptUnit(199_999)).toEqual(['3', '15']);
    expect(promptUnit(200_000)).toEqual(['6', '22.5']);
    expect(promptUnit(400_000)).toEqual(['12', '45']);
    const read = { ...measure, promptTokens: 200_000, cachedTokens: 200_000, completionTokens: 0 };
    expect(usageOf({ ...tiered, tiers }, read).totalPrice).toBe('0.12');
  });

  it('says that a model has no price, which is not that it is free', () => {
    expect(usageOf(undefined, measure).unpricedTokens).toBe(47);
    const free = { prompt: '0', completion: '0', unit: '0.000001', currency: 'USD' };
    expect(usageOf(free, measure)).not.toHaveProperty('unpricedTokens');
  });

  it.each([
    [{ cachedTokens: 100 }, { cachedTokens: 41 }],
    [
      { cachedTokens: 40, cacheWriteTokens: 40 },
      { cachedTokens: 40, cacheWriteTokens: 1 },
    ],
    [{ reasoningTokens: 1e300 }, { reasoningTokens: 6 }],
    [{ cachedTokens: Number.NaN, cacheWriteTokens: -5, reasoningTokens: Number.NEGATIVE_INFINITY }, {}],
    [
      { promptTokens: Number.POSITIVE_INFINITY, cachedTokens: 2e9 },
      { promptTokens: 1e9, cachedTokens: 1e9 },
    ],
  ])('never has more kinds of tokens than tokens: %j', (told, expected) => {
    const usage = usageOf(tiered, { ...measure, ...told });
    const { cachedTokens, cacheWriteTokens, reasoningTokens, promptTokens, totalPrice } = usage;
    expect({ promptTokens, cachedTokens, cacheWriteTokens, reasoningTokens }).toEqual({
      promptTokens: 41,
      cachedTokens: undefined,
      cacheWriteTokens: undefined,
      reasoningTokens: undefined,
      ...expected,
    });
    expect(Number(totalPrice)).toBeGreaterThan(0);
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
