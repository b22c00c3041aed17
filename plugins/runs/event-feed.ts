import type { RunEvent } from '../../engine/contract.ts';
import { KeptEvents } from './kept-events.ts';
import { eventSize } from './unread-events.ts';

type Batch = readonly RunEvent[];
type Step = IteratorResult<Batch, undefined>;

const over: Step = { done: true, value: undefined };

/** Characters that one step of a reader takes: what a connection was given, nobody takes back. */
const STEP = 65_536;

/** Characters of a run that is over which its last readers may hold. */
const LARGE = 262_144;

/** Reads again what follows after so many events of the feed. */
export type ReadAgain = (count: number, signal: AbortSignal) => AsyncIterable<Batch>;

/** What readers of a run in progress are told: all of its events, whenever they begin. */
export class EventFeed {
  #readAgain: ReadAgain | undefined;
  /** Null: let go. */
  #kept: KeptEvents | null = new KeptEvents();
  #count = 0;
  #waiting = new Set<FeedReader>();
  #isOver = false;
  #failure: unknown;

  /** From the first event on. */
  read(accepted: Promise<void>, signal?: AbortSignal): AsyncIterableIterator<Batch, undefined> {
    return new FeedReader(this, accepted, signal);
  }

  add(batch: Batch): void {
    for (const step of stepsOf(batch)) this.#kept?.add(step);
    this.#wake();
  }

  /**
   * Nothing follows; with a failure, readers that have read all of it learn of that. With `readAgain`, a reader that is
   * behind when a large run ends holds no memory: the rest is in the journal.
   */
  end(failure?: unknown, readAgain?: ReadAgain): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#failure = failure;
    this.#wake();
    if (readAgain === undefined || this.#kept?.isLargerThan(LARGE) !== true) return;
    this.#readAgain = readAgain;
    this.#count = this.#kept.count;
    this.#kept = null;
  }

  /** For readers: how to read what follows after so many batches, where it is no longer kept here. */
  letGo(count: number): ReadAgain | undefined {
    return this.#kept === null && count < this.#count ? this.#readAgain : undefined;
  }

  /** For readers: what follows after so many batches, and how many that makes; null: it is over; undefined: nothing yet. */
  after(count: number): ReturnType<KeptEvents['after']> | null {
    const next = this.#kept?.after(count);
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
  #events = 0;
  #isLeft = false;
  #pending: PromiseWithResolvers<Step> | null = null;
  /** What the feed no longer keeps, and how to leave it. */
  #rest: AsyncIterator<Batch> | null = null;
  #leaving: AbortController | null = null;

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
    const readAgain = this.#rest === null && !this.#isLeft ? this.#feed.letGo(this.#count) : undefined;
    if (readAgain !== undefined) {
      this.#leaving = new AbortController();
      this.#rest = readAgain(this.#events, this.#leaving.signal)[Symbol.asyncIterator]();
    }
    if (this.#rest !== null) return this.#again(this.#rest);
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

  async #again(rest: AsyncIterator<Batch>): Promise<Step> {
    if (this.#isLeft) return over;
    const { done, value } = await rest.next();
    return done === true || this.#isLeft ? over : { done: false, value };
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
    this.#leaving?.abort();
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
    this.#events += next.batch.length;
    return { done: false, value: next.batch };
  }
}

function stepsOf(batch: Batch): Batch[] {
  if (batch.length < 2) return [batch];
  const steps: RunEvent[][] = [];
  let size = STEP;
  for (const event of batch) {
    if (size >= STEP) {
      steps.push([]);
      size = 0;
    }
    steps.at(-1)?.push(event);
    size += eventSize(event);
  }
  return steps;
}
