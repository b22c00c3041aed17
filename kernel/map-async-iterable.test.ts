import { describe, expect, it } from 'vitest';
import { mapAsyncIterable } from './map-async-iterable.ts';

describe('a mapAsyncIterable iterable', () => {
  it('gives each value mapAsyncIterable, and the end', async () => {
    async function* numbers() {
      yield 1;
      yield 2;
    }
    const shown: string[] = [];
    for await (const text of mapAsyncIterable(numbers(), (value) => `<${value}>`)) shown.push(text);
    expect(shown).toEqual(['<1>', '<2>']);
  });

  it('can be mapAsyncIterable again, in order', async () => {
    async function* numbers() {
      yield 1;
      yield 2;
    }
    const twice = mapAsyncIterable(
      mapAsyncIterable(numbers(), (value) => value + 1),
      (value) => `<${value}>`,
    );
    const shown: string[] = [];
    for await (const text of twice) shown.push(text);
    expect(shown).toEqual(['<2>', '<3>']);
  });

  it('fails as its source and as the mapping do', async () => {
    async function* broken() {
      yield 1;
      throw new Error('source');
    }
    const steps = mapAsyncIterable(broken(), (value) => value)[Symbol.asyncIterator]();
    expect(await steps.next()).toEqual({ done: false, value: 1 });
    await expect(steps.next()).rejects.toThrow('source');
    let isLeft = false;
    async function* endless() {
      try {
        for (;;) yield 1;
      } finally {
        isLeft = true;
      }
    }
    const refused = mapAsyncIterable(endless(), () => {
      throw new Error('mapping');
    })[Symbol.asyncIterator]();
    await expect(refused.next()).rejects.toThrow('mapping');
    expect(isLeft).toBe(true);
  });

  it('can be left while its source has nothing to give', async () => {
    let left = 0;
    const source: AsyncIterable<number> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => {}),
        return: async () => {
          left += 1;
          return { done: true, value: undefined };
        },
      }),
    };
    const steps = mapAsyncIterable(source, (value) => value)[Symbol.asyncIterator]();
    void steps.next();
    await steps.return?.();
    expect(left).toBe(1);
  });
});
