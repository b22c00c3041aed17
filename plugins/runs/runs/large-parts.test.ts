import { describe, expect, it } from 'vitest';
import { Random } from '#engine/testing/random.ts';
import { withoutLargeParts, withParts } from './large-parts.ts';

const long = (letter: string, length = 60) => letter.repeat(length);

describe('large parts of a JSON text', () => {
  it('are its long strings, wherever they stand', () => {
    const value = { a: 1, [long('k')]: [true, { deep: long('x') }, 'short'], c: long('x') };
    const { text, parts } = withoutLargeParts(JSON.stringify(value), 50);
    expect(text).toBe('{"a":1,"":[true,{"deep":""},"short"],"c":""}');
    expect(parts.map(([, part]) => part)).toEqual([`"${long('k')}"`, `"${long('x')}"`, `"${long('x')}"`]);
    expect(withParts({ text, parts })).toBe(JSON.stringify(value));
  });

  it('are the whole of it when it has no long strings and is long', () => {
    const text = JSON.stringify(Array.from({ length: 100 }, (_, index) => index));
    expect(withoutLargeParts(text, 50)).toEqual({ text: '""', parts: [[0, text]] });
    expect(withParts(withoutLargeParts(text, 50))).toBe(text);
  });

  it('are none in a short one', () => {
    expect(withoutLargeParts('{"a":""}', 50)).toEqual({ text: '{"a":""}', parts: [] });
  });

  it('come back to the character, whatever the strings hold', () => {
    const next = new Random(7);
    const pieces = ['"', '\\', '\\\\"', '{"a":""}', '\u0000', 'é', '😀', '\ud800', 'x'.repeat(30), '', '\n'];
    for (let round = 0; round < 500; round += 1) {
      const piece = () => Array.from({ length: next.below(12) }, () => pieces[next.below(pieces.length)]).join('');
      const value = { [piece()]: [piece(), { [piece()]: piece() }], n: 1.5, last: piece() };
      const text = JSON.stringify(value);
      expect(withParts(withoutLargeParts(text, 40))).toBe(text);
    }
  });
});
