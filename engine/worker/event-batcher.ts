import { TransientMap } from '../../kernel/index.ts';
import { type EventPacker, endsExecution, type RunEvent } from '../contract.ts';
import type { RunBatch } from '../pool/protocol.ts';
import { isSameText, TextSource, type ToldEvent } from '../pool/told-events.ts';

/** Beyond this many events a batch leaves at once: a busy turn must not hold back the first token of another run. */
const largestBatch = 256;

interface RunPacker {
  readonly packer: EventPacker;
  readonly runId: string;
}

/**
 * Collects the events of all runs of a thread and sends them at the end of the turn. Neighbouring chunks of one text
 * become one event with several deltas: a stream of tokens costs an array element each, not an object each.
 */
export class EventBatcher {
  readonly #send: (batches: readonly RunBatch[]) => void;
  /** Of runs that asked for one. */
  readonly #packers = new TransientMap<number, RunPacker>();
  /** Of runs that streamed text. */
  readonly #sources = new TransientMap<number, TextSource>();
  #batches = new Map<number, RunEvent[]>();
  #size = 0;
  #isScheduled = false;

  constructor(send: (batches: readonly RunBatch[]) => void) {
    this.#send = send;
  }

  /** The run's events pass the packer from now on. */
  packWith(run: number, packer: RunPacker): void {
    this.#packers.set(run, packer);
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
    const packer = this.#packers.get(run);
    const { events: left, packed } =
      packer === undefined ? { events, packed: undefined } : packer.packer.pack(events, packer.runId);
    const told = this.#abridged(run, left);
    if (endsExecution(events.at(-1))) {
      this.#packers.delete(run);
      this.#sources.delete(run);
    }
    return packed === undefined ? [run, told] : [run, told, packed];
  }

  #abridged(run: number, events: readonly RunEvent[]): readonly ToldEvent[] {
    let source = this.#sources.get(run);
    if (source === undefined) {
      if (!events.some(({ kind }) => kind === 'chunk')) return events;
      source = new TextSource();
      this.#sources.set(run, source);
    }
    const known = source;
    return events.map((event) => known.abridged(event));
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
