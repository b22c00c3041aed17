import { isPlatformError, PlatformError } from '#kernel';
import type { EventCursor, NumberedEvent } from './contract.ts';
import { withoutState } from './event-entries.ts';
import type { EventStore } from './event-store.ts';
import type { RunInProgress } from './live-run.ts';
import type { ReadAheadBuffer, ReadEvents } from './read-ahead-buffer.ts';
import type { RunSignals } from './run-signals.ts';

/** Milliseconds after which a reader looks by itself. */
const POLL = 1_000;
const FIRST_POLL = 250;
/** Looks that may fail in a row. */
const PATIENCE = 60;
/** Milliseconds between requests to write events soon. */
const RENEWAL = 5_000;

export interface FollowParts {
  readonly store: EventStore;
  readonly signals: RunSignals;
  readonly readAhead: ReadAheadBuffer;
  /** The run, while this process executes it. */
  readonly live: (runId: string) => RunInProgress | undefined;
}

export interface Following {
  readonly workspaceId: string;
  readonly runId: string;
  readonly cursor: EventCursor;
  readonly signal: AbortSignal;
}

type Batch = readonly NumberedEvent[];

/** The events of a run from a number on: from memory where it is executed here, else from the table, until its end. */
export async function* followRun(parts: FollowParts, following: Following): AsyncGenerator<Batch> {
  const { workspaceId, runId, signal } = following;
  let { cursor } = following;
  let isOver = false;
  const note = (batch: Batch): Batch => {
    const last = batch.at(-1);
    if (last !== undefined) cursor = { after: last.number, generation: last.generation };
    isOver = last?.event.kind === 'run-finished';
    return batch;
  };
  const own = parts.live(runId);
  const run = own?.workspaceId === workspaceId ? own : undefined;
  if (run === undefined && (await parts.store.isOver(workspaceId, runId)) === null) throw notFound(runId);
  if (run?.keepsEvents === true && startOf(run, cursor) + 1 >= run.events.first) {
    try {
      for await (const batch of fromMemory(run, cursor, signal)) yield note(batch);
    } catch (error) {
      // The run goes on in another process, and so does its reader.
      if (!isPlatformError(error) || error.code !== 'runs.taken_over') throw error;
    }
  }
  if (isOver || signal.aborted) return;
  for await (const batch of fromTable(parts, { ...following, cursor })) yield note(batch);
}

/** Where a reader's numbers end that count: those of a generation that was cut off do only up to the next one. */
function startOf(run: RunInProgress, { after, generation }: EventCursor): number {
  if (generation === undefined) return after;
  const isOld = generation < run.events.generationOf(run.events.first);
  return isOld ? Math.min(after, run.events.first - 1) : after;
}

async function* fromMemory(run: RunInProgress, cursor: EventCursor, signal: AbortSignal): AsyncGenerator<Batch> {
  const start = startOf(run, cursor);
  let number = run.events.first;
  for await (const batch of run.readHere(signal)) {
    const events: NumberedEvent[] = [];
    for (const event of batch) {
      if (number > start) {
        events.push({ number, generation: run.events.generationOf(number), event: withoutState(event) });
      }
      number++;
    }
    if (events.length > 0) yield events;
  }
}

async function* fromTable(parts: FollowParts, following: Following): AsyncGenerator<Batch> {
  const { store, signals, readAhead } = parts;
  const { workspaceId, runId, signal } = following;
  let { cursor } = following;
  const bell = new Bell(signal);
  const end = signals.onMore(runId, () => bell.ring());
  let renewed = Number.NEGATIVE_INFINITY;
  const look = async (): Promise<ReadEvents> => {
    // Asked first: a run that has ended by now has all its events in the table.
    const isOver = await store.isOver(workspaceId, runId);
    if (isOver === null) throw notFound(runId);
    return { isOver, ...(await store.page(workspaceId, runId, cursor, isOver)) };
  };
  const reader = Symbol(runId);
  // In a function of its own: while a reader is busy with one step, nothing here holds the next.
  const next = async () => readAhead.step(reader, readAhead.take(reader) ?? (await look()));
  try {
    for (let failures = 0; !signal.aborted; ) {
      const seen = await next().catch((error) => {
        // The database is away: the run goes on, and its readers wait with it.
        failures += 1;
        if (failures > PATIENCE || (isPlatformError(error) && error.kind !== 'unavailable')) throw error;
        return null;
      });
      if (seen === null) {
        await bell.wait(POLL);
        continue;
      }
      failures = 0;
      const { isOver, events, hasMore } = seen;
      const last = events.at(-1);
      if (last !== undefined) {
        cursor = { after: last.number, generation: last.generation };
        yield events;
        if (last.event.kind === 'run-finished') return;
      }
      if (hasMore) continue;
      if (isOver) {
        const lost = await store.lostEnd(workspaceId, runId);
        if (lost !== null && isAfter(lost, cursor)) yield [lost];
        return;
      }
      const isDue = performance.now() - renewed > RENEWAL;
      if (isDue) {
        renewed = performance.now();
        signals.follow(runId);
      }
      // A run that ended before it was asked has nobody to answer.
      await bell.wait(isDue ? FIRST_POLL : POLL);
    }
  } finally {
    readAhead.take(reader);
    end();
  }
}

function isAfter({ number, generation }: NumberedEvent, cursor: EventCursor): boolean {
  return number > cursor.after || (cursor.generation !== undefined && generation > cursor.generation);
}

/** Wakes a reader: rung while nobody waits, it is heard at the next wait. */
class Bell {
  #isRung = false;
  #wake: (() => void) | undefined;

  constructor(signal: AbortSignal) {
    signal.addEventListener('abort', () => this.ring(), { once: true });
  }

  ring(): void {
    this.#isRung = true;
    this.#wake?.();
  }

  async wait(milliseconds: number): Promise<void> {
    if (!this.#isRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        const wake = () => {
          clearTimeout(timer);
          resolve();
        };
        this.#wake = wake;
      });
    }
    this.#wake = undefined;
    this.#isRung = false;
  }
}

export function notFound(runId: string): PlatformError {
  const message = `There is no run ${runId}: it is another workspace's, or older than what is kept (runs.retention).`;
  return new PlatformError('not-found', 'runs.not_found', message);
}
