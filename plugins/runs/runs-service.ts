import type { RunLimits, Runner, RunRequest } from '../../engine/contract.ts';
import { type Logger, newId, PlatformError } from '../../kernel/index.ts';
import type { GroupCommit } from '../database/contract.ts';
import type {
  EventCursor,
  EventPage,
  LiveRun,
  NumberedEvent,
  RunDetail,
  RunQuery,
  RunRecord,
  RunStart,
  RunSummary,
  Runs,
  StopRequest,
} from './contract.ts';
import type { EventStore } from './event-store.ts';
import { followRun, notFound } from './follow-run.ts';
import type { HistoryStore } from './history-store.ts';
import { RunInProgress } from './live-run.ts';
import type { RunSignals } from './run-signals.ts';
import { screenedEvents } from './screened-events.ts';
import type { RunStore } from './store.ts';

export interface RunsOptions {
  readonly processId: string;
  readonly maxSteps: number;
  /** Runs in progress in this process. */
  readonly maxRuns: number;
  /** Characters of rows that may wait for the database; beyond, no run is started. */
  readonly maxBacklog: number;
}

/** A reason may come from another process: no more of it counts. */
const MAX_REASON = 500;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Starts runs and keeps track of those in progress in this process. */
export class RunsService implements Runs {
  readonly #runner: Runner;
  readonly #groupCommit: GroupCommit;
  readonly #store: RunStore;
  readonly #options: RunsOptions;
  readonly #logger: Logger;
  readonly #events: EventStore;
  readonly #history: HistoryStore;
  readonly #signals: RunSignals;
  readonly #byTask = new Map<string, RunInProgress>();
  readonly #byId = new Map<string, RunInProgress>();

  constructor(parts: {
    runner: Runner;
    groupCommit: GroupCommit;
    store: RunStore;
    events: EventStore;
    history: HistoryStore;
    signals: RunSignals;
    options: RunsOptions;
    logger: Logger;
  }) {
    this.#runner = parts.runner;
    this.#groupCommit = parts.groupCommit;
    this.#store = parts.store;
    this.#events = parts.events;
    this.#history = parts.history;
    this.#signals = parts.signals;
    this.#options = parts.options;
    this.#logger = parts.logger;
    this.#signals.receive({
      followed: (runId) => this.#byId.get(runId)?.events.follow(),
      stop: (request) => void this.#stopOwn(request),
    });
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
    this.#keep(run);
    run.attach(this.#runner.start(this.#request(run, start), screenedEvents(run, start.screen)));
    run.finished.then(
      () => this.#forget(run),
      (error) => {
        this.#forget(run);
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

  follow(
    workspaceId: string,
    runId: string,
    options: Partial<EventCursor> & { readonly signal?: AbortSignal } = {},
  ): AsyncIterable<readonly NumberedEvent[]> {
    const { after = 0, generation, signal = new AbortController().signal } = options;
    const parts = { store: this.#events, signals: this.#signals, live: (id: string) => this.#byId.get(id) };
    return followRun(parts, { workspaceId, runId, cursor: { after, generation }, signal });
  }

  async events(workspaceId: string, runId: string, cursor: EventCursor): Promise<EventPage> {
    const page = await this.#events.page(workspaceId, runId, cursor);
    if (page.events.length === 0 && (await this.#events.isOver(workspaceId, runId)) === null) throw notFound(runId);
    return page;
  }

  async stop(request: StopRequest): Promise<void> {
    const cut = { ...request, reason: request.reason.slice(0, MAX_REASON) };
    const id = 'taskId' in request.run ? request.run.taskId : request.run.runId;
    if (!this.#stopOwn(cut) && uuid.test(id)) await this.#signals.stop(cut);
  }

  list(workspaceId: string, query: RunQuery): Promise<readonly RunSummary[]> {
    return this.#history.list(workspaceId, query);
  }

  get(workspaceId: string, runId: string): Promise<RunDetail | null> {
    return this.#history.get(workspaceId, runId);
  }

  nodes(...page: Parameters<Runs['nodes']>): ReturnType<Runs['nodes']> {
    return this.#history.nodes(...page);
  }

  /** Tells whether the run is one of this process; a foreign one is found and left alone. */
  #stopOwn({ run: named, workspaceId, appId, createdBy, reason }: StopRequest): boolean {
    const run = 'taskId' in named ? this.#byTask.get(named.taskId) : this.#byId.get(named.runId);
    if (run === undefined) return false;
    const isAllowed =
      run.workspaceId === workspaceId &&
      (appId === undefined || run.appId === appId) &&
      (createdBy === undefined || run.createdBy.id === createdBy);
    if (isAllowed) run.stop(reason);
    return true;
  }

  #keep(run: RunInProgress): void {
    run.events.announce = () => this.#signals.more(run.runId);
    this.#byTask.set(run.taskId, run);
    this.#byId.set(run.runId, run);
  }

  #forget(run: RunInProgress): void {
    this.#byTask.delete(run.taskId);
    this.#byId.delete(run.runId);
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
