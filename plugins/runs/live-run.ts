import {
  endsExecution,
  type ForkOrigin,
  type JsonText,
  type RunEvent,
  type RunHandle,
  type RunPast,
} from '../../engine/contract.ts';
import { PlatformError } from '../../kernel/index.ts';
import { type CommitEntry, entry, type GroupCommit } from '../database/contract.ts';
import type { LiveRun, NumberedEvent, RunEnd, RunStart } from './contract.ts';
import { withoutState } from './event-entries.ts';
import { EventJournal } from './event-journal.ts';
import { finishedRow, type JournalRow, type JsonRow, pausedRow, type RunIdentity, startedRow } from './journal-rows.ts';
import { journalSink, takenOver } from './store.ts';
import type { Suspects } from './suspects.ts';
import { ThreadLosses } from './thread-losses.ts';
import { Transcript } from './transcript.ts';

/** Milliseconds a finished node's row may wait for company; the run's end waits for nothing. */
const NODE_DELAY = 200;
/** Nodes that took so many seconds are worth a row at once: a crash must not cost them again. */
const WORTHY_SECONDS = 0.02;

/** Starts the run in the engine, or goes on with it there. */
export type Execute = (
  start: RunStart,
  onEvents: (events: readonly RunEvent[]) => void,
  past: RunPast | undefined,
) => RunHandle;

