import { endsExecution, type RunEvent } from '#engine';
import { isPlatformError } from '#kernel';
import type { EventCursor, NumberedEvent } from './contract.ts';
import type { ReadAgain } from './event-buffer.ts';

/** Reads the events of a run after a number from the journal. */
export type ReadJournal = (cursor: EventCursor, signal: AbortSignal) => AsyncIterable<readonly NumberedEvent[]>;

/**
 * Reads events of a feed, the first of which has the number `first`, from the journal: up to the run's end or pause, for one
 * that pauses goes on to have more. Refers to nothing of the run: who is asleep would hold it.
 */
export function readAgain(read: ReadJournal, first: number, generationOf: (number: number) => number): ReadAgain {
  return async function* again(count, signal): AsyncGenerator<readonly RunEvent[]> {
    const after = first - 1 + count;
    const cursor = count === 0 ? { after } : { after, generation: generationOf(after) };
    for await (const batch of read(cursor, signal)) {
      const events = batch.map(({ event }) => event);
      const end = events.findIndex(endsExecution);
      yield end === -1 ? events : events.slice(0, end + 1);
      if (end !== -1) return;
    }
  };
}

/** Whether it says that another process goes on with the run. */
export function isTakenOver(error: unknown): boolean {
  return isPlatformError(error) && error.code === 'runs.taken_over';
}

/** For readers of a feed: a run that another process has taken over is read on in the journal. */
export function elsewhere(again: ReadAgain): (failure: unknown) => ReadAgain | undefined {
  return (failure) => (isTakenOver(failure) ? again : undefined);
}
