import {
  endsExecution,
  type ForkOrigin,
  type JsonText,
  type RunEvent,
  type RunHandle,
  type RunPast,
} from '../../engine/contract.ts';
import { PlatformError } from '../../kernel/index.ts';
import type { CommitEntry, GroupCommit } from '../database/contract.ts';
import type { LiveRun, NumberedEvent, RunEnd, RunStart } from './contract.ts';
import type { FollowedStart } from './end-entries.ts';
import { hasState, isText, type TextPiece, withoutState } from './event-entries.ts';
import { EventFeed } from './event-feed.ts';
import { EventJournal } from './event-journal.ts';
import {
  finishedRow,
  type GivenTexts,
  givenColumns,
  type JsonRow,
  type OutputTexts,
  pausedRow,
  type RunIdentity,
  startedRow,
} from './journal-rows.ts';
import type { LargeValues } from './large-values.ts';
import type { PackedEvents } from './packed-events.ts';
import { type ReadJournal, readAgain } from './read-again.ts';
import { RowWriter } from './row-writer.ts';
import { RunValues } from './run-values.ts';
import { takenOver } from './store.ts';
import type { Suspects, Suspicion } from './suspects.ts';
import { ThreadLosses } from './thread-losses.ts';
import { Transcript } from './transcript.ts';

/** Milliseconds a finished node's row may wait for company; the run's end waits for nothing. */
const NODE_DELAY = 200;
/** And other events than text. */
const EVENT_DELAY = 2_000;
/** Nodes that took so many seconds are worth a row at once: a crash must not cost them again. */
const WORTHY_SECONDS = 0.02;

/** Starts the run in the engine, or goes on with it there. */
export type Execute = (
  start: RunStart,
  onEvents: (events: readonly RunEvent[], packed?: unknown) => void,
  past: RunPast | undefined,
) => RunHandle;

