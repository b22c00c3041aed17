import type { RunLimits, Runner, RunRequest } from '../../engine/contract.ts';
import { type Logger, newId, PlatformError } from '../../kernel/index.ts';
import type { GroupCommit } from '../database/contract.ts';
import type { LiveRun, RunRecord, RunStart, Runs } from './contract.ts';
import { RunInProgress } from './live-run.ts';
import type { RunStore } from './store.ts';

export interface RunsOptions {
  readonly processId: string;
  readonly maxSteps: number;
  /** Runs in progress in this process. */
  readonly maxRuns: number;
  /** Characters of rows that may wait for the database; beyond, no run is started. */
  readonly maxBacklog: number;
}

/** Starts runs and keeps track of those in progress in this process. */
export class RunsService implements Runs {
  readonly #runner: Runner;
  readonly #groupCommit: GroupCommit;
  readonly #store: RunStore;
  readonly #options: RunsOptions;
  readonly #logger: Logger;
  readonly #byTask = new Map<string, RunInProgress>();

  constructor(parts: {
    runner: Runner;
    groupCommit: GroupCommit;
    store: RunStore;
    options: RunsOptions;
    logger: Logger;
  }) {
    this.#runner = parts.runner;
    this.#groupCommit = parts.groupCommit;
    this.#store = parts.store;
    this.#options = parts.options;
    this.#logger = parts.logger;
  }

  start(start: RunStart): LiveRun {
    if (this.#byTask.size >= this.#options.maxRuns) {
      throw new PlatformError(
        'limited',
        'runs.too_many_requests',
        `This server executes ${this.#options.maxRuns} runs already; try again in a moment.`,
        { retryAfter: 1 },
      );
    }
    if (this.#groupCommit.backlog > this.#options.maxBacklog) {
      throw new PlatformError(
        'limited',
        'runs.too_many_requests',
        'The database is behind with what runs have produced; try again in a moment.',
        { retryAfter: 1 },
      );
    }
    const startedAt = Date.now();
    const identity = { runId: newId(), taskId: crypto.randomUUID(), processId: this.#options.processId, startedAt };
    const run = new RunInProgress(identity, start, this.#groupCommit);
    this.#byTask.set(run.taskId, run);
    run.attach(this.#runner.start(this.#request(run, start), (events) => run.onEvents(events)));
    run.finished.then(
      () => this.#byTask.delete(run.taskId),
      (error) => {
        this.#byTask.delete(run.taskId);
        this.#logger.error({ error, runId: run.runId }, 'the journal refused a run');
      },
    );
    return run;
  }

  live(taskId: string): LiveRun | undefined {
    return this.#byTask.get(taskId);
  }

  async find(workspaceId: string, appId: string, runId: string): Promise<RunRecord | null> {
    return this.#store.find(workspaceId, appId, runId);
  }

  /** Waits until no run is left, or the signal aborts. */
  async drain(signal: AbortSignal): Promise<void> {
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    while (this.#byTask.size > 0 && !signal.aborted) {
      const runs = [...this.#byTask.values()].map((run) => run.finished.catch(() => {}));
      await Promise.race([Promise.all(runs), aborted]);
    }
  }

  #request(run: RunInProgress, start: RunStart): RunRequest {
    const limits: RunLimits = { maxSteps: this.#options.maxSteps, maxSeconds: start.maxSeconds };
    return {
      runId: run.runId,
      workspaceId: start.workspaceId,
      appId: start.appId,
      graph: start.graph,
      inputs: start.inputs,
      system: JSON.stringify({
        ...start.system,
        app_id: start.appId,
        workflow_id: start.workflowId,
        workflow_run_id: run.runId,
        timestamp: Math.floor(run.startedAt / 1000),
      }),
      environment: start.environment,
      conversation: start.conversation,
      limits,
    };
  }
}
