import { setTimeout as pause } from 'node:timers/promises';
import type { FairSemaphore } from '#kernel';
import { EncodedFrames, frameOf } from './encoded-frames.ts';
import type { PlacedEvent, SharedReading } from './shared-reading.ts';

/** Bytes of the first block, of which each is twice the one before, and of large ones; a frame that is larger has its own. */
const SMALL_BLOCK = 1_024;
const BLOCK = 16_384;
/** Bytes that are kept for readers who lag behind the first. */
const WINDOW = 262_144;
/** Milliseconds for which a turn is held at most. */
const TURN = 1_000;
/** Milliseconds for which what was made is told to readers who come: addresses in it work for minutes. */
const FRESH = 60_000;

/** Frames that follow each other, as they are sent. */
interface Block {
  /** In bytes of the reading. */
  readonly start: number;
  readonly bytes: Buffer;
  used: number;
  /** Where events end, and their ids. */
  readonly ends: { readonly at: number; readonly id: string }[];
  readonly madeAt: number;
}

type Step = IteratorResult<readonly PlacedEvent[]>;

const turn = () => new Promise<null>((resolve) => setImmediate(resolve, null));

export interface ReadingParts extends Pick<SharedReading, 'key' | 'read' | 'after' | 'hasIds'> {
  /** What all readings keep. */
  readonly kept: { bytes: number };
  /** Of readings for those who fell behind, which begin so many at a time; absent: it begins at once. */
  readonly turns?: FairSemaphore | undefined;
}

/** Events from a place on, read as fast as the first of their readers takes them, and kept for those a little behind. */
export class Reading {
  /** Who reads it. */
  readonly followers = new Set<object>();
  readonly #parts: ReadingParts;
  readonly #leaving = new AbortController();
  readonly #source: AsyncIterator<readonly PlacedEvent[]>;
  readonly #blocks: Block[] = [];
  #end = 0;
  /** Where what was told last begins: readers who waited for it have not taken it yet. */
  #news = 0;
  #last: string | undefined;
  /** What the source was asked for and has not told yet. */
  #next: Promise<Step> | null = null;
  #isOver = false;
  #failure: unknown;
  #more: PromiseWithResolvers<void> | null = null;
  /** What was taken last: who follows a run as it goes all take the same. */
  #taken: { readonly at: number; readonly end: number; readonly frames: EncodedFrames } | undefined;

  constructor(parts: ReadingParts) {
    this.#parts = parts;
    this.#last = parts.after;
    this.#source = parts.read(parts.after, this.#leaving.signal)[Symbol.asyncIterator]();
  }

  get end(): number {
    return this.#end;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get failure(): unknown {
    return this.#failure;
  }

  keeps(at: number): boolean {
    return at >= (this.#blocks[0]?.start ?? this.#end);
  }

  /** In bytes, where what follows after this event begins; undefined: it is not kept. */
  placeAfter(id: string | undefined): number | undefined {
    if (id === this.#last) return this.#end;
    const isFresh = ({ madeAt }: Block) => performance.now() - madeAt < FRESH;
    const first = this.#blocks[0];
    if (id === this.#parts.after) return first?.start === 0 && isFresh(first) ? 0 : undefined;
    for (const block of this.#blocks) {
      if (!isFresh(block)) continue;
      const { ends, start } = block;
      const found = ends.find((end) => end.id === id);
      if (found !== undefined) return start + found.at;
    }
    return undefined;
  }

  /** What is kept from there on, as far as one block goes; undefined: nothing. */
  take(at: number): EncodedFrames | undefined {
    const block = this.#blocks.find(({ start, used }) => at < start + used);
    const last = block?.ends.at(-1);
    if (block === undefined || last === undefined) return undefined;
    const end = block.start + block.used;
    if (this.#taken?.at === at && this.#taken.end === end) return this.#taken.frames;
    const frames = new EncodedFrames(block.bytes.subarray(at - block.start, block.used), last.id);
    this.#taken = { at, end, frames };
    return frames;
  }

  /** Resolves when there is more, or nothing follows. */
  more(): Promise<void> {
    if (this.#more !== null) return this.#more.promise;
    const more = Promise.withResolvers<void>();
    this.#more = more;
    void this.#pull().then(() => this.#wake());
    return more.promise;
  }

  /** Lets go what was told so many bytes ago; what was told last stays. */
  trim(window = WINDOW): void {
    for (let first = this.#blocks[0]; first !== undefined; first = this.#blocks[0]) {
      const end = first.start + first.used;
      if (end > this.#news || this.#end - end < window) return;
      this.#blocks.shift();
      this.#parts.kept.bytes -= first.bytes.length;
    }
  }

  close(): void {
    this.#isOver = true;
    for (const { bytes } of this.#blocks.splice(0)) this.#parts.kept.bytes -= bytes.length;
    this.#taken = undefined;
    this.#leaving.abort();
    this.#wake();
    Promise.resolve(this.#source.return?.()).catch(() => {});
  }

  /** What a reading of the past begins with is all that was told before, so it waits for its turn. */
  async #asked(): Promise<Step> {
    const { turns, key } = this.#parts;
    if (turns === undefined || this.#end > 0) return this.#source.next();
    const { signal } = this.#leaving;
    return turns
      .run(key, signal, async () => {
        const step = this.#source.next();
        await Promise.race([step.catch(() => {}), pause(TURN, undefined, { ref: false })]);
        // Inside an object: a promise by itself would be waited for, and the turn held that long.
        return { step };
      })
      .then(({ step }) => step);
  }

  #wake(): void {
    this.#more?.resolve();
    this.#more = null;
  }

  async #pull(): Promise<void> {
    try {
      this.#news = this.#end;
      const until = this.#end + BLOCK;
      let step: Step | null = await (this.#next ?? this.#asked());
      this.#next = null;
      // What comes in the same turn goes along: of many readers each is sent one piece instead of many.
      while (step !== null && !this.#isOver) {
        if (step.done === true) this.#isOver = true;
        else for (const event of step.value) this.#add(event);
        if (this.#isOver || this.followers.size < 2 || this.#end >= until) break;
        const next = this.#source.next();
        step = await Promise.race([next, turn()]);
        if (step === null) this.#next = next;
      }
      this.trim();
    } catch (error) {
      this.#isOver = true;
      this.#failure = error;
    }
  }

  #add(event: PlacedEvent): void {
    const frame = frameOf(this.#parts.hasIds ? event : event.text);
    const length = Buffer.byteLength(frame);
    let block = this.#blocks.at(-1);
    if (block === undefined || block.used + length > block.bytes.length) {
      const size = block === undefined ? SMALL_BLOCK : Math.min(BLOCK, 2 * block.bytes.length);
      const bytes = Buffer.allocUnsafeSlow(Math.max(size, length));
      block = { start: this.#end, bytes, used: 0, ends: [], madeAt: performance.now() };
      this.#blocks.push(block);
      this.#parts.kept.bytes += bytes.length;
    }
    block.bytes.write(frame, block.used);
    block.used += length;
    block.ends.push({ at: block.used, id: event.id });
    this.#end += length;
    this.#last = event.id;
  }
}
