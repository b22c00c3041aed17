import { type EncodedBatch, endsExecution, type RunEvent, type ThreadService } from '#engine';
import { EntryTexts } from './event-entries.ts';
import { LARGE_NODE, NodeOrigin, nodeText, sizeOf } from './node-text.ts';

/** Encodes the events of runs that only the journal looks at. */
export const eventBatchEncoder: ThreadService = {
  id: 'runs.event-encoder',
  module: new URL('./thread.ts', import.meta.url),
  settings: () => null,
};

/** Characters of the nodes of a row. */
export const NODES_LIMIT = 64_000;

/** Events that follow each other, as the texts of which a row of the journal is made. They stay together in it. */
export interface EncodedEvents {
  readonly kind: 'encoded';
  /** How many events. */
  readonly count: number;
  /** Elements of `run_events.entries`. */
  readonly entries: string;
  /** Elements of `run_events.nodes`: the nodes that ended, but for large ones. */
  readonly nodes: string;
  /** Characters of the nodes. */
  readonly size: number;
  /** Whether nodes ended, and the seconds the longest of them took. */
  readonly ended: boolean;
  readonly longest: number;
  /** Characters of streamed text. */
  readonly text: number;
}

/**
 * Puts the events of a burst together as the journal keeps them. All of them but the one that ends the execution are in
 * the texts; those that the main thread looks into as well are also left as they are.
 */
export function encodeEvents(events: readonly RunEvent[], runId: string): EncodedBatch {
  const origin = new NodeOrigin(runId);
  const left: RunEvent[] = [];
  const encoded: EncodedEvents[] = [];
  let encoder = new BatchEncoder(origin);
  for (const event of events) {
    if (isLookedInto(event)) left.push(event);
    if (endsExecution(event)) continue;
    encoder.add(event);
    if (encoder.size <= NODES_LIMIT) continue;
    encoded.push(encoder.close());
    encoder = new BatchEncoder(origin);
  }
  if (encoder.count > 0) encoded.push(encoder.close());
  return encoded.length === 0 ? { events: left } : { events: left, encoded };
}

/** Whether the main thread needs more of an event than its text. */
function isLookedInto(event: RunEvent): boolean {
  switch (event.kind) {
    case 'node-finished':
      return sizeOf(event) > LARGE_NODE;
    case 'run-started':
    case 'variable-updated':
    case 'citations':
    case 'agent-log':
    case 'run-finished':
    case 'run-paused':
      return true;
    default:
      return false;
  }
}

class BatchEncoder {
  count = 0;
  size = 0;
  readonly #entries = new EntryTexts();
  #nodes = '';
  #ended = false;
  #longest = 0;
  #text = 0;
  readonly #origin: NodeOrigin;

  constructor(origin: NodeOrigin) {
    this.#origin = origin;
  }

  add(event: RunEvent): void {
    this.count += 1;
    this.#entries.add(event);
    if (event.kind === 'chunk' || event.kind === 'reasoning') {
      for (const delta of event.deltas) this.#text += delta.length;
    } else if (event.kind === 'node-finished') {
      this.#ended = true;
      if (event.elapsed > this.#longest) this.#longest = event.elapsed;
      const size = sizeOf(event);
      if (size > LARGE_NODE) return;
      const text = nodeText(event, this.#origin);
      this.#nodes += this.#nodes === '' ? text : `,${text}`;
      this.size += size;
    }
  }

  close(): EncodedEvents {
    return {
      kind: 'encoded',
      count: this.count,
      entries: this.#entries.close(),
      nodes: this.#nodes,
      size: this.size,
      ended: this.#ended,
      longest: this.#longest,
      text: this.#text,
    };
  }
}
