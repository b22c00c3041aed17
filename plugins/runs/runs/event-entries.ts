import { type JsonText, type NodeStatus, noUsage, type RunEvent, type RunFinishedEvent, type RunStatus } from '#engine';

/**
 * Events as the table keeps them: a JSON array with one entry per event.
 *
 * - `7`, `-7`: the node execution with index 7 started, finished; the rest is in `node_executions`
 * - `[node, selector, position, delta…]`: a chunk; `[delta…]` below `0`: more of the one before
 * - an object: the event itself. Of `run-finished` only what `workflow_runs` does not have.
 */
type Entry = number | readonly unknown[] | RunEvent;

type EventOf<Kind extends RunEvent['kind']> = Extract<RunEvent, { kind: Kind }>;

/** A piece of streamed text. */
export type TextPiece = EventOf<'chunk'> | EventOf<'reasoning'>;

/** What `node_executions` holds of a node that finished. */
export interface StoredNode {
  readonly index: number;
  readonly id: string;
  readonly node_id: string;
  readonly node_type: string;
  readonly title: string;
  readonly predecessor_node_id: string | null;
  readonly position: EventOf<'node-finished'>['position'];
  readonly status: string;
  /** JSON texts, as all columns of type `json`. */
  readonly inputs: JsonText | null;
  readonly process_data: JsonText | null;
  readonly outputs: JsonText | null;
  readonly metadata: JsonText | null;
  readonly state: JsonText | null;
  readonly error: string | null;
  readonly error_type: string | null;
  readonly elapsed: number;
  readonly started_at: Date;
  readonly finished_at: Date;
}

/** What `workflow_runs` holds of a run that finished. */
export interface StoredEnd {
  readonly status: string;
  readonly outputs: JsonText | null;
  readonly error: string | null;
  readonly error_code: string | null;
  readonly total_steps: number;
  readonly total_tokens: number;
  readonly exceptions_count: number;
  readonly elapsed: number | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

const MORE_TEXT = 0;

const noUsageText = JSON.stringify(noUsage);

/**
 * The entries of events that follow each other and are kept in one row. The rows of nodes that finish in them are
 * written with them.
 */
export class EntryTexts {
  readonly #texts: string[] = [];
  /** Nodes that have not finished yet, with their places in `#texts`. */
  #open: Map<number, { readonly at: number; readonly event: EventOf<'node-started'> }> | null = null;
  /** Where the text before came from; null: nothing that text could follow. */
  #source: EventOf<'chunk'> | null = null;

  add(event: RunEvent): void {
    switch (event.kind) {
      case 'node-started':
        this.#start(event);
        return;
      case 'node-finished':
        this.#finish(event);
        return;
      case 'chunk':
        this.#texts.push(JSON.stringify(this.#piece(event)));
        return;
      case 'run-finished':
        this.#texts.push(JSON.stringify(encodeEnd(event)));
        return;
      default:
        this.#texts.push(JSON.stringify(event));
    }
  }

  /** One `stringify` for all, which makes one flat text: pieces put together stay in memory piece by piece. */
  addPieces(pieces: readonly TextPiece[]): void {
    this.#texts.push(JSON.stringify(pieces.map((piece) => this.#piece(piece))).slice(1, -1));
  }

  /** Entries of others that follow here. */
  addTexts(entries: string): void {
    this.#texts.push(entries);
    this.#source = null;
  }

  /** Elements of a JSON array. */
  close(): string {
    for (const { at, event } of this.#open?.values() ?? []) this.#texts[at] = JSON.stringify(event);
    return this.#texts.join(',');
  }

  #start(event: EventOf<'node-started'>): void {
    this.#open ??= new Map();
    const other = this.#open.get(event.index);
    if (other !== undefined) this.#texts[other.at] = JSON.stringify(other.event);
    this.#open.set(event.index, { at: this.#texts.push('') - 1, event });
  }

  #finish({ index, executionId, startedAt }: EventOf<'node-finished'>): void {
    const start = this.#open?.get(index);
    if (start?.event.executionId === executionId && start.event.startedAt === startedAt) {
      this.#texts[start.at] = `${index}`;
      this.#open?.delete(index);
    }
    this.#texts.push(`-${index}`);
  }

  #piece(event: TextPiece): Entry {
    if (event.kind !== 'chunk' || event.deltas.length === 0) return event;
    const { nodeId, selector, position, deltas } = event;
    const isMore = this.#source !== null && isSameSource(this.#source, event);
    if (!isMore) this.#source = { ...event, deltas: [] };
    return isMore ? [MORE_TEXT, ...deltas] : [nodeId, selector, position, ...deltas];
  }
}

function isSameSource(one: EventOf<'chunk'>, other: EventOf<'chunk'>): boolean {
  if (one.nodeId !== other.nodeId) return false;
  // Mostly they are the very same objects: chunks of one text share them (engine/pool/message-codec.ts).
  if (one.selector === other.selector && one.position === other.position) return true;
  return JSON.stringify([one.selector, one.position]) === JSON.stringify([other.selector, other.position]);
}

