import type { RunEvent, RunFork, RunPast, Usage } from '../contract.ts';
import type { Flow, Graph } from '../graph/graph.ts';
import type { Frame } from './frame.ts';
import type { NodeExecution } from './node-execution.ts';
import { readState } from './node-state.ts';
import { fromJson } from './value.ts';

export type NodeFinished = Extract<RunEvent, { kind: 'node-finished' }>;
type NodeStarted = Extract<RunEvent, { kind: 'node-started' }>;

/** What the journal says of one node execution. */
export interface PastExecution {
  readonly started: Pick<NodeStarted, 'executionId' | 'index' | 'startedAt'>;
  /** Failed attempts that were followed by another. */
  retries: number;
  readonly retryUsage: Usage[];
  /** `container` events it emitted. */
  reports: number;
  finished: NodeFinished | null;
  /** Others wait for its outcome to be applied before theirs. */
  isDue: boolean;
}

/** A value put in place of one of the past. */
export interface ReplacedValue {
  readonly selector: readonly [first: string, name: string];
  readonly value: unknown;
}

/** A past execution whose turn has come, with the one that stands for it now. */
export interface DueOutcome {
  readonly execution: NodeExecution;
  readonly finished: NodeFinished;
}

/**
 * The fold of a run's journal. Executions are known by their path and node: the run is executed again from its root, and
 * what has finished before is applied instead of being run, in the order in which it was applied first. Containers are
 * run again, for their code is where their state is; what lies inside them is replayed like anything else.
 */
export class Replay {
  /** A run of its own that takes over what another one had reached. */
  readonly isFork: boolean;
  /** Values that replace those of the past run. */
  readonly newValues: readonly ReplacedValue[];
  /** All text that was streamed. */
  readonly text: string;
  /** Milliseconds since the epoch, of the first start. */
  readonly startedAt: number;
  /** The highest index given to an execution. */
  readonly lastIndex: number;
  readonly #past = new Map<string, PastExecution>();
  readonly #order: string[] = [];
  readonly #waiting = new Map<string, NodeExecution>();
  /** Nodes of the main graph that a fork runs anew. */
  readonly #anew: ReadonlySet<string>;
  #next = 0;

  constructor(past: RunPast, graph: Graph, now: number) {
    this.isFork = past.fork !== undefined;
    this.newValues = (past.fork?.values ?? []).map(readReplaced);
    this.#anew = past.fork === undefined ? new Set() : following(graph.main, past.fork.nodeId);
    const keys = new Map<string, string>();
    const text: string[] = [];
    let startedAt: number | null = null;
    let lastIndex = 0;
    for (const event of past.events) {
      if (event.kind === 'run-started') startedAt ??= event.at;
      else if (event.kind === 'chunk') text.push(...event.deltas);
      else if (event.kind === 'text-replaced') text.splice(0, text.length, event.text);
      else this.#fold(event, keys);
      if (event.kind === 'node-started') lastIndex = Math.max(lastIndex, event.index);
    }
    this.text = this.isFork ? '' : text.join('');
    this.startedAt = this.isFork ? now : (startedAt ?? now);
    this.lastIndex = this.isFork ? 0 : lastIndex;
  }

  #fold(event: RunEvent, keys: Map<string, string>): void {
    if (event.kind === 'node-started') {
      const path = event.position?.path ?? '';
      if (this.#anew.has(rootNodeOf(path, event.nodeId))) return;
      const key = path + event.nodeId;
      keys.set(event.executionId, key);
      if (!this.#past.has(key))
        this.#past.set(key, { started: event, retries: 0, retryUsage: [], reports: 0, finished: null, isDue: false });
      return;
    }
    if (!('executionId' in event)) return;
    const key = keys.get(event.executionId);
    const past = key === undefined ? undefined : this.#past.get(key);
    if (past === undefined || key === undefined) return;
    if (event.kind === 'node-retry') {
      past.retries = event.retryIndex;
      const { usage } = readState(event.state);
      if (usage !== undefined) past.retryUsage.push(usage);
    }
    if (event.kind === 'container') past.reports += 1;
    else if (event.kind === 'node-finished' && event.status !== 'stopped') {
      past.finished = event;
      past.isDue = true;
      this.#order.push(key);
    }
  }

  /** What readers of this run were told of an execution. */
  told(frame: Frame, nodeId: string): PastExecution | undefined {
    return this.isFork ? undefined : this.#past.get(frame.path + nodeId);
  }

  /** Values that a fork puts in place of a node's outputs. */
  changes(nodeId: string): Readonly<Record<string, unknown>> {
    const values = this.newValues.filter(({ selector }) => selector[0] === nodeId);
    return Object.fromEntries(values.map(({ selector, value }) => [selector[1], value]));
  }

  /** True: the execution does not run, its outcome is applied in its turn. */
  holds(execution: NodeExecution): boolean {
    const { frame, node } = execution;
    const past = this.#past.get(frame.path + node.id);
    if (past === undefined || past.finished === null) return false;
    if (node.traits.container !== undefined) {
      past.isDue = false;
      return false;
    }
    this.#waiting.set(frame.path + node.id, execution);
    return true;
  }

  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  isHeld({ frame, node }: NodeExecution): boolean {
    return this.#waiting.has(frame.path + node.id);
  }

  /** The outcome whose turn it is, once its node is reached. `anyOrder`: the first that is reached. */
  next(anyOrder = false): DueOutcome | undefined {
    for (let place = this.#next; place < this.#order.length; place += 1) {
      const key = this.#order[place] ?? '';
      const past = this.#past.get(key);
      const execution = this.#waiting.get(key);
      if (past?.isDue !== true) {
        if (place === this.#next) this.#next += 1;
      } else if (execution !== undefined && past.finished !== null) {
        this.#waiting.delete(key);
        past.isDue = false;
        return { execution, finished: past.finished };
      } else if (!anyOrder) return undefined;
    }
    return undefined;
  }
}

function readReplaced({ selector: [first = '', name = ''], value }: RunFork['values'][number]): ReplacedValue {
  return { selector: [first, name], value: fromJson(value) };
}

/** The node of the main graph that an execution belongs to. */
function rootNodeOf(path: string, nodeId: string): string {
  const end = path.indexOf('/');
  return end === -1 ? nodeId : path.slice(0, path.lastIndexOf(':', end));
}

/** A node and all that can be reached from it. */
function following(flow: Flow, nodeId: string): ReadonlySet<string> {
  const start = flow.positions.get(nodeId);
  const reached = new Set<number>(start === undefined ? [] : [start]);
  for (const position of reached) {
    for (const edge of flow.nodes[position]?.outgoing ?? []) {
      const target = flow.edges[edge]?.target;
      if (target !== undefined) reached.add(target);
    }
  }
  return new Set([...reached].map((position) => flow.nodes[position]?.id ?? ''));
}
