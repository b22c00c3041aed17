import { endsExecution, type RunEvent } from '#engine';
import type { OutputFilter, RunEnd } from './contract.ts';

interface FilteredRun {
  onEvents(events: readonly RunEvent[], encoded?: unknown): void;
  stop(reason: string): void;
}

/** The way of a run's events from the engine to its journal and readers. */
export interface FilteredEvents {
  /** `encoded`: from a run without an output filter only. */
  receive(events: readonly RunEvent[], encoded?: unknown): void;
  /** Resolves when everything received so far was passed on, or held back for good. */
  settled(): Promise<void>;
}

/** Sends the events of a run through its output filter, if it has one, in their order. */
export function filteredEvents(run: FilteredRun, outputFilter: OutputFilter | undefined): FilteredEvents {
  if (outputFilter === undefined) {
    return { receive: (events, encoded) => run.onEvents(events, encoded), settled: () => Promise.resolve() };
  }
  let turn = Promise.resolve();
  let isBroken = false;
  const pass = async (events: readonly RunEvent[]): Promise<void> => {
    try {
      const passed = isBroken ? [] : await outputFilter.filter(events, (reason) => run.stop(reason));
      if (passed.length > 0) run.onEvents(passed);
    } catch {
      isBroken = true;
      run.stop('Its output could not be checked.');
    }
    if (!isBroken) return;
    // What was not checked is not told; that the run is over must be.
    const end = events.find(endsExecution);
    if (end !== undefined) run.onEvents([unchecked(end)]);
  };
  return {
    receive: (events) => {
      turn = turn.then(() => pass(events));
    },
    settled: () => turn,
  };
}

function unchecked(end: RunEnd): RunEnd {
  const hidden = { outputs: '{}', answer: '' };
  if (end.kind === 'run-paused') return { ...end, ...hidden };
  const error = 'The output of the run could not be checked, so it is not shown.';
  return { ...end, ...hidden, status: 'failed', files: '[]', error, errorCode: 'runs.screen_failed' };
}
