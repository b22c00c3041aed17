import { endsExecution, type RunEvent } from '#engine';
import { type EncodedEvents, NODES_LIMIT } from './encoded-events.ts';
import { EntryTexts, type TextPiece } from './event-entries.ts';
import { type EventRow, type JsonRow, nodeColumns, nodeRow } from './journal-rows.ts';
import { LARGE_NODE, NodeOrigin, nodeText, sizeOf } from './node-text.ts';
import type { RunValues } from './run-values.ts';

/**
 * Milliseconds text may wait that no other row takes along, about: each run has a time of its own, for a thousand streams
 * that began together would write together ever after.
 */
const TEXT_DELAY = 5_000;
/** Characters of text that wait no longer. */
const TEXT_LIMIT = 16_000;
/** Milliseconds between rows while somebody in another process reads along. */
const FOLLOWED_DELAY = 100;
/** Milliseconds for which one request to read along counts. */
const FOLLOWED_MS = 12_000;
/** Pieces of text that are made entries together: of a token that came alone most of the cost is to look at it. */
const PIECES = 16;
const NEVER = Number.NEGATIVE_INFINITY;

export interface EventJournalParts {
  readonly runId: string;
  readonly workspaceId: string;
  readonly values: RunValues;
  /** Number of the last event that is durable already: of a run that is resumed. Default 0. */
  readonly after?: number;
  /** Default 0; grows with each resumption. */
  readonly generation?: number;
  /** Called when events have waited long enough: writes `take()`. */
  readonly flush: () => void;
  /** Called after rows were committed while another process reads along. */
  readonly announce?: (() => void) | undefined;
}

/** Entries of events say only that a node ended: what it left is in its row. */
const noValues = { inputs: null, processData: null, outputs: null, state: null };

type NodeFinished = Extract<RunEvent, { kind: 'node-finished' }>;

/**
 * Numbers the events of a run and turns them into rows. They go along with rows that are written anyway; alone, only
 * when text has streamed for a while, or when somebody in another process reads along.
 */
export class EventJournal {
  readonly #parts: EventJournalParts;
  readonly #origin: NodeOrigin;
  readonly #textDelay = TEXT_DELAY * (0.75 + Math.random() / 2);
  readonly #begins: { readonly first: number; readonly generation: number }[];
  /** What waits, as text from the start: of streamed tokens that is a tenth of what their events hold. */
  #entries = new EntryTexts();
  /** Text that came last and is no entry yet. */
  #pieces: TextPiece[] = [];
  /** Events that wait. */
  #count = 0;
  /** Texts of nodes that ended in what is pending. */
  #nodes: string[] = [];
  #nodesSize = 0;
  #large: JsonRow[] = [];
  /** Rows whose values are on their way to the store: they join their `EventRow` when those are there. */
  #storing: Promise<void>[] = [];
  #closed: EventRow[] = [];
  #text = 0;
  #last: number;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer rings. */
  #due = Number.POSITIVE_INFINITY;
  /** What it was set to. */
  #delay = Number.POSITIVE_INFINITY;
  #followedUntil = NEVER;

  constructor(parts: EventJournalParts) {
    this.#parts = parts;
    this.#origin = new NodeOrigin(parts.runId);
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
    return this.#nodes.length > 0 || this.#large.length > 0 || this.#closed.length > 0 || this.#storing.length > 0;
  }

  /** Whether events are not on their way yet. */
  get isWaiting(): boolean {
    return this.#count > 0 || this.#closed.length > 0;
  }

  /** The generation an event belongs to. */
  generationOf(number: number): number {
    return this.generations(number);
  }

