import type { RunEvent, RunFinishedEvent } from '../../engine/contract.ts';
import type { RunScreen } from './contract.ts';

interface ScreenedRun {
  onEvents(events: readonly RunEvent[]): void;
  stop(reason: string): void;
}

/** Where the engine's events of a run go: through its screen, if it has one, in their order. */
export function screenedEvents(run: ScreenedRun, screen: RunScreen | undefined): (events: readonly RunEvent[]) => void {
  if (screen === undefined) return (events) => run.onEvents(events);
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
    const end = events.find((event) => event.kind === 'run-finished');
    if (end !== undefined) run.onEvents([failed(end)]);
  };
  return (events) => {
    turn = turn.then(() => pass(events));
  };
}

function failed(end: RunFinishedEvent): RunFinishedEvent {
  const error = 'The output of the run could not be checked, so it is not shown.';
  return { ...end, status: 'failed', outputs: '{}', answer: '', files: '[]', error, errorCode: 'runs.screen_failed' };
}
