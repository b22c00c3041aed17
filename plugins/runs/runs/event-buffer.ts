import type { RunEvent } from '#engine';
import { decodeEvents, EntryTexts, isText, parseEntries, type TextPiece } from './event-entries.ts';
import { eventSize } from './read-ahead-buffer.ts';

type Batch = readonly RunEvent[];
type Step = IteratorResult<Batch, undefined>;

const over: Step = { done: true, value: undefined };

/** Characters that one step of a reader takes: what a connection was given, nobody takes back. */
const STEP = 16_384;

/** Characters of a run that is over which its last readers may hold. */
const LARGE = 262_144;

/** Reads again what follows after so many events of the feed. */
export type ReadAgain = (count: number, signal: AbortSignal) => AsyncIterable<Batch>;

export interface FeedReading {
  readonly signal?: AbortSignal;
  /** Where to read on after a failure; undefined: nowhere, the reader learns of it. */
  readonly elsewhere?: (failure: unknown) => ReadAgain | undefined;
}

/** What readers of a run in progress are told: all of its events, whenever they begin. */
export class EventFeed {
  #readAgain: ReadAgain | undefined;
  /** Null: let go. */
  #kept: EventBuffer | null = new EventBuffer();
  #count = 0;
  #waiting = new Set<ReadCursor>();
  #isOver = false;
  #failure: unknown;

  /** From the first event on. */
  read(accepted: Promise<void>, how: FeedReading = {}): AsyncIterableIterator<Batch, undefined> {
    return new ReadCursor(this, accepted, how);
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
  after(count: number): ReturnType<EventBuffer['after']> | null {
    const next = this.#kept?.after(count);
    if (next !== undefined || !this.#isOver) return next;
    if (this.#failure !== undefined) throw this.#failure;
    return null;
  }

  /** For readers: wakes this one when there is something new. */
  wait(reader: ReadCursor): void {
    this.#waiting.add(reader);
  }

  /** This one waits no more. */
  cancel(reader: ReadCursor): void {
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
class ReadCursor implements AsyncIterableIterator<Batch, undefined> {
  readonly #feed: EventFeed;
  readonly #elsewhere: FeedReading['elsewhere'];
  /** Null: it is. */
  #accepted: Promise<void> | null;
  #count = 0;
  #events = 0;
  #isLeft = false;
  #pending: PromiseWithResolvers<Step> | null = null;
  /** What the feed no longer keeps, and how to leave it. */
  #rest: AsyncIterator<Batch> | null = null;
  #leaving: AbortController | null = null;

  constructor(feed: EventFeed, accepted: Promise<void>, { signal, elsewhere }: FeedReading) {
    this.#feed = feed;
    this.#elsewhere = elsewhere;
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
    const rest = readAgain === undefined ? this.#rest : this.#readOn(readAgain);
    if (rest !== null) return this.#again(rest);
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

  #readOn(readAgain: ReadAgain): AsyncIterator<Batch> {
    this.#leaving = new AbortController();
    this.#rest = readAgain(this.#events, this.#leaving.signal)[Symbol.asyncIterator]();
    return this.#rest;
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
      const readAgain = this.#elsewhere?.(error);
      if (readAgain === undefined) pending.reject(error);
      else pending.resolve(this.#again(this.#readOn(readAgain)));
    }
  }

  #leave(): void {
    this.#isLeft = true;
    this.#leaving?.abort();
    this.#feed.cancel(this);
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

/** Batches of a group: a reader who is behind has one of them parsed at a time. */
const GROUP = 16;

/** Nothing of a run's text refers to a table. */
const noSources = { node: () => undefined, isWhole: true, end: null };

/** Batches; or a full group of streamed text, one event for each batch. */
type Group = string | Batch[];

/**
 * The events of a run for its readers, who all begin at the first one and come when they like. A token that came alone
 * holds 400 bytes as an event in a batch, and 30 as text, so full groups of streamed text are kept as the journal writes
 * them: of a thousand open streams that is most of what they hold. Who follows the run reads what came last as it came.
 */
export class EventBuffer {
  readonly #groups: Group[] = [];
  /** The last group, while it has room. */
  #open: Batch[] = [];
  #count = 0;
  #last: Batch = [];

  add(batch: Batch): void {
    if (this.#count % GROUP === 0) {
      this.#open = [];
      this.#groups.push(this.#open);
    }
    this.#open.push(batch);
    this.#count += 1;
    this.#last = batch;
    if (this.#open.length < GROUP) return;
    const pieces = piecesOf(this.#open);
    if (pieces === null) return;
    this.#groups[this.#groups.length - 1] = textOf(pieces);
    this.#open = [];
  }

  /** How many batches there are. */
  get count(): number {
    return this.#count;
  }

  /** Whether they hold more than so many characters, about. */
  isLargerThan(characters: number): boolean {
    let left = characters;
    for (const group of this.#groups) {
      left -= typeof group === 'string' ? group.length : sizeOf(group);
      if (left < 0) return true;
    }
    return false;
  }

  /** What follows after so many batches, and how many that makes; undefined: nothing yet. */
  after(count: number): { readonly batch: Batch; readonly count: number } | undefined {
    if (count >= this.#count) return undefined;
    if (count === this.#count - 1) return { batch: this.#last, count: this.#count };
    const place = count % GROUP;
    const group = this.#groups[(count - place) / GROUP] ?? [];
    if (typeof group !== 'string') return { batch: group[place] ?? [], count: count + 1 };
    const batch = textEvents(group).slice(place);
    return { batch, count: count + batch.length };
  }
}

function sizeOf(batches: readonly Batch[]): number {
  return batches.reduce((sum, batch) => sum + batch.reduce((size, event) => size + eventSize(event), 0), 0);
}

function textOf(pieces: readonly TextPiece[]): string {
  const texts = new EntryTexts();
  texts.addPieces(pieces);
  return `[${texts.close()}]`;
}

function textEvents(text: string): RunEvent[] {
  return decodeEvents(parseEntries(text), noSources);
}

/** Null: not all of them are a piece of text each. */
function piecesOf(batches: readonly Batch[]): readonly TextPiece[] | null {
  const pieces: TextPiece[] = [];
  for (const [event, ...others] of batches) {
    if (event === undefined || others.length > 0 || !isText(event)) return null;
    pieces.push(event);
  }
  return pieces;
}
