/**
 * The dispatcher of one run (app-dsl, sections 4.2 to 4.5): it alone changes the run's state. It starts what is ready,
 * applies what nodes come back with, and ends the run. A synchronous node costs no turn of the loop.
 */
import { randomUUID } from 'node:crypto';
import type { NodeContext, NodeResult, RunCommand, RunEvent, RunRequest } from '../contract.ts';
import { hasText } from '../graph/flow-text.ts';
import type { FlowNode, Graph } from '../graph/graph.ts';
import { type Clock, systemClock } from './clock.ts';
import { queueNode, takeAllEdges, takeHandle } from './edge-routing.ts';
import { EventLog } from './event-log.ts';
import { Frame, type FrameFields } from './frame.ts';
import { FrameText, RunText } from './frame-text.ts';
import { initialPool } from './initial-pool.ts';
import { type ContextOwner, RunNodeContext } from './node-context.ts';
import { type EndTime, emptyRecord, nodeFinished, nodeRetry, nodeStarted, recordLength } from './node-events.ts';
import { NodeExecution } from './node-execution.ts';
import { type NodeFailure, readFailure } from './node-failure.ts';
import { exceptionOutcome, failureRecord, type NodeOutcome, successOutcome } from './node-outcome.ts';
import { ReadyQueue } from './ready-queue.ts';
import { chooseEntry } from './run-entry.ts';
import type { RunHost } from './run-host.ts';
import { exceededLimit } from './run-limits.ts';
import { RunOutputs } from './run-outputs.ts';
import { RunRecord } from './run-record.ts';
import { RunVolume } from './run-volume.ts';
import { SecretMask } from './secret-mask.ts';
import { StreamSlots } from './stream-slots.ts';
import { toJson, typeOf } from './value.ts';
import { checkSize } from './value-size.ts';
import { readUpdates } from './variable-update.ts';

/** A run without its graph reference: the graph is at hand. */
export type GraphRequest = Omit<RunRequest, 'graph'>;

export class Scheduler implements ContextOwner {
  readonly identity: NodeContext['run'];
  readonly host: RunHost;
  readonly clock: Clock;
  readonly containers: Graph['containers'];
  readonly done: Promise<void>;
  readonly #graph: Graph;
  readonly #request: GraphRequest;
  readonly #events: EventLog;
  readonly #outputs: RunOutputs;
  readonly #text: RunText;
  readonly #record: RunRecord;
  readonly #volume = new RunVolume();
  readonly #queue = new ReadyQueue();
  /** Executions that are not settled. */
  readonly #open = new Set<NodeExecution>();
  readonly #resolveDone: () => void;
  #mask = new SecretMask([]);
  #root: Frame | null = null;
  #cancelTimeLimit: (() => void) | null = null;
  /** Order of start of the executions that are shown. */
  #shown = 0;
  #isOver = false;
  #isBusy = false;
  #isHeld = false;

