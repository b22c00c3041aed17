import { describe, expect, it } from 'vitest';
import { parseFloatText, parseInteger } from './python-number.ts';

describe('float(text)', () => {
  it.each([
    ['1', 1],
    [' -1.5 ', -1.5],
    ['1.', 1],
    ['.5', 0.5],
    ['1_000.2_5', 1000.25],
    ['1e3', 1000],
    ['+1_0.e-1', 1],
    ['-inf', Number.NEGATIVE_INFINITY],
  ])('reads %j', (text, value) => {
    expect(parseFloatText(text)).toBe(value);
  });

  it.each(['', '.', '1__0', '_1', '1_', '1e', '1.e', '1 0', '0x1', '1._5'])('refuses %j', (text) => {
    expect(parseFloatText(text)).toBeUndefined();
  });

  it.each(['7', '7_7', '7.7', '7e7'])('refuses a million of %j and a letter at once', (digits) => {
    expect(parseFloatText(`${digits.repeat(1_000_000)}x`)).toBeUndefined();
  });
});

describe('int(text)', () => {
  it('stops where Python stops converting', () => {
    expect(parseInteger('9'.repeat(4300))).toBe(10n ** 4300n - 1n);
    expect(parseInteger('9'.repeat(4301))).toBeUndefined();
  });
});
