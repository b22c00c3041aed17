import type { RunEvent, RunFork, RunPast } from '#engine';
import { hasText } from '#engine/graph/flow-text.ts';
import type { Flow, Graph } from '#engine/graph/graph.ts';
import type { NodeExecution } from '#engine/run/executions/node-execution.ts';
import type { Frame } from '#engine/run/frame.ts';
import { fromJson } from '#engine/run/values/value.ts';
import { executionKey } from './execution-key.ts';
import { type NodeFinished, type PastExecution, PastExecutions } from './past-executions.ts';

/** A value put in place of one of the past. */
export interface ReplacedValue {
  readonly selector: readonly [first: string, name: string];
  readonly value: unknown;
}

/** A past execution whose turn has come, with the one that stands for it now. */
export interface DueOutcome {
  readonly execution: NodeExecution;
  readonly finished: NodeFinished;
  /** It happened in the run that this one was forked from, which paid for it. */
  readonly isReused: boolean;
  /** Values that a fork puts in place of its outputs. */
  readonly changes: Readonly<Record<string, unknown>>;
}

/**
 * The fold of a run's journal. Executions are known by their path and node: the run is executed again from its root, and
 * what has finished before is applied instead of being run, in the order in which it was applied first. Containers are
 * run again, for their code is where their state is; what lies inside them is replayed like anything else. A fork takes
 * from the journal of another run what its own does not have.
 */
export class Replay {
  /** Values that replace those of the run it was forked from; nodes that run anew put out their own, but for inputs. */
  readonly newValues: readonly ReplacedValue[];
  /** All text that was streamed. */
  readonly text: string;
  /** Milliseconds since the epoch, of the first start. */
  readonly startedAt: number;
  /** The highest index given to an execution. */
  readonly lastIndex: number;
  /** Readers were told of the run before. */
  readonly #isResumption: boolean;
  /** They may have been told more of its text than is known here. */
  readonly #isAhead: boolean;
  readonly #own: PastExecutions;
  /** Of the run it was forked from. */
  readonly #taken: PastExecutions;
  readonly #order: readonly string[];
  readonly #waiting = new Map<string, NodeExecution>();
  #next = 0;

  constructor({ events, fork, isCutOff = false }: RunPast, graph: Graph, now: number) {
    this.#isResumption = events.length > 0;
    this.#isAhead = isCutOff && hasText(graph.main, graph.containers);
    const anew = fork === undefined ? new Set<string>() : following(graph.main, fork.nodeId);
    this.newValues = (fork?.values ?? [])
      .map(readReplaced)
      .filter(({ selector: [first] }) => !anew.has(first) || isRoot(graph.main, first));
    this.#own = new PastExecutions(events);
    this.#taken = new PastExecutions(fork?.events ?? [], anew);
    this.#order = [...this.#own.order, ...this.#taken.order.filter((key) => this.#own.get(key)?.finished == null)];
    const { text, startedAt, lastIndex } = told(events);
    this.text = text;
    this.startedAt = startedAt ?? now;
    this.lastIndex = lastIndex;
  }

  /** What is told first. */
  beginning(now: number): readonly RunEvent[] {
    if (!this.#isResumption) return [{ kind: 'run-started', at: this.startedAt, reason: 'initial' }];
    const begin: RunEvent = { kind: 'run-started', at: now, reason: 'resumption' };
    return this.#isAhead ? [begin, { kind: 'text-replaced', text: this.text }] : [begin];
  }

  /** What readers of this run were told of an execution. */
  pastOf(frame: Frame, nodeId: string): PastExecution | undefined {
    return this.#own.get(executionKey(frame.path, nodeId));
  }

  /** True: the execution does not run, its outcome is applied in its turn. */
  holds(execution: NodeExecution): boolean {
    const { frame, node } = execution;
    const past = this.#past(executionKey(frame.path, node.id));
    if (past === undefined || past.finished === null) return false;
    if (node.traits.container !== undefined) {
      past.isDue = false;
      return false;
    }
    this.#waiting.set(executionKey(frame.path, node.id), execution);
    return true;
  }

  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  isHeld({ frame, node }: NodeExecution): boolean {
    return this.#waiting.has(executionKey(frame.path, node.id));
  }

  /** The outcome whose turn it is, once its node is reached. `anyOrder`: the first that is reached. */
  next(anyOrder = false): DueOutcome | undefined {
    for (let place = this.#next; place < this.#order.length; place += 1) {
      const key = this.#order[place] ?? '';
      const past = this.#past(key);
      const execution = this.#waiting.get(key);
      if (past?.isDue !== true) {
        if (place === this.#next) this.#next += 1;
      } else if (execution !== undefined && past.finished !== null) {
        this.#waiting.delete(key);
        past.isDue = false;
        const isReused = past !== this.#own.get(key);
        const changes = isReused ? this.#changes(execution.node.id) : {};
        return { execution, finished: past.finished, isReused, changes };
      } else if (!anyOrder) return undefined;
    }
    return undefined;
  }

  /** How an execution ended, in this run or in the one it was forked from. */
  #past(key: string): PastExecution | undefined {
    const own = this.#own.get(key);
    return own === undefined || own.finished === null ? (this.#taken.get(key) ?? own) : own;
  }

  #changes(nodeId: string): Readonly<Record<string, unknown>> {
    const values = this.newValues.filter(({ selector }) => selector[0] === nodeId);
    return Object.fromEntries(values.map(({ selector, value }) => [selector[1], value]));
  }
}

/** What events say of the run as a whole. */
function told(events: readonly RunEvent[]) {
  const text: string[] = [];
  let startedAt: number | null = null;
  let lastIndex = 0;
  for (const event of events) {
    if (event.kind === 'run-started') startedAt ??= event.at;
    else if (event.kind === 'chunk') text.push(...event.deltas);
    else if (event.kind === 'text-replaced') text.splice(0, text.length, event.text);
    else if (event.kind === 'node-started') lastIndex = Math.max(lastIndex, event.index);
  }
  return { text: text.join(''), startedAt, lastIndex };
}

function readReplaced({ selector: [first = '', name = ''], value }: RunFork['values'][number]): ReplacedValue {
  return { selector: [first, name], value: fromJson(value) };
}

function isRoot(flow: Flow, nodeId: string): boolean {
  return flow.nodes[flow.positions.get(nodeId) ?? -1]?.incoming.length === 0;
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
