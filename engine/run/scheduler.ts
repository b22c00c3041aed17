/**
 * The dispatcher of one run (app DSL, execution): it alone changes the run's state. It starts what is ready,
 * applies what nodes come back with, and ends the run. A synchronous node costs no turn of the loop.
 */
import type { GraphNode, NodeContext, NodeResult, RunCommand, RunEvent, RunRequest } from '#engine';
import { hasText } from '#engine/graph/flow-text.ts';
import type { Graph } from '#engine/graph/graph.ts';
import { type Clock, systemClock } from './clock.ts';
import { queueNode } from './edge-routing.ts';
import type { ContextOwner } from './executions/node-context.ts';
import { type EndTime, nodeFinished, nodeStarted, recordLength } from './executions/node-events.ts';
import { NodeExecution } from './executions/node-execution.ts';
import { type NodeFailure, readFailure } from './executions/node-failure.ts';
import { NodeInvoker } from './executions/node-invoker.ts';
import {
  abandonedRecord,
  exceptionOutcome,
  failureRecord,
  type NodeOutcome,
  successOutcome,
} from './executions/node-outcome.ts';
import { OpenExecutions } from './executions/open-executions.ts';
import { OutcomeWriter } from './executions/outcome-writer.ts';
import { Pauses } from './executions/pauses.ts';
import { Frame, type FrameFields } from './frame.ts';
import { Later } from './later.ts';
import { ReadyQueue } from './ready-queue.ts';
import { LimitWatch } from './records/run-limits.ts';
import { RunRecord } from './records/run-record.ts';
import { RunVolume } from './records/run-volume.ts';
import { SecretMask } from './records/secret-mask.ts';
import { ExecutionNumbers } from './replay/execution-numbers.ts';
import { pastOutcome } from './replay/past-outcome.ts';
import { type DueOutcome, Replay } from './replay/replay.ts';
import { nextAttempt, withHistory } from './replay/retry-history.ts';
import { chooseEntry } from './run-entry.ts';
import type { RunHost } from './run-host.ts';
import { EventLog } from './streaming/event-log.ts';
import { FrameText, RunText } from './streaming/frame-text.ts';
import { RunOutputs } from './streaming/run-outputs.ts';
import { StreamSlots } from './streaming/stream-slots.ts';
import { initialPool } from './values/initial-pool.ts';
import { readUpdates } from './values/variable-update.ts';

export type GraphRequest = Omit<RunRequest, 'graph'>;

export class Scheduler implements ContextOwner {
  readonly identity: NodeContext['run'];
  readonly host: RunHost;
  readonly trace: string | undefined;
  readonly clock: Clock;
  readonly containers: Graph['containers'];
  readonly #graph: Graph;
  readonly #events: EventLog;
  readonly #outputs: RunOutputs;
  readonly #text: RunText;
  readonly #record: RunRecord;
  readonly #volume = new RunVolume();
  readonly #queue = new ReadyQueue();
  readonly #open = new OpenExecutions();
  readonly #done = Promise.withResolvers<void>();
  readonly #writer: OutcomeWriter;
  readonly #invoker: NodeInvoker;
  readonly #pauses = new Pauses();
  readonly #limits: LimitWatch;
  readonly #stillCheck: Later;
  /** Null for a run without a past. */
  readonly #replay: Replay | null;
  #root: Frame | null = null;
  readonly #numbers: ExecutionNumbers;
  #isOver = false;
  #isBusy = false;
  #isHeld = false;

