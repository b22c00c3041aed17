/**
 * What an iterable gives, each value mapped; where the mapping throws, the iterable is left. No generator: one that waits for
 * the next value hears of being left only when that has come, and each value would wait for more promises.
 */
export function mapped<From, To>(source: AsyncIterable<From>, map: (value: From) => To): AsyncIterable<To> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = source[Symbol.asyncIterator]();
      const show = (step: IteratorResult<From, undefined>): IteratorResult<To, undefined> => {
        if (step.done === true) return step;
        try {
          return { done: false, value: map(step.value) };
        } catch (error) {
          iterator.return?.().catch(() => {});
          throw error;
        }
      };
      return {
        next: () => iterator.next().then(show),
        async return() {
          await iterator.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
