import { describe, expect, it } from 'vitest';
import { AudioMemory } from './audio-memory.ts';

describe('the memory of recordings', () => {
  it('is shared, bounded, and given back once', () => {
    const memory = new AudioMemory(100);
    const [first, second] = [memory.open(), memory.open()];
    first.take(60);
    second.take(40);
    expect(() => second.take(1)).toThrow(
      expect.objectContaining({ code: 'speech-api.too_many_requests', retryAfter: 1 }),
    );
    first[Symbol.dispose]();
    first[Symbol.dispose]();
    second.take(60);
    expect(() => second.take(1)).toThrow();
  });
});
