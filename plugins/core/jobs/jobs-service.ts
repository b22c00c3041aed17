import { newId, PlatformError } from '#kernel';
import { type CommitEntry, entry, type OpenTransaction, type Sink } from '#plugins/database/contract.ts';
import type { FailedJob, Jobs, NewJob, QueueDepth } from './contract.ts';
import type { JobWorker } from './job-worker.ts';
import type { KnownTasks } from './known-tasks.ts';
import { type JobRow, type JobStore, jobSink } from './store.ts';

const MAX_ATTEMPTS = 12;

/** The queue as other plugins see it. */
export class JobsService implements Jobs {
  readonly #store: JobStore;
  readonly #tasks: KnownTasks;
  readonly #worker: JobWorker;
  readonly #sink: Sink<JobRow>;
  #prepared: Promise<void> | undefined;

  constructor(parts: { readonly store: JobStore; readonly tasks: KnownTasks; readonly worker: JobWorker }) {
    this.#store = parts.store;
    this.#tasks = parts.tasks;
    this.#worker = parts.worker;
    this.#sink = jobSink(() => this.#worker.nudge());
    parts.tasks.onChange(() => {
      this.#prepared = undefined;
    });
  }

  prepare(): Promise<void> {
    this.#prepared ??= this.#install().catch((error: unknown) => {
      this.#prepared = undefined;
      throw error;
    });
    return this.#prepared;
  }

  async enqueue(job: NewJob, { within }: { readonly within?: OpenTransaction } = {}): Promise<string> {
    const row = this.#row(job, keyOf(job));
    // Inside a transaction nothing may wait for another connection: PGlite has one.
    if (within === undefined) await this.prepare();
    const id = await this.#store.add(row, within);
    this.#worker.nudge();
    return id;
  }

  entry(job: NewJob): CommitEntry {
    // With a key even if nobody gave one: group commit may write its rows twice.
    return entry(this.#sink, this.#row(job, keyOf(job) ?? newId()));
  }

  async failed(
    workspaceId: string,
    { limit, before }: { readonly limit: number; readonly before?: string | undefined },
  ): Promise<readonly FailedJob[]> {
    if (!(await this.#store.isInstalled())) return [];
    return this.#store.failed(workspaceId, limit, before ?? null);
  }

  async depth(): Promise<QueueDepth> {
    return (await this.#store.isInstalled()) ? this.#store.depth() : { ready: 0, delayed: 0, running: 0, failed: 0 };
  }

  async retry(workspaceId: string, id: string): Promise<void> {
    const isThere = (await this.#store.isInstalled()) && (await this.#store.retry(workspaceId, id));
    if (!isThere) throw notFailed(id);
    this.#worker.nudge();
  }

  async drop(workspaceId: string, id: string): Promise<void> {
    const isThere = (await this.#store.isInstalled()) && (await this.#store.drop(workspaceId, id));
    if (!isThere) throw notFailed(id);
  }

  async removeOf(workspaceId: string): Promise<void> {
    if (await this.#store.isInstalled()) await this.#store.removeOf(workspaceId);
  }

  /** With the names of all tasks: a transaction that brought them there held up a worker that starts, or it the transaction. */
  async #install(): Promise<void> {
    await this.#worker.install();
    await this.#store.register(this.#tasks.all().map(({ id }) => id));
  }

  #row({ task, payload, workspaceId, runAt, maxAttempts = MAX_ATTEMPTS }: NewJob, key: string | null): JobRow {
    this.#tasks.checkPayload(task, payload, workspaceId);
    return { task, payload, workspaceId, runAt: runAt ?? null, maxAttempts, key };
  }
}

function keyOf({ task, workspaceId, key }: NewJob): string | null {
  return key === undefined ? null : `${task} ${workspaceId ?? ''} ${key}`;
}

function notFailed(id: string): PlatformError {
  const message = `There is no failed job ${id}; GET /console/api/jobs/failed lists them.`;
  return new PlatformError('not-found', 'jobs.not_found', message);
}
