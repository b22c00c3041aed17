import type { RunEvent } from '../../engine/contract.ts';
import { KeptEvents } from './kept-events.ts';

type Batch = readonly RunEvent[];
type Step = IteratorResult<Batch, undefined>;

const over: Step = { done: true, value: undefined };

/** What readers of a run in progress are told: all of its events, whenever they begin. */
export class EventFeed {
  readonly #kept = new KeptEvents();
  #waiting = new Set<FeedReader>();
  #isOver = false;
  #failure: unknown;

  /** From the first event on. */
  read(accepted: Promise<void>, signal?: AbortSignal): AsyncIterableIterator<Batch, undefined> {
    return new FeedReader(this, accepted, signal);
  }

  add(batch: Batch): void {
    this.#kept.add(batch);
    this.#wake();
  }

  /** Nothing follows; with a failure, readers that have read all of it learn of that. */
  end(failure?: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#failure = failure;
    this.#wake();
  }

  /** For readers: what follows after so many batches, and how many that makes; null: it is over; undefined: nothing yet. */
  after(count: number): ReturnType<KeptEvents['after']> | null {
    const next = this.#kept.after(count);
    if (next !== undefined || !this.#isOver) return next;
    if (this.#failure !== undefined) throw this.#failure;
    return null;
  }

  /** For readers: wakes this one when there is something new. */
  wait(reader: FeedReader): void {
    this.#waiting.add(reader);
  }

  /** This one waits no more. */
  leave(reader: FeedReader): void {
    this.#waiting.delete(reader);
  }

  #wake(): void {
    if (this.#waiting.size === 0) return;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const reader of waiting) reader.wake();
  }
}

/**
 * No generator: with one, each token would wait for three promises more, and who waits for a token could not leave before
 * it came. Steps are asked for one after the other. The first waits until the run is accepted, whoever leaves.
 */
class FeedReader implements AsyncIterableIterator<Batch, undefined> {
  readonly #feed: EventFeed;
  /** Null: it is. */
  #accepted: Promise<void> | null;
  #count = 0;
  #isLeft = false;
  #pending: PromiseWithResolvers<Step> | null = null;

  constructor(feed: EventFeed, accepted: Promise<void>, signal: AbortSignal | undefined) {
    this.#feed = feed;
    this.#accepted = accepted;
    if (signal?.aborted) this.#isLeft = true;
    else signal?.addEventListener('abort', () => this.#leave(), { once: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Step> {
    if (this.#accepted !== null) return this.#first(this.#accepted);
    if (this.#pending !== null) throw new Error('a reader asked for two steps at once');
    const pending = Promise.withResolvers<Step>();
    this.#pending = pending;
    this.wake();
    return pending.promise;
  }

  async #first(accepted: Promise<void>): Promise<Step> {
    await accepted;
    this.#accepted = null;
    return this.next();
  }

  async return(): Promise<Step> {
    this.#leave();
    return over;
  }

  wake(): void {
    const pending = this.#pending;
    if (pending === null) return;
    try {
      const step = this.#step();
      if (step === null) {
        this.#feed.wait(this);
        return;
      }
      this.#pending = null;
      pending.resolve(step);
    } catch (error) {
      this.#pending = null;
      pending.reject(error);
    }
  }

  #leave(): void {
    this.#isLeft = true;
    this.#feed.leave(this);
    this.#pending?.resolve(over);
    this.#pending = null;
  }

  /** Null: nothing yet. */
  #step(): Step | null {
    const next = this.#isLeft ? null : this.#feed.after(this.#count);
    if (next === undefined) return null;
    if (next === null) return over;
    this.#count = next.count;
    return { done: false, value: next.batch };
  }
}
