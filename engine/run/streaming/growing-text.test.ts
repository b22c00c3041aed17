import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { GrowingText } from './growing-text.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Bytes of the heap that 100 of what is made hold. */
function bytesOf(make: () => unknown): number {
  collect();
  const before = process.memoryUsage().heapUsed;
  const made = Array.from({ length: 100 }, make);
  collect();
  return made.length === 100 ? process.memoryUsage().heapUsed - before : 0;
}

const pieces = Array.from({ length: 1000 }, (_, index) => `w${index} `);

describe('a growing text', () => {
  it('is its pieces', () => {
    const text = new GrowingText();
    expect(text.toString()).toBe('');
    for (const [index, piece] of pieces.entries()) {
      text.add(piece);
      if (index % 100 === 0) expect(text.toString()).toBe(pieces.slice(0, index + 1).join(''));
    }
    text.add('');
    expect(text.toString()).toBe(pieces.join(''));
    expect(text.length).toBe(pieces.join('').length);
  });

  it('holds little more than its characters', () => {
    const joined = bytesOf(() => {
      let text = '';
      for (const piece of pieces) text += piece;
      return { text };
    });
    const growing = bytesOf(() => {
      const text = new GrowingText();
      for (const piece of pieces) text.add(piece);
      return text;
    });
    expect(growing).toBeLessThan(joined / 2);
  });
});