  constructor(graph: Graph, request: GraphRequest, host: RunHost) {
    const { runId, workspaceId, appId } = request;
    this.identity = { runId, workspaceId, appId, mode: graph.mode };
    this.host = host;
    this.containers = graph.containers;
    this.#graph = graph;
    this.#request = request;
    this.clock = host.clock ?? systemClock;
    this.#events = new EventLog((events) => host.emit(events));
    this.#outputs = new RunOutputs(graph.mode);
    this.#text = new RunText(this.#events, this.#outputs);
    this.#record = new RunRecord(this.clock.now(), this.clock.monotonic());
    const { promise, resolve } = Promise.withResolvers<void>();
    this.done = promise;
    this.#resolveDone = resolve;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  start(): void {
    this.#events.push({ kind: 'run-started', at: this.#record.startedAt, reason: 'initial' });
    this.#turn(() => {
      const entry = chooseEntry(this.#graph, this.#request.rootNodeId);
      const rootId = entry.flow.nodes[entry.root]?.id ?? '';
      const { pool, secrets } = initialPool(this.#graph, this.#request, { rootId, now: this.#record.startedAt });
      this.#mask = new SecretMask(secrets);
      const text = new FrameText(null, this.#text);
      this.#root = this.#enterFrame({ entry, pool, parent: null, position: null, text });
    });
  }

  send(command: RunCommand): void {
    if (this.#isOver) return;
    if (command.kind === 'abort') this.#turn(() => this.#abort(command.reason));
    else if (command.kind === 'set-variables') this.#turn(() => this.#setVariables(command.values));
    else {
      this.#isHeld = command.kind === 'pause';
      this.#turn(() => {});
    }
  }

  // -------------------------------------------------------------------------------------------------------------
  // What contexts report

  report(event: RunEvent): void {
    this.#events.push(event);
    if (!this.#isBusy) this.#events.flushSoon();
  }

  traceJson(value: unknown): string {
    return this.#mask.json(value);
  }

  streamed(execution: NodeExecution, stream: number, delta: string): void {
    this.#volume.add(delta.length);
    execution.frame.slots?.onDelta(stream, delta);
    if (!this.#isBusy) this.#events.flushSoon();
  }

  count(characters: number): void {
    this.#volume.add(characters);
  }

  openRound(fields: FrameFields, onEnd: (frame: Frame) => void): void {
    this.#turn(() => {
      const frame = this.#enterFrame(fields);
      frame.onEnd = () => onEnd(frame);
    });
  }

  /** A round's outputs count when the whole round ends well. */
  mergeRound({ failures, merges, parent }: Frame): void {
    if (failures.length > 0 || parent === null) return;
    for (const { outputs, files } of merges) {
      if (parent.parent === null) this.#outputs.merge(outputs, files);
      else parent.merges.push({ outputs, files });
    }
  }

  // -------------------------------------------------------------------------------------------------------------
  // Turns

  /** Does something that changes the run, then starts all that became ready. A fault of the engine fails the run. */
  #turn(work: () => void): void {
    if (this.#isOver) return;
    if (this.#isBusy) {
      work();
      return;
    }
    this.#isBusy = true;
    try {
      work();
      this.#startReady();
    } catch (error) {
      this.#failRun(readFailure(error));
    } finally {
      this.#isBusy = false;
    }
    this.#events.flush();
  }

  #startReady(): void {
    while (!this.#isOver && !this.#isHeld) {
      const item = this.#queue.shift();
      if (item === undefined) break;
      if ('execution' in item) this.#attempt(item.execution);
      else this.#startNode(item.frame, item.position);
    }
    if (this.#isOver) return;
    if (this.#root?.unfinished === 0) this.#finish();
    else this.#watchTime();
  }

  #enterFrame(fields: FrameFields): Frame {
    const frame = new Frame(fields);
    if (hasText(frame.flow, this.containers)) {
      frame.slots = new StreamSlots(frame, frame.text);
      frame.slots.open(frame.entry.openSlots);
    }
    queueNode(frame, frame.entry.root, this.#queue);
    return frame;
  }

  #startNode(frame: Frame, position: number): void {
    const node = frame.flow.nodes[position];
    if (node === undefined) throw new Error(`the graph has no node at ${position}`);
    this.#record.starts += 1;
    if (node.traits.hidden !== true) this.#shown += 1;
    const execution = new NodeExecution({
      id: randomUUID(),
      frame,
      node,
      index: this.#shown,
      predecessor: frame.flow.nodes[frame.predecessors[position] ?? -1]?.id ?? null,
      startedAt: this.clock.now(),
      startedOn: this.clock.monotonic(),
    });
    this.#open.add(execution);
    frame.addType(node.node.type);
    if (node.traits.hidden !== true) this.#events.push(nodeStarted(execution));
    this.#attempt(execution);
  }

  #attempt(execution: NodeExecution): void {
    const { node, frame, attempt } = execution;
    frame.steps += 1;
    let result: NodeResult | Promise<NodeResult>;
    try {
      result = node.implementation.run(node.compiled, new RunNodeContext(this, execution));
    } catch (error) {
      this.#fail(execution, error);
      return;
    }
    if (!isPromise(result)) {
      this.#succeed(execution, result);
      return;
    }
    const isCurrent = (): boolean => execution.isOpen && execution.attempt === attempt;
    result.then(
      (value) => this.#turn(() => isCurrent() && this.#succeed(execution, value)),
      (error) => this.#turn(() => isCurrent() && this.#fail(execution, error)),
    );
  }

  // -------------------------------------------------------------------------------------------------------------
  // Outcomes

  #succeed(execution: NodeExecution, result: NodeResult): void {
    if (this.#isOver) return;
    let outcome: NodeOutcome;
    try {
      this.#record.addUsage(result.usage, execution.frame);
      outcome = successOutcome(execution, result, this.#mask);
    } catch (error) {
      this.#fail(execution, error);
      return;
    }
    for (const { selector, value } of result.updates ?? []) this.#update(execution.frame, selector, value);
    this.#apply(execution, outcome);
  }

  #fail(execution: NodeExecution, error: unknown): void {
    if (this.#isOver) return;
    const failure = readFailure(error);
    this.#record.exceptions += 1;
    this.#record.addUsage(failure.usage, execution.frame);
    if (this.#retries(execution, failure)) return;
    const outcome = exceptionOutcome(execution, failure, this.#mask);
    if (outcome !== null) {
      this.#apply(execution, outcome);
      return;
    }
    this.#close(execution);
    const record = failureRecord(execution, failure, this.#mask);
    this.#volume.add(recordLength(record));
    this.#show(execution, nodeFinished(execution, 'failed', { record, time: this.#endTime() }));
    if (execution.frame.parent === null) this.#failRun(failure);
    else {
      execution.frame.failures.push(failure);
      execution.frame.slots?.onNodeFailed(execution.node);
      this.#leave(execution.frame);
      this.#checkLimits(this.clock.monotonic());
    }
  }

  /** Whether the node gets another attempt. The interval is a timer of its own: nothing else waits for it. */
  #retries(execution: NodeExecution, failure: NodeFailure): boolean {
    const { retry } = execution.node;
    if (retry === null || execution.attempt >= retry.maxRetries) return false;
    execution.attempt += 1;
    execution.frame.slots?.onRetry(execution.node);
    const record = failureRecord(execution, failure, this.#mask);
    this.#volume.add(recordLength(record));
    const event = nodeRetry(execution, execution.attempt, { record, time: this.#endTime() });
    const again = (): void => {
      execution.cancelRetry = null;
      this.#show(execution, event);
      this.#queue.push({ execution });
    };
    if (retry.interval === 0) again();
    else execution.cancelRetry = this.clock.after(retry.interval, () => this.#turn(again));
    return true;
  }

  /** Writes the outputs, decides the edges and passes the event on, in this order (app-dsl, section 4.4). */
  #apply(execution: NodeExecution, { status, outputs, handle, record, result }: NodeOutcome): void {
    const { frame, node } = execution;
    this.#volume.add(recordLength(record));
    this.#close(execution);
    frame.pool.setAll(node.id, outputs);
    frame.slots?.onNodeDone(node);
    if (handle === null) takeAllEdges(frame, node, this.#queue);
    else takeHandle(frame, node, { handle, queue: this.#queue });
    if (node.traits.response === true) this.#merge(frame, node, { outputs, files: result?.files ?? [] });
    frame.slots?.flush();
    const time = this.#endTime();
    this.#show(execution, nodeFinished(execution, status, { record, time }));
    this.#leave(frame);
    this.#checkLimits(time.finishedOn);
  }

  /** A round's outputs count when the whole round ends well; its answer is shown as it comes. */
  #merge(frame: Frame, node: FlowNode, merge: Frame['merges'][number]): void {
    if (frame.parent === null) this.#outputs.merge(merge.outputs, merge.files);
    else frame.merges.push(merge);
    const { answer } = merge.outputs;
    if (typeof answer === 'string' && this.#graph.mode === 'workflow') frame.text.answered(node, answer, frame);
  }

  #close(execution: NodeExecution): void {
    execution.isOpen = false;
    this.#open.delete(execution);
  }

  #leave(frame: Frame): void {
    frame.unfinished -= 1;
    if (frame.unfinished > 0 || frame.parent === null) return;
    frame.slots?.close();
    frame.onEnd?.();
  }

  #update(frame: Frame, selector: readonly string[], value: unknown): void {
    const [first = '', name = ''] = selector;
    checkSize(value, `The value of ${first}.${name}`);
    frame.pool.set(first, name, value);
    const valueType = frame.pool.type([first, name]) ?? typeOf(value);
    this.#events.push({ kind: 'variable-updated', selector: [first, name], valueType, value: toJson(value) });
  }

  #show(execution: NodeExecution, event: RunEvent): void {
    if (execution.node.traits.hidden !== true) this.#events.push(event);
  }

  #endTime(): EndTime {
    return { finishedAt: this.clock.now(), finishedOn: this.clock.monotonic() };
  }

  // -------------------------------------------------------------------------------------------------------------
  // Commands and ends

  #setVariables(values: readonly { selector: readonly string[]; value: string }[]): void {
    const root = this.#root;
    if (root === null) return;
    for (const { selector, value } of readUpdates(values)) this.#update(root, selector, value);
    root.slots?.flush();
  }

  #checkLimits(now: number): void {
    const reason = exceededLimit(this.#request.limits, this.#record.starts, now - this.#record.startedOn);
    if (reason !== null) this.#abort(reason);
  }

  /** A node that hangs must not outlive the time limit, so the clock ends the run as well. */
  #watchTime(): void {
    const { maxSeconds } = this.#request.limits;
    if (maxSeconds === null || this.#cancelTimeLimit !== null) return;
    const left = maxSeconds * 1000 - (this.clock.monotonic() - this.#record.startedOn);
    this.#cancelTimeLimit = this.clock.after(Math.max(left, 0) + 1, () => {
      this.#cancelTimeLimit = null;
      this.#turn(() => this.#checkLimits(this.clock.monotonic()));
    });
  }

  #abort(reason: string): void {
    if (this.#isOver) return;
    this.#record.abortReason = reason;
    this.#finish();
  }

  #failRun(failure: Pick<NodeFailure, 'message' | 'code'>): void {
    if (this.#isOver) return;
    this.#record.failure = { message: this.#mask.text(failure.message), code: failure.code };
    this.#finish();
  }

  /** Ends the run: nothing new starts, what still runs is abandoned and recorded, the last event goes out. */
  #finish(): void {
    this.#isOver = true;
    this.#queue.clear();
    this.#cancelTimeLimit?.();
    this.#abandonOpen();
    const now = { at: this.clock.now(), on: this.clock.monotonic() };
    this.#events.push(this.#record.finished(this.#outputs, this.#root?.steps ?? 0, now));
    this.#resolveDone();
  }

  #abandonOpen(): void {
    const { abortReason, failure } = this.#record;
    const status = abortReason === null ? 'failed' : 'stopped';
    const error = abortReason ?? failure?.message ?? null;
    for (const execution of this.#open) {
      execution.abandon(new Error(error ?? 'The run is over.'));
      const ended = { record: { ...emptyRecord, error }, time: this.#endTime() };
      this.#show(execution, nodeFinished(execution, status, ended));
    }
    this.#open.clear();
  }
}

function isPromise(result: NodeResult | Promise<NodeResult>): result is Promise<NodeResult> {
  return typeof result === 'object' && result !== null && 'then' in result && typeof result.then === 'function';
}