  /** The same for who may not hold the run. */
  get generations(): (number: number) => number {
    return generationsOf(this.#begins);
  }

  /**
   * Takes the run's next events; tells whether there is so much text that it should be written now. `encoded`: all of
   * them but the one that ends the execution, as texts.
   */
  add(events: readonly RunEvent[], encoded: readonly EncodedEvents[] = []): boolean {
    this.#addPieces();
    for (const batch of encoded) this.#addEncoded(batch);
    for (const event of events) {
      if (encoded.length > 0 && !endsExecution(event)) {
        // Nothing but the values of a large node is missing in the texts.
        if (event.kind === 'node-finished') this.#addLarge(event);
        continue;
      }
      this.#entries.add(event);
      this.#count += 1;
      if (event.kind === 'chunk' || event.kind === 'reasoning') {
        for (const delta of event.deltas) this.#text += delta.length;
      }
      if (event.kind === 'node-finished') this.#addNode(event);
    }
    return this.#text > TEXT_LIMIT;
  }

  /** `add` for a piece of text that came alone. */
  addPiece(piece: TextPiece): boolean {
    for (const delta of piece.deltas) this.#text += delta.length;
    this.#count += 1;
    if (this.#pieces.push(piece) === PIECES) this.#addPieces();
    return this.#text > TEXT_LIMIT;
  }

  /** What follows belongs to another generation: the run was resumed in this process. */
  resume(generation: number): void {
    this.#close();
    this.#begins.push({ first: this.#last + 1, generation });
  }

  /** What was added since the last time, as rows; they are complete when `stored` resolves (null: they are). */
  take(): { readonly rows: readonly EventRow[]; readonly stored: Promise<unknown> | null } {
    this.#disarm();
    this.#close();
    const rows = this.#closed;
    const storing = this.#storing;
    this.#closed = [];
    this.#storing = [];
    return { rows, stored: storing.length === 0 ? null : Promise.all(storing) };
  }

  /** Makes sure that what waits is written within so many milliseconds; text alone can wait longer. */
  arm(delay = this.#textDelay): void {
    if (this.#count === 0) return;
    // Of a stream of tokens most come while the timer is on already.
    if (this.#delay <= delay && this.#followedUntil === NEVER) return;
    const due = performance.now() + (this.isFollowed ? FOLLOWED_DELAY : delay);
    if (due >= this.#due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#delay = delay;
    this.#timer = setTimeout(() => this.#parts.flush(), due - performance.now());
    this.#timer.unref();
  }

  /** Rows from `take` are durable. */
  committed(): void {
    if (this.isFollowed) this.#parts.announce?.();
  }

  /** Another process reads along for some seconds, or goes on doing so. */
  follow(): void {
    const wasFollowed = this.isFollowed;
    this.#followedUntil = performance.now() + FOLLOWED_MS;
    if (!wasFollowed && this.#count > 0) this.#parts.flush();
  }

  /** Nothing is written any more. */
  close(): void {
    this.#disarm();
    this.#entries = new EntryTexts();
    this.#pieces = [];
    this.#count = 0;
    this.#nodes = [];
    this.#nodesSize = 0;
    this.#large = [];
    this.#storing = [];
    this.#closed = [];
  }

  #addPieces(): void {
    if (this.#pieces.length === 0) return;
    this.#entries.addPieces(this.#pieces);
    this.#pieces = [];
  }

  #addEncoded(batch: EncodedEvents): void {
    this.#entries.addTexts(batch.entries);
    this.#count += batch.count;
    this.#text += batch.text;
    if (batch.nodes !== '') this.#addText(batch.nodes, batch.size);
  }

  #addNode(event: NodeFinished): void {
    const size = sizeOf(event);
    if (size > LARGE_NODE) this.#addLarge(event);
    else this.#addText(nodeText(event, this.#origin), size);
  }

  #addText(nodes: string, size: number): void {
    this.#nodes.push(nodes);
    this.#nodesSize += size;
    if (this.#nodesSize > NODES_LIMIT) this.#close();
  }

  #addLarge(event: NodeFinished): void {
    const { values } = this.#parts;
    const texts = nodeColumns(event);
    const rows = this.#large;
    if (!values.isLarge(texts)) {
      rows.push(nodeRow(this.#parts, event, { texts, large: null }));
      return;
    }
    const rest = { ...event, ...noValues };
    const stored = values.pack(texts).then((packed) => void rows.push(nodeRow(this.#parts, rest, packed)));
    // Whoever takes the rows learns of it.
    stored.catch(() => {});
    this.#storing.push(stored);
  }

  #disarm(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#due = Number.POSITIVE_INFINITY;
    this.#delay = Number.POSITIVE_INFINITY;
  }

  #close(): void {
    if (this.#count === 0) return;
    this.#addPieces();
    const { runId, workspaceId } = this.#parts;
    const first = this.#last + 1;
    const last = this.#last + this.#count;
    const generation = this.#begins.at(-1)?.generation ?? 0;
    const nodes = this.#nodes.length === 0 ? '' : `[${this.#nodes.join(',')}]`;
    const head = `{"run_id":"${runId}","generation":${generation},"first":${first},"last":${last},"workspace_id":"${workspaceId}","entries":[${this.#entries.close()}]`;
    this.#closed.push({ head, nodes, large: this.#large });
    this.#entries = new EntryTexts();
    this.#count = 0;
    this.#nodes = [];
    this.#nodesSize = 0;
    this.#large = [];
    this.#text = 0;
    this.#last = last;
  }
}

function generationsOf(begins: readonly { readonly first: number; readonly generation: number }[]) {
  return (number: number) => begins.findLast(({ first }) => first <= number)?.generation ?? 0;
}
