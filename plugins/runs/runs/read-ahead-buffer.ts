import { TransientMap } from '#kernel';
import type { NumberedEvent } from './contract.ts';

/** Characters that one step of a reader takes. */
const STEP = 16_384;
/** Characters kept for all readers of a process together. */
const CAPACITY = 33_554_432;

/** Events that were read from the table, and what is known of those after them. */
export interface ReadEvents {
  readonly events: readonly NumberedEvent[];
  readonly hasMore: boolean;
  readonly isOver: boolean;
}

interface Kept {
  readonly read: ReadEvents;
  readonly size: number;
}

/**
 * What readers have still to take of the pages they read. Kept for the readers that came last, up to a size for all
 * together: one who stops in the middle of a large page, or a thousand of them, hold no memory. Whose events are gone
 * reads them again.
 */
export class ReadAheadBuffer {
  readonly #capacity: number;
  readonly #kept = new TransientMap<symbol, Kept>();
  #size = 0;

  constructor(capacity = CAPACITY) {
    this.#capacity = capacity;
  }

  /** What is left for this reader; undefined: it must read. */
  take(reader: symbol): ReadEvents | undefined {
    const kept = this.#kept.get(reader);
    if (kept === undefined) return undefined;
    this.#kept.delete(reader);
    this.#size -= kept.size;
    return kept.read;
  }

  /** Gives one step's worth of events, and keeps the others for the reader. */
  step(reader: symbol, read: ReadEvents): ReadEvents {
    const { events, hasMore, isOver } = read;
    let size = 0;
    let count = 0;
    while (count < events.length && size < STEP) size += sizeOf(events[count++]);
    if (count === events.length) return read;
    this.#keep(reader, { events: events.slice(count), hasMore, isOver });
    return { events: events.slice(0, count), hasMore: true, isOver };
  }

  #keep(reader: symbol, read: ReadEvents): void {
    const size = read.events.reduce((sum, event) => sum + sizeOf(event), 0);
    this.#kept.set(reader, { read, size });
    this.#size += size;
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= this.#capacity) return;
      this.take(oldest);
    }
  }
}

/** About: what is large in an event is a text of it, or a list of texts. */
function sizeOf(numbered: NumberedEvent | undefined): number {
  return eventSize(numbered?.event ?? {});
}

/** Characters that an event holds, about. */
export function eventSize(event: object): number {
  let size = 100;
  for (const value of Object.values(event)) size += lengthOf(value);
  return size;
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return Array.isArray(value) ? value.reduce((sum: number, part) => sum + lengthOf(part), 0) : 0;
}
