import { type EventBatchEncoder, endsExecution, type RunEvent } from '#engine';
import { DeltaCodec, isSameText, type SentEvent } from '#engine/pool/message-codec.ts';
import type { RunBatch } from '#engine/pool/protocol.ts';
import { TransientMap } from '#kernel';

/** Beyond this many events a batch leaves at once: a busy turn must not hold back the first token of another run. */
const largestBatch = 256;

interface RunEncoder {
  readonly encoder: EventBatchEncoder;
  readonly runId: string;
}

/**
 * Collects the events of all runs of a thread and sends them at the end of the turn. Neighbouring chunks of one text
 * become one event with several deltas: a stream of tokens costs an array element each, not an object each.
 */
export class EventBatcher {
  readonly #send: (batches: readonly RunBatch[]) => void;
  /** Of runs that asked for one. */
  readonly #encoders = new TransientMap<number, RunEncoder>();
  /** Of runs that streamed text. */
  readonly #sources = new TransientMap<number, DeltaCodec>();
  #batches = new Map<number, RunEvent[]>();
  #size = 0;
  #isScheduled = false;

  constructor(send: (batches: readonly RunBatch[]) => void) {
    this.#send = send;
  }

  /** The run's events pass the encoder from now on. */
  encodeWith(run: number, encoder: RunEncoder): void {
    this.#encoders.set(run, encoder);
  }

  add(run: number, added: readonly RunEvent[]): void {
    let events = this.#batches.get(run);
    if (events === undefined) {
      events = [];
      this.#batches.set(run, events);
    }
    for (const event of added) append(events, event);
    this.#size += added.length;
    if (this.#size >= largestBatch) this.flush();
    else if (!this.#isScheduled) {
      this.#isScheduled = true;
      setImmediate(() => {
        this.#isScheduled = false;
        this.flush();
      });
    }
  }

  flush(): void {
    if (this.#size === 0) return;
    const batches = [...this.#batches];
    this.#batches = new Map();
    this.#size = 0;
    this.#send(batches.map(([run, events]) => this.#batchOf(run, events)));
  }

  #batchOf(run: number, events: readonly RunEvent[]): RunBatch {
    const encoder = this.#encoders.get(run);
    const { events: left, encoded } =
      encoder === undefined ? { events, encoded: undefined } : encoder.encoder.encode(events, encoder.runId);
    const sent = this.#encoded(run, left);
    if (endsExecution(events.at(-1))) {
      this.#encoders.delete(run);
      this.#sources.delete(run);
    }
    return encoded === undefined ? [run, sent] : [run, sent, encoded];
  }

  #encoded(run: number, events: readonly RunEvent[]): readonly SentEvent[] {
    let source = this.#sources.get(run);
    if (source === undefined) {
      if (!events.some(({ kind }) => kind === 'chunk')) return events;
      source = new DeltaCodec();
      this.#sources.set(run, source);
    }
    const known = source;
    return events.map((event) => known.encode(event));
  }
}

function append(events: RunEvent[], event: RunEvent): void {
  const last = events.at(-1);
  if (event.kind !== 'chunk' || last?.kind !== 'chunk' || !isSameText(last, event)) {
    events.push(event);
    return;
  }
  events[events.length - 1] = { ...last, deltas: last.deltas.concat(event.deltas) };
}
