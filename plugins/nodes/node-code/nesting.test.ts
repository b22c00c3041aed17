import { describe, expect, it } from 'vitest';
import { nestsDeeper } from './nesting.ts';

describe('the depth of JSON text', () => {
  it.each<[string, number, boolean]>([
    ['[[[]]]', 3, false],
    ['[[[]]]', 2, true],
    ['[{"a":[1]}]', 2, true],
    ['[[],[],[]]', 2, false],
    ['["[[[["]', 1, false],
    ['["\\"[[[["]', 1, false],
    ['["\\\\",[[]]]', 2, true],
    ['["[[[[', 1, false],
  ])('%s against %i', (text, levels, expected) => {
    expect(nestsDeeper(text, levels)).toBe(expected);
  });

  it('is told of millions of levels without parsing them', () => {
    expect(nestsDeeper('['.repeat(5_000_000), 1000)).toBe(true);
  });
});
