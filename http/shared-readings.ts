import { FairSemaphore } from '#kernel';
import type { EncodedFrames } from './encoded-frames.ts';
import { Reading } from './reading.ts';
import type { SharedReading } from './shared-reading.ts';

/** Bytes that all readings keep for readers who lag behind the first of them. */
const KEPT = 16_777_216;

/** Readings of the past that begin at the same time: thousands who fell behind at different places would read all of it at once. */
const BEGINNING = 4;

/** Those of all plugins that have some, for what is told of the process. */
const everywhere = new Set<WeakRef<SharedReadings>>();

/** Bytes that are kept for readers in this process, and how often one was so far behind that it was read again. */
export function readForAll(): { readonly kept: number; readonly behind: number } {
  const all = [...everywhere].flatMap((readings) => readings.deref() ?? []);
  return {
    kept: all.reduce((sum, { kept }) => sum + kept, 0),
    behind: all.reduce((sum, { behind }) => sum + behind, 0),
  };
}

/**
 * Streams that many readers follow. What they are told is read and encoded once for all who are at about the same place, and a
 * reader holds nothing but that place. One that falls further behind than what is kept is read again what it missed, from where
 * it comes from, together with those who are behind at the same place.
 */
export class SharedReadings {
  readonly #readings = new Map<string, Set<Reading>>();
  readonly #kept = { bytes: 0 };
  readonly #turns = new FairSemaphore({ concurrency: BEGINNING, maxQueue: Number.POSITIVE_INFINITY });
  #limit = KEPT;
  #behind = 0;

  constructor() {
    everywhere.add(new WeakRef(this));
  }

  /** Bytes that are kept for readers. */
  get kept(): number {
    return this.#kept.bytes;
  }

  /** How often a reader was so far behind that what it missed was read again. */
  get behind(): number {
    return this.#behind;
  }

  noteBehind(): void {
    this.#behind += 1;
  }

  /** No generator: one that was never begun does not hear that it is left. */
  follow(reading: SharedReading): AsyncIterable<EncodedFrames> {
    return { [Symbol.asyncIterator]: () => new Follower(this, reading) };
  }

  /** The reading that can tell what follows after an event, or has just told it; else a new one. */
  join(
    shared: SharedReading,
    { after, isBehind }: { readonly after: string | undefined; readonly isBehind: boolean },
    follower: Follower,
  ): { reading: Reading; at: number } {
    const found = this.find(shared.key, after);
    const reading = found?.reading ?? this.#open(shared, after, isBehind ? this.#turns : undefined);
    reading.followers.add(follower);
    return { reading, at: found?.at ?? 0 };
  }

  find(key: string, after: string | undefined): { reading: Reading; at: number } | undefined {
    for (const reading of this.#readings.get(key) ?? []) {
      const at = reading.isOver ? undefined : reading.placeAfter(after);
      if (at !== undefined) return { reading, at };
    }
    return undefined;
  }

  leave(key: string, reading: Reading, follower: Follower): void {
    reading.followers.delete(follower);
    if (reading.followers.size > 0) return;
    reading.close();
    const readings = this.#readings.get(key);
    readings?.delete(reading);
    if (readings?.size === 0) this.#readings.delete(key);
  }

  /** To be called when a reading has grown: beyond the limit all of them keep only what was told last. */
  shrink(): void {
    if (this.#kept.bytes <= this.#limit) return;
    for (const readings of this.#readings.values()) for (const reading of readings) reading.trim(0);
    this.#limit = Math.max(KEPT, 2 * this.#kept.bytes);
  }

  #open({ key, read, hasIds }: SharedReading, after: string | undefined, turns: FairSemaphore | undefined): Reading {
    const reading = new Reading({ key, read, after, hasIds, kept: this.#kept, turns });
    const readings = this.#readings.get(key) ?? new Set();
    this.#readings.set(key, readings.add(reading));
    return reading;
  }
}

/** One reader: where it is, and nothing of what it was told. */
class Follower implements AsyncIterator<EncodedFrames, undefined> {
  readonly #streams: SharedReadings;
  readonly #shared: SharedReading;
  #reading: Reading | null = null;
  /** In bytes of the reading. */
  #at = 0;
  #last: string | undefined;
  #isLeft = false;

  constructor(streams: SharedReadings, shared: SharedReading) {
    this.#streams = streams;
    this.#shared = shared;
    this.#last = shared.after;
    if (shared.signal.aborted) this.#leave();
    else shared.signal.addEventListener('abort', () => this.#leave(), { once: true });
  }

  async next(): Promise<IteratorResult<EncodedFrames, undefined>> {
    while (!this.#isLeft) {
      const reading = this.#placed();
      const frames = reading.take(this.#at);
      if (frames !== undefined) {
        this.#at += frames.bytes.length;
        this.#last = frames.last;
        return { done: false, value: frames };
      }
      if (reading.isOver) return this.#end(reading.failure);
      await reading.more();
      this.#streams.shrink();
    }
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<EncodedFrames, undefined>> {
    this.#leave();
    return { done: true, value: undefined };
  }

  /** Where what follows for this reader is kept, or told next. */
  #placed(): Reading {
    const { key } = this.#shared;
    const own = this.#reading;
    if (own?.keeps(this.#at)) {
      if (this.#at < own.end || own.isOver) return own;
      // Nothing more yet: where another reading is here too, the two become one.
      const first = this.#streams.find(key, this.#last);
      if (first === undefined || first.reading === own) return own;
      this.#move(first.reading, first.at);
      return first.reading;
    }
    const isBehind = own !== null;
    if (isBehind) this.#streams.noteBehind();
    const { reading, at } = this.#streams.join(this.#shared, { after: this.#last, isBehind }, this);
    this.#move(reading, at);
    return reading;
  }

  #move(reading: Reading, at: number): void {
    const before = this.#reading;
    reading.followers.add(this);
    this.#reading = reading;
    this.#at = at;
    if (before !== null && before !== reading) this.#streams.leave(this.#shared.key, before, this);
  }

  #end(failure: unknown): IteratorResult<EncodedFrames, undefined> {
    this.#leave();
    if (failure !== undefined) throw failure;
    return { done: true, value: undefined };
  }

  #leave(): void {
    if (this.#isLeft) return;
    this.#isLeft = true;
    const reading = this.#reading;
    this.#reading = null;
    if (reading !== null) this.#streams.leave(this.#shared.key, reading, this);
  }
}