export interface RunParts {
  readonly identity: RunIdentity;
  readonly start: FollowedStart;
  readonly groupCommit: GroupCommit;
  readonly values: LargeValues;
  readonly execute: Execute;
  /** Reads back from the journal what the run was asked with, and what has happened in it. */
  readonly recall: () => Promise<{ readonly inputs: JsonText; readonly events: readonly RunEvent[] }>;
  readonly suspects: Suspects;
  /** Reads the events after a number from the journal. */
  readonly readAgain: ReadJournal;
  /** Called after rows were committed while another process reads along. */
  readonly announce?: (() => void) | undefined;
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
  #start: FollowedStart;
  /** Events of before. */
  readonly #past: readonly RunEvent[];
  readonly #feed = new EventFeed();
  readonly #transcript = new Transcript();
  readonly #finished = Promise.withResolvers<RunEnd>();
  readonly #losses = new ThreadLosses();
  readonly #values: RunValues;
  readonly #rows: RowWriter;
  /** What its first row has to say; null: it does. */
  #given: GivenTexts | null = null;
  #generation: number;
  #isWorthy = false;
  #hasBegun = false;
  #isOver = false;
  #handle: RunHandle | undefined;
  #stopReason: string | null = null;
  /** Its place among the suspects; null: nobody suspects it. */
  #suspicion: Suspicion | null = null;

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
    this.#values = new RunValues(parts.values, { runId, workspaceId });
    this.events = new EventJournal({
      runId,
      workspaceId,
      values: this.#values,
      after: last?.number ?? 0,
      generation: this.#generation,
      flush: () => void this.#flush(),
      announce: parts.announce,
    });
    this.#rows = new RowWriter({ identity, groupCommit: parts.groupCommit, values: this.#values, events: this.events });
    this.finished.catch(() => {});
    this.accepted = parts.past === undefined ? this.#accept(startEntries ?? []) : Promise.resolve();
    this.accepted.then(
      () => {
        this.#given = null;
        this.#forgetInputs();
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
    if (this.#given === null) this.#forgetInputs();
  }

  /** They are with the engine, and on their way to the journal. What made the first rows may hold them, too. */
  #forgetInputs(): void {
    const { startEntries: _entries, ...rest } = this.#start;
    this.#start = { ...rest, inputs: '', recordedInputs: '' };
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

  /** Takes the engine's next events; `packed`: as the run's packer put them together, when it has one. */
  onEvents(received: readonly RunEvent[], packed: readonly PackedEvents[] = []): void {
    if (this.#isOver) return;
    const last = received.at(-1);
    if (this.#hasBegun && received.length === 1 && packed.length === 0 && last !== undefined && isText(last)) {
      this.#onPiece(received, last);
      return;
    }
    if (this.#stopReason === null && this.#losses.isLoss(last, this.#suspicion?.isWatched === true)) {
      this.#goOnLater();
      return;
    }
    const events = this.#begun(received);
    const isFull = this.events.add(received, packed);
    for (const event of events) this.#note(event);
    for (const { ended, longest } of packed) if (ended) this.#progress(longest);
    if (endsExecution(last)) {
      if (events.length > 1) this.#publish(events.slice(0, -1));
      this.#finish(last);
      return;
    }
    this.#publish(events);
    if (this.#isWorthy || isFull) void this.#flush();
    else this.events.arm(this.events.hasNodes ? NODE_DELAY : received.every(isText) ? undefined : EVENT_DELAY);
  }

  /** Most events of a busy server are tokens that come alone: nothing else is to be looked at. */
  #onPiece(batch: readonly RunEvent[], piece: TextPiece): void {
    const isFull = this.events.addPiece(piece);
    if (this.keepsEvents) this.#feed.add(batch);
    if (this.#isWorthy || isFull) void this.#flush();
    else this.events.arm(this.events.hasNodes ? NODE_DELAY : undefined);
  }

  /** Resolves when everything the engine has told is durable. */
  async persisted(): Promise<void> {
    await this.settled();
    await this.#flush();
  }

  read(signal?: AbortSignal): AsyncIterableIterator<readonly RunEvent[]> {
    return this.#feed.read(this.accepted, signal);
  }

  #accept(startEntries: readonly CommitEntry[]): Promise<void> {
    const texts = givenColumns(this.#start);
    const others = [...startEntries, ...(this.#start.startEntries?.(this) ?? [])];
    let stored: Promise<void> | null = null;
    if (!this.#values.isLarge(texts)) this.#given = { texts, large: null };
    else {
      stored = this.#values.pack(texts).then((given) => {
        this.#given = given;
      });
    }
    const row = () => startedRow(this.#parts.identity, this.#start, this.#given);
    const { acceptDelay = 0 } = this.#start;
    const first = { row, stored, others };
    // Until the graph is kept, every run has to bring it along.
    const isHeld = acceptDelay > 0 && startEntries.length === 0;
    return isHeld ? this.#rows.hold(first, acceptDelay) : this.#rows.write(first);
  }

  #execute(past: RunPast | undefined, start = this.#start): void {
    const onEvents: Parameters<Execute>[1] = (events, packed) =>
      this.onEvents(events, packed as readonly PackedEvents[] | undefined);
    this.#handle = this.#parts.execute(start, onEvents, past);
    if (this.#stopReason !== null) this.stop(this.#stopReason);
  }

  /** The engine thread died under the run: another one goes on with it. */
  #goOnLater(): void {
    this.#suspicion?.end();
    setTimeout(() => {
      if (this.#isOver) return;
      if (this.#losses.isSuspect) this.#suspicion = this.#parts.suspects.enter(() => void this.#goOn());
      else void this.#goOn();
    }, this.#losses.pause);
  }

  async #goOn(): Promise<void> {
    try {
      await this.#flush();
      await this.accepted;
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
    const written = this.#rows.write({ row: () => null });
    written.then(
      () => this.events.committed(),
      (error) => this.#fail(error),
    );
    return written;
  }

  /** Followers see a beginning also when the engine could only tell the end: no thread took the run, or its thread died. */
  #begun(events: readonly RunEvent[]): readonly RunEvent[] {
    if (this.#hasBegun) return events;
    this.#hasBegun = true;
    if (events[0]?.kind === 'run-started') return events;
    const reason = this.#past.length > 0 ? 'resumption' : 'initial';
    const begin: RunEvent = { kind: 'run-started', at: this.startedAt, reason };
    this.events.add([begin]);
    return [begin, ...events];
  }

  #note(event: RunEvent): void {
    this.#transcript.note(event);
    if (event.kind === 'node-finished') this.#progress(event.elapsed);
  }

  /** Nodes have finished, the longest after so many seconds. */
  #progress(longest: number): void {
    this.#losses.progress();
    this.#isWorthy ||= longest >= WORTHY_SECONDS;
  }

  #finish(end: RunEnd): void {
    this.#suspicion?.end();
    const texts = { outputs: end.outputs };
    let outputs: OutputTexts = { texts, large: null };
    const stored = this.#values.isLarge(texts)
      ? this.#values.pack(texts).then((packed) => {
          outputs = packed;
        })
      : null;
    const { pauseEntries, finishEntries } = this.#start;
    const others =
      end.kind === 'run-paused' ? pauseEntries?.(end, this.#transcript) : finishEntries?.(end, this.#transcript);
    const row = () => this.#endRow(end, outputs);
    this.#rows.write({ row, stored, ...(others !== undefined && { others }) }).then(
      () => {
        this.#isOver = true;
        this.#publish([end]);
        this.#feed.end(undefined, readAgain(this.#parts.readAgain, this.events.first, this.events.generations));
        this.events.committed();
        this.#finished.resolve(end);
      },
      (error) => this.#fail(error),
    );
  }

  #endRow(end: RunEnd, outputs: OutputTexts): JsonRow {
    const { identity } = this.#parts;
    const given = this.#given;
    return end.kind === 'run-paused'
      ? pausedRow(identity, this.#start, { pause: end, given, outputs })
      : finishedRow(identity, this.#start, { end, given, outputs, notes: this.#start.endNotes?.(end) ?? null });
  }

  /** The journal refused rows of this run: whoever follows it learns that its end could not be kept. */
  #fail(error: unknown): void {
    if (this.#isOver) return;
    this.stop('the journal could not be written');
    this.#end(error);
  }

  #end(failure: unknown): void {
    this.#suspicion?.end();
    this.#isOver = true;
    this.events.close();
    this.#rows.drop(failure);
    this.#finished.reject(failure);
    this.#feed.end(failure);
  }

  /** Whether the events are here, and not only in the table. */
  get keepsEvents(): boolean {
    return this.#start.isRead !== false;
  }

  #publish(events: readonly RunEvent[]): void {
    if (this.keepsEvents) this.#feed.add(events.some(hasState) ? events.map(withoutState) : events);
  }
}
