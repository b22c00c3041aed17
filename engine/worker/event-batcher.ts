import { TransientMap } from '../../kernel/index.ts';
import { type EventPacker, endsExecution, type RunEvent } from '../contract.ts';
import type { RunBatch } from '../pool/protocol.ts';

/** Beyond this many events a batch leaves at once: a busy turn must not hold back the first token of another run. */
const largestBatch = 256;

/**
 * Collects the events of all runs of a thread and sends them at the end of the turn. Neighbouring chunks of one text
 * become one event with several deltas: a stream of tokens costs an array element each, not an object each.
 */
export class EventBatcher {
  readonly #send: (batches: readonly RunBatch[]) => void;
  /** Of runs that asked for one. */
  readonly #packers = new TransientMap<number, EventPacker>();
  #batches = new Map<number, RunEvent[]>();
  #size = 0;
  #isScheduled = false;

  constructor(send: (batches: readonly RunBatch[]) => void) {
    this.#send = send;
  }

  /** The run's events pass the packer from now on. */
  packWith(run: number, packer: EventPacker): void {
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
    this.#send(this.#packers.size === 0 ? batches : batches.map((batch) => this.#pack(batch)));
  }

  #pack(batch: readonly [run: number, events: readonly RunEvent[]]): RunBatch {
    const [run, events] = batch;
    const packer = this.#packers.get(run);
    if (packer === undefined) return batch;
    if (endsExecution(events.at(-1))) this.#packers.delete(run);
    const burst = packer.pack(events);
    return burst.packed === undefined ? [run, burst.events] : [run, burst.events, burst.packed];
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

type Chunk = RunEvent & { kind: 'chunk' };

function isSameText(a: Chunk, b: Chunk): boolean {
  return a.nodeId === b.nodeId && isSameSelector(a.selector, b.selector) && isSamePosition(a.position, b.position);
}

function isSameSelector(a: Chunk['selector'], b: Chunk['selector']): boolean {
  if (a === b) return true;
  if (a === null || b === null || a.length !== b.length) return false;
  return a.every((part, index) => part === b[index]);
}

function isSamePosition(a: Chunk['position'], b: Chunk['position']): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  return (
    a.iterationId === b.iterationId &&
    a.iterationIndex === b.iterationIndex &&
    a.loopId === b.loopId &&
    a.loopIndex === b.loopIndex
  );
}
