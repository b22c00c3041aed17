import { describe, expect, it } from 'vitest';
import { estimateTokens, wordCount } from './contract.ts';

describe('figures of a text', () => {
  it.each([
    ['', 0],
    ['Water twice a week.', 4],
    ["It isn't well-known – 3.14", 5],
    ['植物每周浇水两次。', 8],
    ['水をwater', 3],
    ['식물에 물을', 2],
    ['*** — …', 0],
  ])('count the words of %j', (text, words) => {
    expect(wordCount(text)).toBe(words);
  });

  it('tell about how many tokens a model makes of it', () => {
    expect(estimateTokens('')).toBe(0);
    expect(estimateTokens('a'.repeat(480))).toBe(100);
    expect(estimateTokens('水'.repeat(120))).toBe(100);
    expect(estimateTokens('水水水水水水 abcd')).toBe(7);
  });

  it('attack T21: are made of two million characters of any kind', () => {
    for (const piece of ['x', '水', "'", ' ', '😀', '-']) {
      expect(estimateTokens(piece.repeat(2_000_000))).toBeGreaterThan(400_000);
      expect(wordCount(piece.repeat(2_000_000))).toBeGreaterThanOrEqual(0);
    }
  });
});