export interface RunParts {
  readonly identity: RunIdentity;
  readonly start: RunStart;
  readonly groupCommit: GroupCommit;
  readonly execute: Execute;
  /** Reads back from the journal what the run was asked with, and what has happened in it. */
  readonly recall: () => Promise<{ readonly inputs: JsonText; readonly events: readonly RunEvent[] }>;
  readonly suspects: Suspects;
  /** What has happened in the run before, in another process or before a pause. */
  readonly past?: readonly NumberedEvent[];
  /** A fork: what it takes over from another run. */
  readonly origin?: ForkOrigin | undefined;
  /** Rows that become durable with the run's own. */
  readonly startEntries?: readonly CommitEntry[];
}

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
  readonly events: EventJournal;
  /** Resolves when what the engine has told so far has arrived here: a screen may take its time. */
  settled: () => Promise<void> = () => Promise.resolve();

  readonly #parts: Omit<RunParts, 'start' | 'startEntries'>;
  /** Without the inputs, once they are in the journal: they may be large, and a run may wait for long. */
  #start: RunStart;
  /** Events of before, and of this process in the batches they came in, as readers see them. */
  readonly #past: readonly RunEvent[];
  readonly #batches: (readonly RunEvent[])[] = [];
  readonly #transcript = new Transcript();
  readonly #finished = Promise.withResolvers<RunEnd>();
  readonly #losses = new ThreadLosses();
  #generation: number;
  #isWorthy = false;
  #waiting: (() => void)[] = [];
  #hasBegun = false;
  #isOver = false;
  #failure: unknown;
  #handle: RunHandle | undefined;
  #stopReason: string | null = null;
  /** The run is under suspicion no longer, or not at the moment. */
  #cleared: () => void = () => {};

  constructor(parts: RunParts) {
    const { start, startEntries, ...rest } = parts;
    const { identity, past = [] } = parts;
    this.runId = identity.runId;
    this.taskId = identity.taskId;
    this.workspaceId = start.workspaceId;
    this.appId = start.appId;
    this.createdBy = start.createdBy;
    this.startedAt = identity.startedAt;
    this.#parts = rest;
    this.#start = start;
    this.#past = past.map(({ event }) => event);
    for (const event of this.#past) this.#transcript.note(event);
    const last = past.at(-1);
    this.#generation = last === undefined ? 0 : last.generation + 1;
    const { runId, workspaceId } = this;
    this.events = new EventJournal({
      runId,
      workspaceId,
      after: last?.number ?? 0,
      generation: this.#generation,
      flush: () => void this.#flush(),
    });
    this.finished.catch(() => {});
    this.accepted = parts.past === undefined ? this.#accept(startEntries ?? []) : Promise.resolve();
    this.accepted.then(
      () => {
        this.#start = { ...this.#start, inputs: '', recordedInputs: '' };
      },
      (error) => this.#fail(error),
    );
  }

  get finished(): Promise<RunEnd> {
    return this.#finished.promise;
  }

  /** Null: nobody asked it to stop. */
  get stopReason(): string | null {
    return this.#stopReason;
  }

  /** Hands the run to the engine. */
  begin(): void {
    const { past, origin } = this.#parts;
    if (past !== undefined) this.#execute(this.#pastOf(this.#beginning()));
    else this.#execute(origin === undefined ? undefined : this.#pastOf([]));
  }

  /** Another process has taken the run over: this one has no say any more. */
  disown(): void {
    if (!this.#isOver) this.#fail(takenOver());
  }

  stop(reason: string): void {
    if (this.#isOver) return;
    this.#stopReason = reason;
    this.#handle?.send({ kind: 'abort', reason });
  }

  /** Leaves the run as it is, for another process to go on with; resolves when what it has done is durable. */
  async suspend(): Promise<void> {
    if (this.#isOver) return;
    const flushed = this.#flush();
    const message = 'The server is stopping; the run goes on when it is back. Follow it by its id.';
    this.#end(new PlatformError('unavailable', 'runs.suspended', message));
    await flushed;
  }

  /** Takes the engine's next events. */
  onEvents(received: readonly RunEvent[]): void {
    if (this.#isOver) return;
    const last = received.at(-1);
    if (this.#stopReason === null && this.#losses.isLoss(last)) {
      this.#goOnLater();
      return;
    }
    const events = this.#begun(received);
    const isFull = this.events.add(events);
    for (const event of events) this.#note(event);
    if (endsExecution(last)) {
      if (events.length > 1) this.#publish(events.slice(0, -1));
      this.#finish(last);
      return;
    }
    this.#publish(events);
    if (this.#isWorthy || isFull) void this.#flush();
    else this.events.arm(this.events.hasNodes ? NODE_DELAY : undefined);
  }

  /** Resolves when everything the engine has told is durable. */
  async persisted(): Promise<void> {
    await this.settled();
    await this.#flush();
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

  #accept(startEntries: readonly CommitEntry[]): Promise<void> {
    const row = this.#row(startedRow(this.#parts.identity, this.#start));
    const entries = [entry(journalSink, row), ...startEntries, ...(this.#start.startEntries?.(this) ?? [])];
    return this.#parts.groupCommit.add(entries, { delay: this.#start.acceptDelay ?? 0 });
  }

  #execute(past: RunPast | undefined, start = this.#start): void {
    this.#handle = this.#parts.execute(start, (events) => this.onEvents(events), past);
    if (this.#stopReason !== null) this.stop(this.#stopReason);
  }

  /** The engine thread died under the run: another one goes on with it. */
  #goOnLater(): void {
    this.#cleared();
    setTimeout(() => {
      if (this.#isOver) return;
      if (this.#losses.isSuspect) this.#cleared = this.#parts.suspects.enter(() => void this.#goOn());
      else void this.#goOn();
    }, this.#losses.pause);
  }

  async #goOn(): Promise<void> {
    try {
      await this.accepted;
      await this.#flush();
      const { inputs, events } = await this.#parts.recall();
      if (this.#isOver) return;
      this.#generation += 1;
      this.events.resume(this.#generation);
      const past = this.#pastOf(events.length === 0 ? this.#beginning() : events);
      this.#execute(past, { ...this.#start, inputs });
    } catch (error) {
      this.#fail(error);
    }
  }

  #pastOf(events: readonly RunEvent[]): RunPast {
    const { origin } = this.#parts;
    return origin === undefined ? { events } : { events, fork: origin };
  }

  #beginning(): readonly RunEvent[] {
    if (this.#past.length > 0 || this.#hasBegun) return this.#past;
    return [{ kind: 'run-started', at: this.startedAt, reason: 'initial' }];
  }

  /** Writes what the run has produced since the last time. Nodes and the events that refer to them go together. */
  #flush(): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    this.#isWorthy = false;
    const { groupCommit } = this.#parts;
    const row = this.#row(null);
    const written = groupCommit.add([entry(journalSink, row)]);
    written.then(
      () => this.events.committed(),
      (error) => this.#fail(error),
    );
    return written;
  }

  /** What was produced since the last row. */
  #row(run: JsonRow | null): JournalRow {
    return { runId: this.runId, processId: this.#parts.identity.processId, run, events: this.events.take() };
  }

  /** Followers see a beginning also when the engine could only tell the end: no thread took the run, or its thread died. */
  #begun(events: readonly RunEvent[]): readonly RunEvent[] {
    if (this.#hasBegun) return events;
    this.#hasBegun = true;
    if (events[0]?.kind === 'run-started') return events;
    const reason = this.#past.length > 0 ? 'resumption' : 'initial';
    return [{ kind: 'run-started', at: this.startedAt, reason }, ...events];
  }

  #note(event: RunEvent): void {
    this.#transcript.note(event);
    if (event.kind !== 'node-finished') return;
    this.#losses.progress();
    this.#isWorthy ||= event.elapsed >= WORTHY_SECONDS;
  }

  #finish(end: RunEnd): void {
    this.#cleared();
    const { identity, groupCommit } = this.#parts;
    const isPaused = end.kind === 'run-paused';
    const run = isPaused ? pausedRow(identity, this.#start, end) : finishedRow(identity, this.#start, end);
    const entries: CommitEntry[] = [entry(journalSink, this.#row(run))];
    const { pauseEntries, finishEntries } = this.#start;
    const own = isPaused ? pauseEntries?.(end, this.#transcript) : finishEntries?.(end, this.#transcript);
    entries.push(...(own ?? []));
    groupCommit.add(entries).then(
      () => {
        this.#isOver = true;
        this.#publish([end]);
        this.events.committed();
        this.#finished.resolve(end);
      },
      (error) => this.#fail(error),
    );
  }

  /** The journal refused rows of this run: whoever follows it learns that its end could not be kept. */
  #fail(error: unknown): void {
    if (this.#isOver) return;
    this.stop('the journal could not be written');
    this.#end(error);
  }

  #end(failure: unknown): void {
    this.#cleared();
    this.#isOver = true;
    this.#failure = failure;
    this.events.close();
    this.#finished.reject(failure);
    this.#wake();
  }

  /** Whether the events are here, and not only in the table. */
  get keepsEvents(): boolean {
    return this.#start.isRead !== false;
  }

  #publish(events: readonly RunEvent[]): void {
    if (this.keepsEvents) this.#batches.push(events.map(withoutState));
    this.#wake();
  }

  #wake(): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }
}