function encodeEnd(end: RunFinishedEvent): object {
  const { answer, files, usage, kind, startedAt } = end;
  const isShown = end.outputs.startsWith(`{"answer":${JSON.stringify(answer)}`);
  return {
    kind,
    startedAt,
    ...(!isShown && answer !== '' && { answer }),
    ...(isShown && { shown: true }),
    ...(files !== '[]' && { files }),
    ...(JSON.stringify(usage) !== noUsageText && { usage }),
  };
}

/** Whether it is a piece of streamed text. */
export function isText(event: RunEvent): event is TextPiece {
  return event.kind === 'chunk' || event.kind === 'reasoning';
}

/** Whether it holds what going on needs and nobody is shown. */
export function hasState(event: RunEvent): boolean {
  return 'state' in event && event.state !== null;
}

export function withoutState(event: RunEvent): RunEvent {
  return hasState(event) ? ({ ...event, state: null } as RunEvent) : event;
}

/** Where entries that refer to other tables find what they leave out. */
export interface EventSources {
  node(index: number): StoredNode | undefined;
  /** With `state`, for a run that goes on. */
  readonly isWhole: boolean;
  readonly end: StoredEnd | null;
}

/** Indexes of the nodes that entries refer to. */
export function nodesOf(entries: readonly Entry[]): number[] {
  return entries.flatMap((entry) => (typeof entry === 'number' ? [Math.abs(entry)] : []));
}

export function parseEntries(text: JsonText): readonly Entry[] {
  return JSON.parse(text) as readonly Entry[];
}

/** Whether the entries end with the run's end. */
export function endsRun(entries: readonly Entry[]): boolean {
  const last = entries.at(-1);
  return typeof last === 'object' && 'kind' in last && last.kind === 'run-finished';
}

/** The events of a row, as they were. Stops before one whose other half is not there. */
export function decodeEvents(entries: readonly Entry[], sources: EventSources): RunEvent[] {
  const events: RunEvent[] = [];
  let source: readonly unknown[] = [];
  for (const entry of entries) {
    if (Array.isArray(entry)) {
      const isMore = entry[0] === MORE_TEXT;
      if (!isMore) source = entry.slice(0, 3);
      events.push(chunkOf(source, entry.slice(isMore ? 1 : 3)));
      continue;
    }
    const event = typeof entry === 'number' ? nodeEvent(entry, sources) : ownEvent(entry as RunEvent, sources);
    if (event === null) break;
    events.push(event);
  }
  return events;
}

function chunkOf(source: readonly unknown[], deltas: readonly unknown[]): RunEvent {
  const [nodeId, selector, position] = source;
  return { kind: 'chunk', nodeId, selector, deltas, position } as RunEvent;
}

function nodeEvent(entry: number, sources: EventSources): RunEvent | null {
  const row = sources.node(Math.abs(entry));
  if (row === undefined) return null;
  const identity = {
    executionId: row.id,
    nodeId: row.node_id,
    nodeType: row.node_type,
    title: row.title,
    index: row.index,
    predecessorNodeId: row.predecessor_node_id,
    position: row.position,
    startedAt: row.started_at.getTime(),
  };
  if (entry > 0) return { kind: 'node-started', ...identity };
  return {
    kind: 'node-finished',
    ...identity,
    status: row.status as NodeStatus,
    inputs: row.inputs,
    processData: row.process_data,
    outputs: row.outputs,
    error: row.error,
    errorType: row.error_type,
    metadata: row.metadata,
    state: sources.isWhole ? row.state : null,
    finishedAt: row.finished_at.getTime(),
    elapsed: row.elapsed,
  };
}

function ownEvent(event: RunEvent, { end, isWhole }: EventSources): RunEvent | null {
  if (event.kind !== 'run-finished') return isWhole ? event : withoutState(event);
  if (end === null) return null;
  const { shown, ...own } = event as Partial<RunFinishedEvent> & { shown?: true };
  const whole = finishedEvent(end);
  const answer = shown === true ? (JSON.parse(whole.outputs) as { answer: string }).answer : '';
  return { ...whole, answer, ...own };
}

/** The end of a run by its row alone, for runs that did not tell it themselves. */
export function finishedEvent(end: StoredEnd): RunFinishedEvent {
  return {
    kind: 'run-finished',
    status: end.status as RunStatus,
    outputs: end.outputs ?? '{}',
    answer: '',
    files: '[]',
    error: end.error,
    errorCode: end.error_code,
    startedAt: end.created_at.getTime(),
    finishedAt: (end.finished_at ?? end.created_at).getTime(),
    elapsed: end.elapsed ?? 0,
    totalTokens: end.total_tokens,
    totalSteps: end.total_steps,
    exceptionsCount: end.exceptions_count,
    usage: noUsage,
  };
}
