import type { JsonText, PauseReason, RunEvent } from '#engine';
import { mapAsyncIterable } from '#kernel';
import type { LiveRun, NumberedEvent, RunEnd, RunHook, Runs } from './contract.ts';

type Reveal = (workspaceId: string, data: JsonText) => JsonText;

/** What readers are told in place of what the journal holds (`RunHook.reveal`). */
function revealing(hooks: readonly RunHook[]): Reveal {
  return (workspaceId, data) => hooks.reduce((text, { reveal }) => reveal?.(workspaceId, text) ?? text, data);
}

function hidesNothing(event: RunEvent): boolean {
  return event.kind !== 'signal' && event.kind !== 'run-paused';
}

/** The runs service as everybody else has it. The journal and what executes runs stay on the other side. */
export function revealedRuns(runs: Runs, hooks: () => readonly RunHook[]): Runs {
  const reveal: Reveal = (workspaceId, data) => revealing(hooks())(workspaceId, data);
  const reasons = (workspaceId: string, told: readonly PauseReason[]): readonly PauseReason[] =>
    told.map((reason) => ({ ...reason, data: reveal(workspaceId, reason.data) }));
  const one = <Event extends RunEvent>(workspaceId: string, event: Event): Event => {
    if (event.kind === 'signal') return { ...event, data: reveal(workspaceId, event.data) };
    return event.kind === 'run-paused' ? { ...event, reasons: reasons(workspaceId, event.reasons) } : event;
  };
  const batch = (workspaceId: string, events: readonly RunEvent[]) =>
    events.every(hidesNothing) ? events : events.map((event) => one(workspaceId, event));
  const numbered = (workspaceId: string, events: readonly NumberedEvent[]) =>
    events.every(({ event }) => hidesNothing(event))
      ? events
      : events.map((each) => ({ ...each, event: one(workspaceId, each.event) }));
  const live = (run: LiveRun): LiveRun => new RevealedRun(run, one, batch);

  return {
    start: (start) => live(runs.start(start)),
    rejection: (start) => runs.rejection(start),
    begin: async (start) => live(await runs.begin(start)),
    live(taskId) {
      const run = runs.live(taskId);
      return run && live(run);
    },
    async resume(workspaceId, runId) {
      const run = await runs.resume(workspaceId, runId);
      return run && live(run);
    },
    fork: async (workspaceId, runId, fork) => live(await runs.fork(workspaceId, runId, fork)),
    async paused(workspaceId, runId) {
      const told = await runs.paused(workspaceId, runId);
      return told && reasons(workspaceId, told);
    },
    follow: (workspaceId, runId, options) =>
      mapAsyncIterable(runs.follow(workspaceId, runId, options), (events) => numbered(workspaceId, events)),
    async events(workspaceId, runId, cursor) {
      const page = await runs.events(workspaceId, runId, cursor);
      return { ...page, events: numbered(workspaceId, page.events) };
    },
    find: (...query) => runs.find(...query),
    owner: (...query) => runs.owner(...query),
    stop: (request) => runs.stop(request),
    list: (...query) => runs.list(...query),
    logs: (...query) => runs.logs(...query),
    summary: (...query) => runs.summary(...query),
    get: (...query) => runs.get(...query),
    graph: (...query) => runs.graph(...query),
    byTask: (...query) => runs.byTask(...query),
    nodes: (...query) => runs.nodes(...query),
    lastNodes: (...query) => runs.lastNodes(...query),
  };
}

class RevealedRun implements LiveRun {
  readonly #run: LiveRun;
  readonly #one: (workspaceId: string, end: RunEnd) => RunEnd;
  readonly #batch: (workspaceId: string, events: readonly RunEvent[]) => readonly RunEvent[];
  #finished: Promise<RunEnd> | undefined;

  constructor(
    run: LiveRun,
    one: (workspaceId: string, end: RunEnd) => RunEnd,
    batch: (workspaceId: string, events: readonly RunEvent[]) => readonly RunEvent[],
  ) {
    this.#run = run;
    this.#one = one;
    this.#batch = batch;
  }

  get runId(): string {
    return this.#run.runId;
  }

  get taskId(): string {
    return this.#run.taskId;
  }

  get workspaceId(): string {
    return this.#run.workspaceId;
  }

  get appId(): string {
    return this.#run.appId;
  }

  get createdBy(): LiveRun['createdBy'] {
    return this.#run.createdBy;
  }

  get startedAt(): number {
    return this.#run.startedAt;
  }

  get accepted(): Promise<void> {
    return this.#run.accepted;
  }

  get finished(): Promise<RunEnd> {
    if (this.#finished !== undefined) return this.#finished;
    const finished = this.#run.finished.then((end) => this.#one(this.workspaceId, end));
    // Whoever starts a run need not look at how it ends.
    finished.catch(() => {});
    this.#finished = finished;
    return finished;
  }

  read(): AsyncIterable<readonly RunEvent[]> {
    return mapAsyncIterable(this.#run.read(), (events) => this.#batch(this.workspaceId, events));
  }

  stop(reason: string): void {
    this.#run.stop(reason);
  }
}
