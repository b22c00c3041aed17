import type { RunEvent, Usage } from '#engine';
import { readState } from '#engine/run/executions/node-state.ts';
import { executionKey, pathPart, rootPart } from './execution-key.ts';
import { type PastAttempt, pastAttempt } from './retry-history.ts';

export type NodeFinished = Extract<RunEvent, { kind: 'node-finished' }>;
type NodeStarted = Extract<RunEvent, { kind: 'node-started' }>;

/** What the journal says of one node execution. */
export interface PastExecution {
  readonly started: Pick<NodeStarted, 'executionId' | 'index' | 'startedAt'>;
  /** Failed attempts that were followed by another. */
  retries: number;
  readonly retryUsage: Usage[];
  readonly history: PastAttempt[];
  /** `container` events it emitted. */
  reports: number;
  finished: NodeFinished | null;
  /** Others wait for its outcome to be applied before theirs. */
  isDue: boolean;
}

/** The executions of a journal, known by their path and node. */
export class PastExecutions {
  /** Keys of those that finished, in this order. */
  readonly order: string[] = [];
  readonly #byKey = new Map<string, PastExecution>();
  readonly #keys = new Map<string, string>();

  /** `left`: nodes of the main graph that are left out, with all that is inside them. */
  constructor(events: readonly RunEvent[], left: ReadonlySet<string> = new Set()) {
    const parts = new Set([...left].map(pathPart));
    for (const event of events) {
      if (event.kind === 'node-started') this.#start(event, parts);
      else if ('executionId' in event) this.#fold(event, event.executionId);
    }
  }

  get(key: string): PastExecution | undefined {
    return this.#byKey.get(key);
  }

  #start(event: NodeStarted, left: ReadonlySet<string>): void {
    const path = event.position?.path ?? '';
    if (left.has(rootPart(path, event.nodeId))) return;
    const key = executionKey(path, event.nodeId);
    this.#keys.set(event.executionId, key);
    if (this.#byKey.has(key)) return;
    this.#byKey.set(key, {
      started: event,
      retries: 0,
      retryUsage: [],
      history: [],
      reports: 0,
      finished: null,
      isDue: false,
    });
  }

  #fold(event: RunEvent, executionId: string): void {
    const key = this.#keys.get(executionId);
    const past = key === undefined ? undefined : this.#byKey.get(key);
    if (past === undefined || key === undefined) return;
    if (event.kind === 'node-retry') {
      past.retries = event.retryIndex;
      past.history.push(pastAttempt(event));
      const { usage } = readState(event.state);
      if (usage !== undefined) past.retryUsage.push(usage);
    } else if (event.kind === 'container') past.reports += 1;
    else if (event.kind === 'node-finished' && event.status !== 'stopped') {
      past.finished = event;
      past.isDue = true;
      this.order.push(key);
    }
  }
}
