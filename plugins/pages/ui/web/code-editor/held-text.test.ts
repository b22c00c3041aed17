import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HeldText } from './held-text.ts';

describe('what is typed', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const held = (text = '') => {
    const told: string[] = [];
    return { told, text: new HeldText(text, (next) => told.push(next)) };
  };

  it('is told after a pause, once a second where there is none, and at once when it is asked for', () => {
    const { told, text } = held();
    text.type('a');
    text.type('ab');
    expect(told).toEqual([]);
    vi.advanceTimersByTime(150);
    expect(told).toEqual(['ab']);
    for (let keys = 1; keys <= 12; keys++) {
      text.type('x'.repeat(keys));
      vi.advanceTimersByTime(100);
    }
    expect(told).toEqual(['ab', 'x'.repeat(10)]);
    text.tell();
    text.tell();
    vi.advanceTimersByTime(1_000);
    expect(told).toEqual(['ab', 'x'.repeat(10), 'x'.repeat(12)]);
  });

  it('is not taken back by what was told of it before', () => {
    const { told, text } = held('a');
    text.type('ab');
    text.tell();
    text.type('abc');
    expect(text.take('ab')).toBe(false);
    text.tell();
    expect(told).toEqual(['ab', 'abc']);
    expect(text.take('abc')).toBe(true);
    // Taken back by the document.
    expect(text.take('a')).toBe(true);
  });

  it('is kept when another text comes meanwhile', () => {
    const { told, text } = held('a');
    text.type('ab');
    expect(text.take('theirs')).toBe(false);
    expect(told).toEqual(['ab']);
  });
});