  constructor(graph: Graph, request: GraphRequest, host: RunHost) {
    this.identity = { runId: request.runId, workspaceId: request.workspaceId, appId: request.appId, mode: graph.mode };
    this.host = host;
    this.trace = request.trace;
    this.containers = graph.containers;
    this.#graph = graph;
    this.clock = host.clock ?? systemClock;
    this.#events = new EventLog((events) => host.emit(events));
    this.#outputs = new RunOutputs(graph.mode);
    this.#writer = new OutcomeWriter({
      mode: graph.mode,
      queue: this.#queue,
      events: this.#events,
      outputs: this.#outputs,
      variableBytes: host.variableBytes,
    });
    this.#invoker = new NodeInvoker({
      owner: this,
      flush: () => this.#events.flush(),
      turn: (work) => this.#turn(work),
      succeed: (execution, result) => this.#succeed(execution, result),
      fail: (execution, error) => this.#fail(execution, error),
    });
    const now = this.clock.now();
    this.#replay = request.past === undefined ? null : new Replay(request.past, graph, now);
    this.#text = new RunText(this.#events, this.#outputs, this.#replay?.text);
    const startedAt = this.#replay?.startedAt ?? now;
    this.#record = new RunRecord(startedAt, this.clock.monotonic() - Math.max(0, now - startedAt));
    this.#stillCheck = new Later(this.clock, () => this.#turn(() => this.#checkStill()));
    this.#limits = new LimitWatch(this.clock, request.limits);
    this.#numbers = new ExecutionNumbers(request.runId, this.#replay);
  }

  get done(): Promise<void> {
    return this.#done.promise;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** With the request it was made for, which it does not keep: its texts become values. */
  start(request: GraphRequest): void {
    const initial = { kind: 'run-started', at: this.#record.startedAt, reason: 'initial' } as const;
    for (const event of this.#replay?.beginning(this.clock.now()) ?? [initial]) this.#events.push(event);
    this.#turn(() => {
      const entry = chooseEntry(this.#graph, request.rootNodeId);
      const rootId = entry.flow.nodes[entry.root]?.id ?? '';
      const start = { rootId, now: this.#record.startedAt, replaced: this.#replay?.newValues ?? [] };
      const { pool, secrets } = initialPool(this.#graph, request, start);
      this.#outputs.mask = new SecretMask(secrets);
      this.#text.hide(this.mask);
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

  report(event: RunEvent): void {
    this.#events.push(event);
    if (!this.#isBusy) this.#events.flushSoon();
  }

  get mask(): SecretMask {
    return this.#outputs.mask;
  }

  streamed(execution: NodeExecution, stream: number, delta: string): void {
    this.#volume.add(delta.length);
    execution.frame.slots?.onDelta(stream, delta);
    if (!this.#isBusy) this.#events.flushSoon();
  }

  recorded(value: unknown): { readonly text: string; readonly isCut: boolean } {
    return this.#volume.counted(this.mask.shown(value));
  }

  openRound(fields: FrameFields, onEnd: (frame: Frame) => void): void {
    this.#turn(() => {
      this.#enterFrame(fields).onEnd = onEnd;
    });
  }

  mergeRound(frame: Frame): void {
    this.#writer.mergeRound(frame);
  }

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
      if (item === undefined) {
        const due = this.#replay?.next();
        if (due === undefined) break;
        this.#applyPast(due);
      } else if ('execution' in item) this.#attempt(item.execution);
      else this.#startNode(item.frame, item.position);
    }
    if (!this.#isOver && this.#root?.unfinished === 0) this.#finish();
    if (this.#isOver) return;
    const mayStandStill = this.#replay?.isWaiting === true || this.#pauses.reasons.length > 0;
    if (mayStandStill && this.#open.areStill(this.#replay)) this.#stillCheck.ask();
    this.#limits.watch(() => this.#turn(() => this.#checkLimits()));
  }

  /**
   * Containers go on in turns of their own, so only a look from outside tells whether a run stands still. Past outcomes
   * whose forerunners do not come again are then applied without them, and a run that waits for people only pauses.
   */
  #checkStill(): void {
    if (!this.#open.areStill(this.#replay)) return;
    const due = this.#replay?.next(true);
    if (due !== undefined) this.#applyPast(due);
    else if (this.#pauses.reasons.length > 0) this.#pause();
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
    const told = this.#replay?.pastOf(frame, node.id) ?? null;
    const isNew = node.traits.hidden !== true && told === null;
    const number = told?.started ?? this.#numbers.next(isNew);
    const execution = new NodeExecution({ frame, node, number, past: told, clock: this.clock });
    this.#open.add(execution);
    this.#record.exceptions += execution.attempt;
    frame.steps += execution.attempt;
    for (const usage of told?.retryUsage ?? []) this.#record.addUsage(usage, frame);
    frame.addType(node.node.type);
    if (isNew) this.#events.push(nodeStarted(execution));
    this.#attempt(execution);
  }

  #attempt(execution: NodeExecution): void {
    execution.frame.steps += 1;
    if (this.#replay?.holds(execution) !== true) this.#invoker.attempt(execution);
  }

  #succeed(execution: NodeExecution, result: NodeResult): void {
    if (this.#isOver) return;
    let outcome: NodeOutcome;
    try {
      if (result.pause !== undefined) {
        this.#pauses.add(execution, this.mask.json(result.pause));
        return;
      }
      this.#record.addUsage(result.usage, execution.frame);
      outcome = successOutcome(execution, withHistory(execution, this.#writer.checked(result)), this.mask);
    } catch (error) {
      this.#fail(execution, error);
      return;
    }
    this.#writer.update(execution.frame, result.updates);
    this.#apply(execution, outcome);
  }

  /** Applies what the journal says instead of running the node again. */
  #applyPast({ execution, finished, isReused, changes }: DueOutcome): void {
    const { state, outcome, failure } = pastOutcome(finished, { changes, isReused, mask: this.mask });
    if (!isReused) this.#record.addUsage(state.usage, execution.frame);
    if (finished.status !== 'succeeded') this.#record.exceptions += 1;
    this.#writer.update(execution.frame, state.updates, !execution.wasSettled);
    if (outcome === null) this.#failForGood(execution, failure);
    else this.#apply(execution, outcome);
  }

  #fail(execution: NodeExecution, error: unknown): void {
    if (this.#isOver) return;
    const failure = readFailure(error);
    this.#record.exceptions += 1;
    this.#record.addUsage(failure.usage, execution.frame);
    if (this.#retries(execution, failure)) return;
    const last = withHistory(execution, failure);
    const outcome = exceptionOutcome(execution, last, this.mask);
    if (outcome === null) this.#failForGood(execution, last);
    else this.#apply(execution, outcome);
  }

  #failForGood(execution: NodeExecution, failure: NodeFailure): void {
    this.#open.close(execution);
    const record = failureRecord(execution, failure, { mask: this.mask });
    this.#volume.add(recordLength(record));
    this.#show(execution, nodeFinished(execution, 'failed', { record, time: this.#endTime() }));
    if (execution.frame.parent === null) this.#failRun(failure, execution.node.node);
    else {
      execution.frame.failures.push(failure);
      execution.frame.slots?.onNodeFailed(execution.node);
      execution.frame.finishOne();
      this.#checkLimits();
    }
  }

  /** Whether the node gets another attempt. The interval is a timer of its own: nothing else waits for it. */
  #retries(execution: NodeExecution, failure: NodeFailure): boolean {
    const { retry } = execution.node;
    if (retry === null || execution.attempt >= retry.maxRetries) return false;
    execution.frame.slots?.onRetry(execution.node);
    const record = failureRecord(execution, failure, { mask: this.mask });
    this.#volume.add(recordLength(record));
    const event = nextAttempt(execution, { record, time: this.#endTime() });
    const again = (): void => {
      execution.cancelRetry = null;
      this.#show(execution, event);
      this.#queue.push({ execution });
    };
    const wait = Math.max(retry.interval, failure.retryAfter);
    if (wait === 0) again();
    else execution.cancelRetry = this.clock.after(wait, () => this.#turn(again));
    return true;
  }

  /** Writes what it leaves, then passes the event on (app DSL, main loop). */
  #apply(execution: NodeExecution, outcome: NodeOutcome): void {
    this.#volume.add(recordLength(outcome.record));
    this.#open.close(execution);
    this.#writer.write(execution, outcome);
    const time = this.#endTime();
    this.#show(execution, nodeFinished(execution, outcome.status, { record: outcome.record, time }));
    execution.frame.finishOne();
    this.#checkLimits(time.finishedOn);
  }

  #show(execution: NodeExecution, event: RunEvent): void {
    if (execution.node.traits.hidden !== true && !execution.wasSettled) this.#events.push(event);
  }

  #endTime(): EndTime {
    return { finishedAt: this.clock.now(), finishedOn: this.clock.monotonic() };
  }

  #setVariables(values: readonly { selector: readonly string[]; value: string }[]): void {
    if (this.#root === null) return;
    this.#writer.update(this.#root, readUpdates(values));
    this.#root.slots?.flush();
  }

  #checkLimits(now?: number): void {
    const reason = this.#limits.exceeded(this.#record.starts, now);
    if (reason !== null) this.#abort(reason);
  }

  #abort(reason: string): void {
    if (this.#isOver) return;
    this.#record.abortReason = reason;
    this.#finish();
  }

  #failRun({ message, code }: Pick<NodeFailure, 'message' | 'code'>, node?: GraphNode): void {
    if (this.#isOver) return;
    this.#record.failure = { message: this.mask.text(message), code, ...(node !== undefined && { node }) };
    this.#finish();
  }

  /** The run leaves this thread; whoever resumes it starts it again with its journal. */
  #pause(): void {
    this.#isOver = true;
    this.#queue.clear();
    this.#limits.cancel();
    this.#open.abandon('The run is paused.');
    this.#text.finish();
    const now = { at: this.clock.now(), on: this.clock.monotonic(), steps: this.#root?.steps ?? 0 };
    this.#events.push(this.#record.paused(this.#outputs, this.#pauses.reasons, now));
    this.#done.resolve();
  }

  /** Ends the run: nothing new starts, what still runs is abandoned and recorded, the last event goes out. */
  #finish(): void {
    this.#isOver = true;
    this.#queue.clear();
    this.#limits.cancel();
    this.#abandonOpen();
    this.#text.finish();
    const now = { at: this.clock.now(), on: this.clock.monotonic() };
    this.#events.push(this.#record.finished(this.#outputs, this.#root?.steps ?? 0, now));
    this.#done.resolve();
  }

  #abandonOpen(): void {
    const status = this.#record.abortReason === null ? 'failed' : 'stopped';
    const error = this.#record.cutOff;
    for (const execution of this.#open.abandon(error ?? 'The run is over.')) {
      this.#record.addUsage(execution.spent, execution.frame);
      const ended = { record: abandonedRecord(execution, error), time: this.#endTime() };
      this.#show(execution, nodeFinished(execution, status, ended));
    }
  }
}
