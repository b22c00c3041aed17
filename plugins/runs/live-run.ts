import type { RunEvent, RunFinishedEvent, RunHandle } from '../../engine/contract.ts';
import { type CommitEntry, entry, type GroupCommit } from '../database/contract.ts';
import type { LiveRun, RunStart, RunTranscript } from './contract.ts';
import { EventJournal } from './event-journal.ts';
import { finishedRow, type JsonRow, nodeRow, type RunIdentity, startedRow } from './journal-rows.ts';
import { journalSink } from './store.ts';

/** Milliseconds a finished node's row may wait for company; the run's end waits for nothing. */
const NODE_DELAY = 200;

/**
 * A run in progress: turns the engine's events into journal rows, keeps them for readers, and lets its end be seen only
 * when it is durable.
 */
export class RunInProgress implements LiveRun {
  readonly runId: string;
  readonly taskId: string;
  readonly workspaceId: string;
  readonly appId: string;
  readonly createdBy: RunStart['createdBy'];
  readonly startedAt: number;
  readonly accepted: Promise<void>;
  readonly finished: Promise<RunFinishedEvent>;
  readonly events: EventJournal;

  readonly #identity: RunIdentity;
  readonly #start: RunStart;
  readonly #groupCommit: GroupCommit;
  readonly #batches: (readonly RunEvent[])[] = [];
  readonly #conversation: Record<string, { valueType: string; value: string }> = {};
  readonly #citations: string[] = [];
  #nodes: JsonRow[] = [];
  #waiting: (() => void)[] = [];
  #hasBegun = false;
  #isOver = false;
  #failure: unknown;
  #handle: RunHandle | undefined;
  #settle: { resolve: (event: RunFinishedEvent) => void; reject: (error: unknown) => void };

  constructor(identity: RunIdentity, start: RunStart, groupCommit: GroupCommit) {
    this.runId = identity.runId;
    this.taskId = identity.taskId;
    this.workspaceId = start.workspaceId;
    this.appId = start.appId;
    this.createdBy = start.createdBy;
    this.startedAt = identity.startedAt;
    this.#identity = identity;
    this.#start = start;
    this.#groupCommit = groupCommit;
    const { runId, workspaceId } = this;
    this.events = new EventJournal({ runId, workspaceId, flush: () => this.#flush() });
    const { promise, resolve, reject } = Promise.withResolvers<RunFinishedEvent>();
    this.finished = promise;
    this.#settle = { resolve, reject };
    promise.catch(() => {});
    const row = { runId: this.runId, run: startedRow(identity, start), nodes: [] };
    const entries = [entry(journalSink, row), ...(start.startEntries?.(this) ?? [])];
    this.accepted = groupCommit.add(entries, { delay: start.acceptDelay ?? 0 });
    this.accepted.catch((error) => this.#fail(error));
  }

  /** Connects the run to the engine that executes it. */
  attach(handle: RunHandle): void {
    this.#handle = handle;
  }

  stop(reason: string): void {
    if (!this.#isOver) this.#handle?.send({ kind: 'abort', reason });
  }

  /** Takes the engine's next events. */
  onEvents(received: readonly RunEvent[]): void {
    if (this.#isOver) return;
    const events = this.#begun(received);
    const isFull = this.events.add(events);
    for (const event of events) this.#note(event);
    const last = events.at(-1);
    if (last?.kind === 'run-finished') {
      if (events.length > 1) this.#publish(events.slice(0, -1));
      this.#finish(last);
      return;
    }
    this.#publish(events);
    if (this.#nodes.length > 0 || isFull) this.#flush(NODE_DELAY);
    else this.events.arm();
  }

  /** Writes what the run has produced since the last time. Nodes and the events that refer to them go together. */
  #flush(delay = 0): void {
    if (this.#isOver) return;
    const row = { runId: this.runId, run: null, nodes: this.#nodes, events: this.events.take() };
    this.#nodes = [];
    this.#groupCommit.add([entry(journalSink, row)], { delay: this.events.isFollowed ? 0 : delay }).then(
      () => this.events.committed(),
      (error) => this.#fail(error),
    );
  }

  async *read(signal?: AbortSignal): AsyncGenerator<readonly RunEvent[]> {
    await this.accepted;
    signal?.addEventListener('abort', () => this.#wake(), { once: true });
    for (let index = 0; !signal?.aborted; ) {
      const batch = this.#batches[index];
      if (batch !== undefined) {
        index++;
        yield batch;
        continue;
      }
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#isOver) return;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Followers see a beginning also when the engine could only tell the end: no thread took the run, or its thread died. */
  #begun(events: readonly RunEvent[]): readonly RunEvent[] {
    if (this.#hasBegun) return events;
    this.#hasBegun = true;
    if (events[0]?.kind === 'run-started') return events;
    return [{ kind: 'run-started', at: this.startedAt, reason: 'initial' }, ...events];
  }

  #note(event: RunEvent): void {
    if (event.kind === 'node-finished') {
      this.#nodes.push(nodeRow(this.runId, this.workspaceId, event));
    } else if (event.kind === 'variable-updated') {
      const [first, name] = event.selector;
      if (first === 'conversation' && name !== undefined) {
        this.#conversation[name] = { valueType: event.valueType, value: event.value };
      }
    } else if (event.kind === 'citations') {
      this.#citations.push(event.resources);
    }
  }

  #finish(end: RunFinishedEvent): void {
    const transcript: RunTranscript = { conversation: this.#conversation, citations: this.#citations };
    const run = finishedRow(this.#identity, this.#start, end);
    const row = { runId: this.runId, run, nodes: this.#nodes, events: this.events.take() };
    const entries: CommitEntry[] = [entry(journalSink, row), ...(this.#start.finishEntries?.(end, transcript) ?? [])];
    this.#nodes = [];
    this.#groupCommit.add(entries).then(
      () => {
        this.#isOver = true;
        this.#publish([end]);
        this.events.committed();
        this.#settle.resolve(end);
      },
      (error) => this.#fail(error),
    );
  }

  /** The journal refused rows of this run: whoever follows it learns that its end could not be kept. */
  #fail(error: unknown): void {
    if (this.#isOver) return;
    this.stop('the journal could not be written');
    this.#isOver = true;
    this.#failure = error;
    this.events.close();
    this.#settle.reject(error);
    this.#wake();
  }

  #publish(events: readonly RunEvent[]): void {
    this.#batches.push(events);
    this.#wake();
  }

  #wake(): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }
}
