import { endsExecution, type RunEvent } from '../../engine/contract.ts';
import type { RunEnd, RunScreen } from './contract.ts';

interface ScreenedRun {
  onEvents(events: readonly RunEvent[], packed?: unknown): void;
  stop(reason: string): void;
}

/** The way of a run's events from the engine to its journal and readers. */
export interface ScreenedEvents {
  /** `packed`: from a run without a screen only. */
  receive(events: readonly RunEvent[], packed?: unknown): void;
  /** Resolves when everything received so far was passed on, or held back for good. */
  settled(): Promise<void>;
}

/** Sends the events of a run through its screen, if it has one, in their order. */
export function screenedEvents(run: ScreenedRun, screen: RunScreen | undefined): ScreenedEvents {
  if (screen === undefined) {
    return { receive: (events, packed) => run.onEvents(events, packed), settled: () => Promise.resolve() };
  }
  let turn = Promise.resolve();
  let isBroken = false;
  const pass = async (events: readonly RunEvent[]): Promise<void> => {
    try {
      const passed = isBroken ? [] : await screen.pass(events, (reason) => run.stop(reason));
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
