import { endsExecution, GIVEN_BACK, type RunEvent, type RunHandle, type RunPast } from '#engine';
import type { CommitEntry } from '#plugins/database/contract.ts';
import type { HookedStart } from './call-hooks.ts';
import type { LiveRun, RunEnd, RunStart } from './contract.ts';
import { CrashCounter } from './crash-counter.ts';
import type { EncodedEvents } from './encoded-events.ts';
import { EventFeed, type ReadAgain } from './event-buffer.ts';
import { hasState, isText, type TextPiece, withoutState } from './event-entries.ts';
import { EventJournal } from './event-journal.ts';
import {
  finishedRow,
  type GivenTexts,
  givenColumns,
  type JsonRow,
  type OutputTexts,
  pausedRow,
  startedRow,
} from './journal-rows.ts';
import type { QuarantineSlot } from './quarantine-queue.ts';
import { elsewhere, isTakenOver, readAgain } from './read-again.ts';
import { RowWriter } from './row-writer.ts';
import type { Execute, RunParts } from './run-parts.ts';
import { RunValues } from './run-values.ts';
import { stoppedRun, suspended } from './stopping.ts';
import { takenOver } from './store.ts';
import { Transcript } from './transcript.ts';

/** Milliseconds a finished node's row may wait for a batch; the run's end waits for nothing. */
const NODE_DELAY = 200;
/** And other events than text. */
const EVENT_DELAY = 2_000;
/** Nodes that took so many seconds are worth a row at once: a crash must not cost them again. */
const WORTHY_SECONDS = 0.02;

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
  readonly finished: Promise<RunEnd>;
  readonly events: EventJournal;
  /** Resolves when what the engine has told so far has arrived here: an output filter may take its time. */
  settled: () => Promise<void> = () => Promise.resolve();

  readonly #parts: Omit<RunParts, 'start' | 'startEntries'>;
  /** Without the inputs, once they are in the journal: they may be large, and a run may wait for long. */
  #start: HookedStart;
  /** Events of before. */
  readonly #past: readonly RunEvent[];
  readonly #feed = new EventFeed();
  readonly #again: ReadAgain;
  readonly #transcript = new Transcript();
  readonly #ended = Promise.withResolvers<RunEnd>();
  readonly #losses = new CrashCounter();
  readonly #values: RunValues;
  readonly #rows: RowWriter;
  /** What its first row has to say; null: it does. */
  #given: GivenTexts | null = null;
  #generation: number;
  #isWorthy = false;
  #hasBegun = false;
  /** Whether its end is on its way to the journal. */
  #isEnding = false;
  #isOver = false;
  #suspended: Promise<void> | undefined;
  #handle: RunHandle | undefined;
  #stopReason: string | null = null;
  /** Its place in the quarantine; null: it is not in it. */
  #quarantine: QuarantineSlot | null = null;

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
    this.#again = readAgain(parts.readAgain, this.events.first, this.events.generations);
    this.#rows = new RowWriter({ identity, groupCommit: parts.groupCommit, values: this.#values, events: this.events });
    this.finished = this.ended.catch((error) => this.#endElsewhere(error));
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

  /** As `finished`, of this process: rejects with `runs.taken_over` when another one goes on with the run. */
  get ended(): Promise<RunEnd> {
    return this.#ended.promise;
  }

  /** Null: nobody asked it to stop. */
  get stopReason(): string | null {
    return this.#stopReason;
  }

  /** Hands the run to the engine. */
  begin(): void {
    const { past, origin, isCutOff = false } = this.#parts;
    if (past !== undefined) this.#execute({ ...this.#pastOf(this.#beginning()), isCutOff });
    else if (this.#start.isClaimed === true) this.#beginKept(this.#start);
    else this.#execute(origin === undefined ? undefined : this.#pastOf([]));
    if (this.#given === null) this.#forgetInputs();
  }

  /** Nothing of it happens when its first rows are refused. */
  #beginKept(start: HookedStart): void {
    this.accepted.then(
      () => !this.#isOver && !this.#isEnding && this.#execute(undefined, start),
      () => {},
    );
  }

  /** They are with the engine, and on their way to the journal. What made the first rows may hold them, too. */
  #forgetInputs(): void {
    const { startEntries: _entries, ...rest } = this.#start;
    this.#start = { ...rest, inputs: '', recordedInputs: '' };
  }

  /** Another process has taken the run over: this one has no say any more. */
  detach(): void {
    if (!this.#isOver) this.#fail(takenOver());
  }

  stop(reason: string): void {
    if (this.#isOver) return;
    this.#stopReason = reason;
    this.#handle?.send({ kind: 'abort', reason });
  }

  /**
   * Leaves the run as it is, for another process to go on with; resolves when what it has done is durable. One that was
   * asked to stop, and has not let go yet, ends instead: nobody wants it to go on.
   */
  suspend(): Promise<void> {
    this.#suspended ??= this.#suspend();
    return this.#suspended;
  }

  /** It is in this process's memory until then: whoever waits for its runs must not give them away sooner. */
  async #suspend(): Promise<void> {
    if (this.#isOver) return;
    if (this.#stopReason !== null) this.onEvents([stoppedRun(this.#stopReason, this.startedAt)]);
    if (this.#isEnding) {
      await this.ended;
      return;
    }
    this.#isEnding = true;
    await this.#flush();
    if (!this.#isOver) this.#end(suspended());
  }

  /** Takes the engine's next events; `encoded`: as the run's encoder put them together, when it has one. */
  onEvents(received: readonly RunEvent[], encoded: readonly EncodedEvents[] = []): void {
    if (this.#isOver || this.#isEnding) return;
    const last = received.at(-1);
    if (this.#hasBegun && received.length === 1 && encoded.length === 0 && last !== undefined && isText(last)) {
      this.#onPiece(received, last);
      return;
    }
    if (last?.kind === 'run-finished' && last.errorCode === GIVEN_BACK) {
      this.suspend().catch(() => {});
      return;
    }
    if (this.#stopReason === null && this.#losses.isLoss(last, this.#quarantine?.isWatched === true)) {
      this.#continueLater();
      return;
    }
    const events = this.#begun(received);
    const isFull = this.events.add(received, encoded);
    for (const event of events) this.#note(event);
    for (const { ended, longest } of encoded) if (ended) this.#progress(longest);
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

  read(): AsyncIterableIterator<readonly RunEvent[]> {
    return this.#feed.read(this.accepted, { elsewhere: elsewhere(this.#again) });
  }

  /** What this process tells of the run; throws `runs.taken_over` where another one goes on with it. */
  readHere(signal: AbortSignal): AsyncIterableIterator<readonly RunEvent[]> {
    return this.#feed.read(this.accepted, { signal });
  }

  async #endElsewhere(error: unknown): Promise<RunEnd> {
    if (!isTakenOver(error)) throw error;
    await this.accepted;
    let end: RunEvent | undefined;
    for await (const batch of this.#again(0, new AbortController().signal)) end = batch.at(-1);
    if (!endsExecution(end)) throw error;
    return end;
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
    const { acceptDelay = 0, isClaimed = false } = this.#start;
    const first = { row, stored, others };
    // Until the graph is kept, every run has to bring it along.
    const isHeld = acceptDelay > 0 && startEntries.length === 0 && !isClaimed;
    return isHeld ? this.#rows.hold(first, acceptDelay) : this.#rows.write(first);
  }

  #execute(past: RunPast | undefined, start = this.#start): void {
    const onEvents: Parameters<Execute>[1] = (events, encoded) =>
      this.onEvents(events, encoded as readonly EncodedEvents[] | undefined);
    this.#handle = this.#parts.execute(start, onEvents, past);
    if (this.#stopReason !== null) this.stop(this.#stopReason);
  }

  /** The engine thread died under the run: another one goes on with it. */
  #continueLater(): void {
    this.#quarantine?.end();
    setTimeout(() => {
      if (this.#isOver || this.#isEnding) return;
      if (this.#losses.isQuarantined) this.#quarantine = this.#parts.quarantine.acquire(() => void this.#continue());
      else void this.#continue();
    }, this.#losses.pause);
  }

  async #continue(): Promise<void> {
    try {
      await this.#flush();
      await this.accepted;
      const { inputs, events } = await this.#parts.reload();
      if (this.#isOver || this.#isEnding) return;
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

  /** Readers see a beginning also when the engine could only tell the end: no thread took the run, or its thread died. */
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
    this.#isEnding = true;
    this.#quarantine?.end();
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
        this.#feed.end(undefined, this.#again);
        this.events.committed();
        this.#ended.resolve(end);
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
    this.#quarantine?.end();
    this.#isOver = true;
    this.events.close();
    this.#rows.drop(failure);
    this.#ended.reject(failure);
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
