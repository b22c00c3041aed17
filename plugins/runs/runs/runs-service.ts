import type { PauseReason, RunFork, Runner } from '#engine';
import { currentTime, isPlatformError, isUuid, type Logger, newId, PlatformError, TransientMap } from '#kernel';
import { entry, type GroupCommit } from '#plugins/database/contract.ts';
import { admitRun, rememberedRejection, withEndEntries } from './call-hooks.ts';
import type {
  EndedRun,
  EnteringRun,
  EventCursor,
  EventPage,
  ForkVersion,
  LiveRun,
  NumberedEvent,
  RunDetail,
  RunHook,
  RunQuery,
  RunRecord,
  RunStart,
  RunSummary,
  Runs,
  StopRequest,
} from './contract.ts';
import type { EventStore } from './event-store.ts';
import { filteredEvents } from './filtered-events.ts';
import { followRun, notFound } from './follow-run.ts';
import { forkValues, notInGraph, notKept, refuseSecrets, refuseUnknown, unreached, withValues } from './forks.ts';
import { modeOf } from './graph-mode.ts';
import type { GraphStore } from './graph-store.ts';
import type { HistoryStore } from './history-store.ts';
import type { LargeValues } from './large-values.ts';
import { RunInProgress } from './live-run.ts';
import type { LogStore } from './log-store.ts';
import type { PastRun, PastRuns } from './past-runs.ts';
import { QuarantineQueue } from './quarantine-queue.ts';
import { ReadAheadBuffer } from './read-ahead-buffer.ts';
import type { RunParts } from './run-parts.ts';
import { runRequest } from './run-request.ts';
import type { RunSignals } from './run-signals.ts';
import type { RunsOptions, RunsParts } from './runs-parts.ts';
import { stopping } from './stopping.ts';
import { abandonedSink, pausedAgainSink, type RunStore } from './store.ts';

/** A reason may come from another process: no more of it counts. */
const MAX_REASON = 500;

/** A run of this process, new or one that goes on. */
type OpenedRun = Pick<RunParts, 'start' | 'past' | 'isCutOff' | 'origin' | 'startEntries'> & {
  readonly identity?: PastRun['identity'];
};

/** Starts runs and keeps track of those in progress in this process. */
export class RunsService implements Runs {
  readonly #runner: Runner;
  readonly #groupCommit: GroupCommit;
  readonly #store: RunStore;
  readonly #options: RunsOptions;
  readonly #logger: Logger;
  readonly #hooks: () => readonly RunHook[];
  readonly #values: LargeValues;
  readonly #events: EventStore;
  readonly #readAhead = new ReadAheadBuffer();
  readonly #history: HistoryStore;
  readonly #logs: LogStore;
  readonly #signals: RunSignals;
  readonly #graphs: GraphStore;
  readonly #past: PastRuns;
  readonly #quarantine = new QuarantineQueue();
  readonly #byTask = new TransientMap<string, RunInProgress>();
  readonly #byId = new TransientMap<string, RunInProgress>();
  /** Whether it takes no more runs. */
  isStopping = false;

