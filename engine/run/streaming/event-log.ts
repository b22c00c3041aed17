import type { FramePosition, RunEvent, Selector } from '#engine';

type Chunk = RunEvent & { readonly kind: 'chunk' };

/** What of a chunk tells whether the next delta belongs to it. */
export interface ChunkSource {
  readonly nodeId: string;
  readonly selector: Selector | null;
  readonly position: FramePosition | null;
}

/**
 * Collects the events of one synchronous burst and hands them on as one array. Neighbouring deltas of one text share an
 * event.
 */
export class EventLog {
  readonly #emit: (events: readonly RunEvent[]) => void;
  #events: RunEvent[] = [];
  /** The chunk at the end of `#events` and its deltas, while they may grow. */
  #chunk: Chunk | null = null;
  #deltas: string[] = [];
  #isScheduled = false;

  constructor(emit: (events: readonly RunEvent[]) => void) {
    this.#emit = emit;
  }

  push(event: RunEvent): void {
    this.#chunk = null;
    this.#events.push(event);
  }

  chunk({ nodeId, selector, position }: ChunkSource, delta: string): void {
    const last = this.#chunk;
    if (last !== null && last.nodeId === nodeId && last.selector === selector && last.position === position) {
      this.#deltas.push(delta);
      return;
    }
    this.#deltas = [delta];
    this.#chunk = { kind: 'chunk', nodeId, selector, deltas: this.#deltas, position };
    this.#events.push(this.#chunk);
  }

  /** Flushes when the current burst is over; for events that nodes cause while they wait. */
  flushSoon(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.flush();
    });
  }

  flush(): void {
    if (this.#events.length === 0) return;
    const events = this.#events;
    this.#events = [];
    this.#chunk = null;
    this.#emit(events);
  }
}
