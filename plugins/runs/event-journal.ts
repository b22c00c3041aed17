import type { RunEvent } from '../../engine/contract.ts';
import { encodeEvents } from './event-entries.ts';
import { type EventRow, type JsonRow, nodeEntry, nodeRow, sizeOf } from './journal-rows.ts';

/** Milliseconds text may wait that no other row takes along. */
const TEXT_DELAY = 2_000;
/** Characters of text that wait no longer. */
const TEXT_LIMIT = 16_000;
/** Characters of the nodes of a row. */
const NODES_LIMIT = 64_000;
/** Characters of a node that is not kept with others: who lists nodes need not read its values. */
const LARGE_NODE = 4_000;
/** Milliseconds between rows while somebody in another process reads along. */
const FOLLOWED_DELAY = 100;
/** Milliseconds for which one request to read along counts. */
const FOLLOWED_MS = 12_000;

export interface EventJournalParts {
  readonly runId: string;
  readonly workspaceId: string;
  /** Number of the last event that is durable already: of a run that is resumed. Default 0. */
  readonly after?: number;
  /** Default 0; grows with each resumption. */
  readonly generation?: number;
  /** Called when events have waited long enough: writes `take()`. */
  readonly flush: () => void;
}

/**
 * Numbers the events of a run and turns them into rows. They go along with rows that are written anyway; alone, only
 * when text has streamed for a while, or when somebody in another process reads along.
 */
export class EventJournal {
  /** Called after rows were committed while another process reads along. */
  announce: () => void = () => {};
  readonly #parts: EventJournalParts;
  readonly #begins: { readonly first: number; readonly generation: number }[];
  #pending: RunEvent[] = [];
  /** Of nodes that ended in what is pending. */
  #nodes: (readonly unknown[])[] = [];
  #nodesSize = 0;
  #large: JsonRow[] = [];
  #closed: EventRow[] = [];
  #text = 0;
  #last: number;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer rings. */
  #due = Number.POSITIVE_INFINITY;
  #followedUntil = Number.NEGATIVE_INFINITY;

  constructor(parts: EventJournalParts) {
    this.#parts = parts;
    this.#last = parts.after ?? 0;
    this.#begins = [{ first: this.#last + 1, generation: parts.generation ?? 0 }];
  }

  /** Number of the first event that is kept here, and not only in the table. */
  get first(): number {
    return this.#begins[0]?.first ?? 1;
  }

  /** Whether another process reads along. */
  get isFollowed(): boolean {
    return performance.now() < this.#followedUntil;
  }

  /** Whether nodes ended that are not on their way yet. */
  get hasNodes(): boolean {
    return this.#nodes.length > 0 || this.#large.length > 0 || this.#closed.length > 0;
  }

  /** The generation an event belongs to. */
  generationOf(number: number): number {
    return this.#begins.findLast(({ first }) => first <= number)?.generation ?? 0;
  }

  /** Takes the run's next events; tells whether there is so much text that it should be written now. */
  add(events: readonly RunEvent[]): boolean {
    for (const event of events) {
      this.#pending.push(event);
      if (event.kind === 'chunk' || event.kind === 'reasoning') {
        for (const delta of event.deltas) this.#text += delta.length;
      }
      if (event.kind === 'node-finished') this.#addNode(event);
    }
    return this.#text > TEXT_LIMIT;
  }

  /** What follows belongs to another generation: the run was resumed in this process. */
  resume(generation: number): void {
    this.#close();
    this.#begins.push({ first: this.#last + 1, generation });
  }

  /** What was added since the last time, as rows. */
  take(): readonly EventRow[] {
    this.#disarm();
    this.#close();
    const rows = this.#closed;
    this.#closed = [];
    return rows;
  }

  /** Makes sure that what waits is written within so many milliseconds; text alone can wait longer. */
  arm(delay = TEXT_DELAY): void {
    if (this.#pending.length === 0) return;
    const due = performance.now() + (this.isFollowed ? FOLLOWED_DELAY : delay);
    if (due >= this.#due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => this.#parts.flush(), due - performance.now());
    this.#timer.unref();
  }

  /** Rows from `take` are durable. */
  committed(): void {
    if (this.isFollowed) this.announce();
  }

  /** Another process reads along for some seconds, or goes on doing so. */
  follow(): void {
    const wasFollowed = this.isFollowed;
    this.#followedUntil = performance.now() + FOLLOWED_MS;
    if (!wasFollowed && this.#pending.length > 0) this.#parts.flush();
  }

  /** Nothing is written any more. */
  close(): void {
    this.#disarm();
    this.#pending = [];
    this.#nodes = [];
    this.#nodesSize = 0;
    this.#large = [];
    this.#closed = [];
  }

  #addNode(event: RunEvent & { kind: 'node-finished' }): void {
    const size = sizeOf(event);
    if (size > LARGE_NODE) {
      this.#large.push(nodeRow(this.#parts.runId, this.#parts.workspaceId, event));
      return;
    }
    this.#nodes.push(nodeEntry(event));
    this.#nodesSize += size;
    if (this.#nodesSize > NODES_LIMIT) this.#close();
  }

  #disarm(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#due = Number.POSITIVE_INFINITY;
  }

  #close(): void {
    const events = this.#pending;
    if (events.length === 0) return;
    const { runId, workspaceId } = this.#parts;
    const first = this.#last + 1;
    const last = this.#last + events.length;
    const generation = this.#begins.at(-1)?.generation ?? 0;
    const nodes = this.#nodes.length === 0 ? '' : JSON.stringify(this.#nodes);
    const head = `{"run_id":"${runId}","generation":${generation},"first":${first},"last":${last},"workspace_id":"${workspaceId}","entries":${encodeEvents(events)}`;
    this.#closed.push({ head, nodes, large: this.#large });
    this.#pending = [];
    this.#nodes = [];
    this.#nodesSize = 0;
    this.#large = [];
    this.#text = 0;
    this.#last = last;
  }
}