  constructor(parts: RunsParts) {
    this.#runner = parts.runner;
    this.#groupCommit = parts.groupCommit;
    this.#store = parts.store;
    this.#events = parts.events;
    this.#history = parts.history;
    this.#logs = parts.logs;
    this.#signals = parts.signals;
    this.#graphs = parts.graphs;
    this.#past = parts.past;
    this.#options = parts.options;
    this.#logger = parts.logger;
    this.#values = parts.values;
    this.#hooks = parts.hooks ?? (() => []);
    this.#signals.receive({
      followed: (runId) => this.#byId.get(runId)?.events.follow(),
      stop: (request) => void this.#stopOwn(request),
    });
  }

  start(start: RunStart): LiveRun {
    const full = this.#full();
    if (full !== undefined) throw full;
    return this.#openKept(withValues(start));
  }

  /** With its graph, so that it can be found again. */
  #openKept(opened: OpenedRun): LiveRun {
    const { workspaceId, graph } = opened.start;
    const run = this.#open({ ...opened, startEntries: this.#graphs.entries(workspaceId, graph) });
    run.accepted.then(
      () => this.#graphs.note(workspaceId, graph),
      () => {},
    );
    return run;
  }

  rejection(start: EnteringRun): PlatformError | undefined {
    return this.#full() ?? rememberedRejection(this.#hooks(), start);
  }

  /** Why this process starts no run at the moment. */
  #full(): PlatformError | undefined {
    if (this.isStopping) return stopping();
    const { maxRuns, maxBacklog } = this.#options;
    const rejection = (why: string) =>
      new PlatformError('limited', 'runs.too_many_requests', `${why}; try again in a moment.`, { retryAfter: 1 });
    if (this.#byTask.size >= maxRuns) return rejection(`This server executes ${maxRuns} runs already (WEFT_MAX_RUNS)`);
    if (this.#groupCommit.backlog + this.#values.backlog > maxBacklog)
      return rejection('The database is behind with what runs have produced (runs.maxBacklogMb)');
    return undefined;
  }

  begin(start: RunStart): Promise<LiveRun> {
    return admitRun(this.#hooks(), { start, open: () => this.start(start) });
  }

  /**
   * Goes on with a run that is this process's by now; null when it can't. `isCutOff`: not after a pause, but after a process
   * that may have told more of it than is kept. Throws `runs.server_stopping`.
   */
  async continueRun(workspaceId: string, runId: string, isCutOff = true): Promise<LiveRun | null> {
    const past = await this.#past.find(workspaceId, runId);
    if (past === null) return null;
    const { start, events, identity, origin } = past;
    return this.#open({ start, past: events, isCutOff, identity, origin });
  }

  async resume(workspaceId: string, runId: string): Promise<LiveRun | null> {
    if (this.isStopping) throw stopping();
    const processId = this.#options.own.bootId;
    if (!(await this.#store.unpause(workspaceId, runId, processId))) return null;
    const run = await this.continueRun(workspaceId, runId, false).catch(async (error: unknown) => {
      // It is nobody's run now, and nobody would look for it.
      await this.#groupCommit.add([entry(pausedAgainSink, { runId, processId })]);
      throw error;
    });
    if (run !== null) return run;
    const message = `The run ${runId} can not go on: its app is gone, or its journal is not kept whole.`;
    await this.#groupCommit.add([entry(abandonedSink, { runId, reason: message })]);
    throw new PlatformError('conflict', 'runs.not_resumable', message);
  }

  owner(workspaceId: string, runId: string): Promise<RunStart['owner'] | null> {
    return this.#past.owner(workspaceId, runId);
  }

  async paused(workspaceId: string, runId: string): Promise<readonly PauseReason[] | null> {
    const text = await this.#store.pause(workspaceId, runId);
    return text === null ? null : (JSON.parse(text) as readonly PauseReason[]);
  }

  async fork(workspaceId: string, runId: string, fork: RunFork & { readonly version?: ForkVersion }): Promise<LiveRun> {
    if ((await this.#events.isOver(workspaceId, runId)) === null) throw notFound(runId);
    const past = await this.#past.find(workspaceId, runId);
    const events = past?.events.map(({ event }) => event) ?? [];
    const { version } = fork;
    const place = past === null ? notKept : unreached(fork.nodeId, events, past.start.graph.text);
    const problem = place ?? (version === undefined ? null : notInGraph(fork.nodeId, version.graph.text));
    if (past === null || problem !== null) {
      const message = `The run ${runId} can not be forked at ${fork.nodeId}: ${problem}.`;
      throw new PlatformError('conflict', 'runs.not_forkable', message);
    }
    const { pauseEntries: _pause, finishEntries: _finish, owner, ...started } = past.start;
    const rest = { ...started, ...version };
    const { nodeId } = fork;
    const values = forkValues(fork.values, { events, earlier: past.origin?.values ?? [] });
    refuseUnknown(fork.values, rest);
    refuseSecrets(values, rest.graph.text);
    // The owner may not take the fork for the run itself: it has no message, no answer to give.
    const start: RunStart = {
      ...rest,
      // Whoever forks it is somebody else.
      keyId: null,
      triggeredFrom: 'debugging',
      ...(owner === undefined ? {} : { owner: { id: owner.id, data: 'null' } }),
      fork: { runId, nodeId, values },
    };
    const open = () => this.#openKept({ start, origin: { events, nodeId, values } });
    const run = await admitRun(this.#hooks(), { start, open });
    await run.accepted;
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
    const parts = { ...this.#journal(), live: (id: string) => this.#byId.get(id) };
    return followRun(parts, { workspaceId, runId, cursor: { after, generation }, signal });
  }

  /** In a function of its own: what it returns holds nothing of the run. */
  #readerOf(workspaceId: string, runId: string): RunParts['readAgain'] {
    return (cursor, signal) => followRun(this.#journal(), { workspaceId, runId, cursor, signal });
  }

  #journal() {
    return { store: this.#events, signals: this.#signals, readAhead: this.#readAhead, live: () => undefined };
  }

  async events(workspaceId: string, runId: string, cursor: EventCursor): Promise<EventPage> {
    const run = this.#byId.get(runId);
    // What waits goes to the table first: a page ends where the run is.
    if (run?.workspaceId === workspaceId && run.events.isWaiting) await run.persisted().catch(() => {});
    const page = await this.#events.page(workspaceId, runId, cursor);
    if (page.events.length === 0 && (await this.#events.isOver(workspaceId, runId)) === null) throw notFound(runId);
    return page;
  }

  async stop(request: StopRequest): Promise<void> {
    const cut = { ...request, reason: request.reason.slice(0, MAX_REASON) };
    const id = 'taskId' in request.run ? request.run.taskId : request.run.runId;
    if (this.#stopOwn(cut) || !isUuid(id)) return;
    const paused = await this.#store.findPaused(cut);
    if (paused === null) await this.#signals.stop(cut);
    else await this.#stopPaused(cut, paused);
  }

  /** It goes on for as long as it takes to end it as its owner wants it ended. */
  async #stopPaused({ workspaceId, reason }: StopRequest, runId: string): Promise<void> {
    try {
      const run = await this.resume(workspaceId, runId);
      if (run !== null) run.stop(reason);
      else await this.#signals.stop({ workspaceId, run: { runId }, reason });
    } catch (error) {
      if (!isPlatformError(error) || error.code !== 'runs.not_resumable') throw error;
    }
  }

  list(workspaceId: string, query: RunQuery): Promise<readonly RunSummary[]> {
    return this.#history.list(workspaceId, query);
  }

  logs(...query: Parameters<Runs['logs']>): ReturnType<Runs['logs']> {
    return this.#logs.page(...query);
  }

  summary(workspaceId: string, runId: string): Promise<RunSummary | null> {
    return this.#history.summary(workspaceId, runId);
  }

  get(workspaceId: string, runId: string): Promise<RunDetail | null> {
    return this.#history.get(workspaceId, runId);
  }

  graph(workspaceId: string, runId: string): ReturnType<Runs['graph']> {
    return this.#past.graph(workspaceId, runId);
  }

  byTask(workspaceId: string, taskId: string): Promise<RunSummary | null> {
    return this.#history.byTask(workspaceId, taskId);
  }

  nodes(...page: Parameters<Runs['nodes']>): ReturnType<Runs['nodes']> {
    return this.#history.nodes(...page);
  }

  lastNodes(...of: Parameters<Runs['lastNodes']>): ReturnType<Runs['lastNodes']> {
    return this.#history.lastNodes(...of);
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

  #open({ start, identity, ...rest }: OpenedRun): RunInProgress {
    if (this.isStopping) throw stopping();
    const { bootId } = this.#options.own;
    // Of one time: a run is looked for by its task's.
    const startedAt = currentTime();
    const fresh = { runId: newId(startedAt), taskId: newId(startedAt), startedAt };
    const own = { ...(identity ?? fresh), processId: bootId };
    const run: RunInProgress = new RunInProgress({
      ...rest,
      identity: own,
      start: withEndEntries(start, own.runId, this.#hooks()),
      groupCommit: this.#groupCommit,
      values: this.#values,
      quarantine: this.#quarantine,
      announce: () => this.#signals.more(own.runId),
      readAgain: this.#readerOf(start.workspaceId, own.runId),
      reload: () => this.#past.reload(run.workspaceId, run.runId),
      execute: (given, onEvents, past) => {
        const filtered = filteredEvents({ onEvents, stop: (reason) => run.stop(reason) }, given.outputFilter);
        run.settled = filtered.settled;
        return this.#runner.start(runRequest(run, given, past, this.#surroundings()), filtered.receive);
      },
    });
    // Not the start: it has the inputs, and what the end needs lives as long as the run.
    const kind = { mode: modeOf(start), triggeredFrom: start.triggeredFrom, keyId: start.keyId ?? null };
    this.#byTask.set(run.taskId, run);
    this.#byId.set(run.runId, run);
    run.begin();
    run.ended.then(
      (end) => {
        this.#forget(run);
        this.#followUp(run, { ...kind, end }, rest.past);
      },
      (error) => {
        this.#forget(run);
        if (!(isPlatformError(error) && error.code === 'runs.suspended')) {
          this.#logger.error({ error, runId: run.runId }, 'the journal refused a run');
        }
      },
    );
    return run;
  }

  #followUp(
    run: RunInProgress,
    how: Pick<EndedRun, 'mode' | 'triggeredFrom' | 'keyId' | 'end'>,
    past: readonly NumberedEvent[] = [],
  ): void {
    const { runId, workspaceId, appId, stopReason } = run;
    const { end } = how;
    const wasPaused = past.some(({ event }) => event.kind === 'run-paused');
    for (const { observer } of this.#hooks()) observer?.ended?.({ runId, workspaceId, appId, ...how, wasPaused });
    if (end.kind === 'run-finished' || stopReason === null) return;
    // It was asked to stop when it had begun to pause.
    this.stop({ workspaceId, run: { runId }, reason: stopReason }).catch((error: unknown) => {
      this.#logger.error({ error, runId }, 'a paused run could not be stopped');
    });
  }

  #surroundings() {
    return { limits: this.#options.limits, hooks: this.#hooks() };
  }

  #forget(run: RunInProgress): void {
    this.#byTask.delete(run.taskId);
    this.#byId.delete(run.runId);
  }

  /** Takes no more runs, and waits until none is left; when the signal aborts, those that are are left to the next process. */
  async drain(signal: AbortSignal): Promise<void> {
    this.isStopping = true;
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    while (this.#byTask.size > 0 && !signal.aborted) {
      const runs = [...this.#byTask.values()].map((run) => run.ended.catch(() => {}));
      await Promise.race([Promise.all(runs), aborted]);
    }
    await Promise.all([...this.#byTask.values()].map((run) => run.suspend().catch(() => {})));
  }

  /** Whether a run is in this process's memory. */
  has(runId: string): boolean {
    return this.#byId.has(runId);
  }

  /** Resolves when this process may execute more runs. */
  async room(): Promise<void> {
    while (this.#byTask.size >= this.#options.maxRuns) {
      await Promise.race([...this.#byTask.values()].map((run) => run.ended.catch(() => {})));
    }
  }

  /** Resolves when everything a run has told is durable. */
  async persisted(runId: string): Promise<void> {
    await this.#byId.get(runId)?.persisted();
  }

  /** Others count this process as gone: its runs are theirs. */
  detachAll(): void {
    for (const run of [...this.#byTask.values()]) run.detach();
  }
}
