import type { RunCommand, RunHandle, RunRequest } from '#engine';
import { currentTime, type PlatformError } from '#kernel';
import type { ActiveRun } from './active-run.ts';
import { failedRun } from './failed-run.ts';

type Deliver = ActiveRun['deliver'];
type Start = (request: RunRequest, deliver: Deliver) => RunHandle['send'];

interface WaitingRun {
  readonly request: RunRequest;
  readonly deliver: Deliver;
  /** What it was told before a thread had it. */
  readonly commands: RunCommand[];
  send: RunHandle['send'] | undefined;
}

/** Runs that no engine thread has taken yet, oldest first. */
export class WaitingRuns {
  #runs: WaitingRun[] = [];

  get count(): number {
    return this.#runs.length;
  }

  /** Returns how to command the run, here and later on its thread. */
  add(request: RunRequest, deliver: Deliver): RunHandle['send'] {
    const run: WaitingRun = { request, deliver, commands: [], send: undefined };
    this.#runs.push(run);
    return (command) => (run.send === undefined ? void run.commands.push(command) : run.send(command));
  }

  /** Starts all of them. `start` does not throw. */
  handOver(start: Start): void {
    for (const run of this.#runs.splice(0)) {
      run.send = start(run.request, run.deliver);
      for (const command of run.commands.splice(0)) run.send(command);
    }
  }

  /** Fails all of them. */
  refuse(reason: PlatformError): void {
    for (const { deliver } of this.#runs.splice(0)) queueMicrotask(() => deliver([failedRun(reason, currentTime())]));
  }
}
