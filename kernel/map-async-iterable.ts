/**
 * What an iterable gives, each value mapped; where the mapping throws, the iterable is left. No generator: one that waits for
 * the next value hears of being left only when that has come, and each value would wait for more promises.
 */
export function mapAsyncIterable<From, To>(source: AsyncIterable<From>, map: (value: From) => To): AsyncIterable<To> {
  return source instanceof Mapped ? source.and(map) : new Mapped(source, map);
}

/** Mappings one after the other are one: each value waits for one promise, however many there are. */
class Mapped<From, To> implements AsyncIterable<To> {
  readonly #source: AsyncIterable<From>;
  readonly #map: (value: From) => To;

  constructor(source: AsyncIterable<From>, map: (value: From) => To) {
    this.#source = source;
    this.#map = map;
  }

  and<Other>(map: (value: To) => Other): Mapped<From, Other> {
    return new Mapped(this.#source, (value) => map(this.#map(value)));
  }

  [Symbol.asyncIterator](): AsyncIterator<To, undefined> {
    const iterator = this.#source[Symbol.asyncIterator]();
    const map = this.#map;
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
  }
}
