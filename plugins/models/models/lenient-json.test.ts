import { describe, expect, it } from 'vitest';
import { readLenientJson } from './lenient-json.ts';

describe('lenient JSON', () => {
  it('is repaired', () => {
    expect(readLenientJson("{a: 'b',}")).toEqual({ a: 'b' });
  });

  it('is read at any length when it is right, and not repaired beyond what that is worth', () => {
    expect(readLenientJson(JSON.stringify(["'a".repeat(200_000)]))).toHaveLength(1);
    expect(() => readLenientJson("'a".repeat(200_000))).toThrow(/too long to repair/);
  });
});
