import { newId, PlatformError } from '#kernel';
import type { AppCaller } from '#plugins/app-access/contract.ts';
import type { OpenTransaction } from '#plugins/database/contract.ts';
import type { Jobs, NewJob } from '#plugins/jobs/contract.ts';
import type { RowsVisitor, VisitorRows } from '#plugins/limits/contract.ts';
import type { RunSummary, Runs } from '#plugins/runs/contract.ts';
import type { Batch, BatchEstimate, Batches, BatchOrder, BatchOwner } from './contract.ts';
import type { BatchFollowers } from './followers.ts';
import type { BatchStatusStore } from './status-store.ts';
import type { BatchStore } from './store.ts';

export const RUN_TASK = 'batches.run';
export const REMOVE_TASK = 'batches.remove';

/** How much one user may have. */
export interface BatchLimits {
  readonly openPerUser: number;
  readonly rowsPerUser: number;
  readonly rowsAtOnce: number;
}

interface ServiceParts {
  readonly store: BatchStore;
  readonly statuses: BatchStatusStore;
  readonly jobs: Jobs;
  readonly runs: Runs;
  readonly limits: BatchLimits;
  readonly wake: (workspaceId: string, batchId: string) => void;
  readonly followers: BatchFollowers;
  /** undefined: the plugin is switched off, and nothing limits visitors. */
  readonly visitorRows: VisitorRows | undefined;
}

/** Runs that are stopped together. */
const STOPPED_AT_ONCE = 500;
/** Runs whose time tells that of the next ones. */
const TOLD_BY = 20;
const STOPPED = 'Its batch was stopped.';
/** More than the queue ever takes away. */
const ATTEMPTS = 10_000;

/** Makes batches, and changes how they go. */
export class BatchService implements Batches {
  readonly #parts: ServiceParts;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
  }

  /** Throws `batches.too_many_open` and `batches.too_many_rows` (limited). */
  async refuseTooMany(owner: BatchOwner, rows: number): Promise<void> {
    const { openPerUser, rowsPerUser } = this.#parts.limits;
    const use = await this.#parts.store.use(owner);
    if (use.open >= openPerUser) {
      const message = `This user has ${openPerUser} batches under way (batches.openPerUser), and may have no more; wait for one, or stop it.`;
      throw new PlatformError('limited', 'batches.too_many_open', message, { retryAfter: 60 });
    }
    if (use.rows + rows > rowsPerUser) {
      const message = `The batches of this user would have more than ${rowsPerUser} rows (batches.rowsPerUser); delete old ones first.`;
      throw new PlatformError('limited', 'batches.too_many_rows', message, { retryAfter: 3_600 });
    }
  }

  async estimate(owner: BatchOwner, { caller }: BatchOrder['request'], rows: number): Promise<BatchEstimate> {
    const { runs, visitorRows, limits } = this.#parts;
    const { workspaceId, appId } = owner;
    const visitor = visitorOf(owner, caller);
    const [lately, left = null] = await Promise.all([
      runs.list(workspaceId, { appId, status: 'succeeded', limit: TOLD_BY }),
      visitor === null ? null : visitorRows?.left(visitor),
    ]);
    const [times, createdBy] = [lately.flatMap((run) => secondsOf(run) ?? []), userOf(owner)];
    const entering = { workspaceId, appId, keyId: caller.keyId, createdBy, isExempt: true, isUnrequested: true };
    const median = times.toSorted((one, other) => one - other)[times.length >> 1];
    return {
      seconds: median === undefined ? null : Math.ceil((rows * median) / Math.min(rows, limits.rowsAtOnce)),
      left,
      refusal: runs.rejection(entering)?.message ?? null,
    };
  }

  async create({ owner, request, name, columns, rows }: BatchOrder): Promise<Batch> {
    const { store, jobs, wake } = this.#parts;
    await this.refuseTooMany(owner, rows.length);
    const { caller, user } = request;
    await this.#take(owner, caller, rows.filter(({ status }) => status === 'waiting').length);
    const id = newId();
    const batch = {
      ...owner,
      id,
      userType: user.type,
      sessionId: user.sessionId,
      visitorAddress: caller.visitor?.address ?? null,
      keyId: caller.keyId,
      workflowId: caller.version.id,
      name,
      columns,
    };
    await jobs.prepare();
    await store.create(batch, rows, (within) => this.#enqueue(batch, within));
    wake(owner.workspaceId, id);
    return this.get(owner, id);
  }

  /** Throws `batches.not_found`. */
  async get(owner: BatchOwner, id: string): Promise<Batch> {
    const batch = await this.#parts.store.find(owner, id);
    if (batch === null) throw notFound(id);
    return batch;
  }

  list(...query: Parameters<Batches['list']>): ReturnType<Batches['list']> {
    return this.#parts.store.list(...query);
  }

  rows(...query: Parameters<Batches['rows']>): ReturnType<Batches['rows']> {
    return this.#parts.store.rows(...query);
  }

  follow(...followed: Parameters<Batches['follow']>): ReturnType<Batches['follow']> {
    return this.#parts.followers.follow(...followed);
  }

  async pause(owner: BatchOwner, id: string): Promise<Batch> {
    await this.#parts.statuses.pause(owner, id);
    return this.#told(owner, id);
  }

  async resume(owner: BatchOwner, id: string): Promise<Batch> {
    const { statuses, jobs, wake } = this.#parts;
    await jobs.prepare();
    await statuses.resume(owner, id, (within) => this.#enqueue({ ...owner, id }, within));
    wake(owner.workspaceId, id);
    return this.#told(owner, id);
  }

  async stop(owner: BatchOwner, id: string): Promise<Batch> {
    const { statuses, jobs } = this.#parts;
    await jobs.prepare();
    const besides = (within: OpenTransaction) => this.#enqueue({ ...owner, id }, within);
    await statuses.stop(owner, id, { isDeleted: false, besides });
    const batch = await this.#told(owner, id);
    await this.stopRuns(batch);
    return batch;
  }

  async retry(owner: BatchOwner, id: string, caller: AppCaller): Promise<Batch> {
    const { statuses, jobs, wake } = this.#parts;
    const { failed, stopped } = await this.get(owner, id);
    await this.#take(owner, caller, failed + stopped);
    await jobs.prepare();
    await statuses.retry(owner, id, (within) => this.#enqueue({ ...owner, id }, within));
    wake(owner.workspaceId, id);
    return this.#told(owner, id);
  }

  async describe(owner: BatchOwner, id: string, changes: { readonly name?: string; readonly kept?: boolean }) {
    if (Object.keys(changes).length > 0) await this.#parts.store.describe(owner, id, changes);
    return this.#told(owner, id);
  }

  /** Hidden at once, and then removed by a job, with its rows. Its runs stay in the log of the app. */
  async remove(owner: BatchOwner, id: string): Promise<void> {
    const { statuses, jobs } = this.#parts;
    await jobs.prepare();
    const { workspaceId } = owner;
    const besides = (within: OpenTransaction) => jobs.enqueue(removeJob(workspaceId, id), { within });
    if (!(await statuses.stop(owner, id, { isDeleted: true, besides }))) throw notFound(id);
    this.#parts.followers.changed(id);
  }

  /** Asks the runs of rows that have not ended to stop. */
  async stopRuns({ workspaceId, id }: Pick<Batch, 'workspaceId' | 'id'>): Promise<void> {
    const { store, runs } = this.#parts;
    for (const runId of await store.runs({ workspaceId, id }, STOPPED_AT_ONCE)) {
      await runs.stop({ workspaceId, run: { runId }, reason: STOPPED });
    }
  }

  /** Counts rows of a visitor, all or none. */
  async #take(owner: BatchOwner, caller: AppCaller, rows: number): Promise<void> {
    const visitor = visitorOf(owner, caller);
    if (visitor !== null && rows > 0) await this.#parts.visitorRows?.take(visitor, rows);
  }

  async #told(owner: BatchOwner, id: string): Promise<Batch> {
    const batch = await this.get(owner, id);
    this.#parts.followers.changed(id);
    return batch;
  }

  #enqueue({ workspaceId, id }: Pick<Batch, 'workspaceId' | 'id'>, within: OpenTransaction): Promise<string> {
    return this.#parts.jobs.enqueue(runJob(workspaceId, id), { within });
  }
}

/** One per batch that goes on: it looks after the batch, and leaves another one for later. */
export function runJob(workspaceId: string, batchId: string, runAt?: Date): NewJob {
  const job = { task: RUN_TASK, payload: { workspaceId, batchId }, workspaceId, key: batchId, maxAttempts: ATTEMPTS };
  return runAt === undefined ? job : { ...job, runAt };
}

function removeJob(workspaceId: string, batchId: string): NewJob {
  return { task: REMOVE_TASK, payload: { workspaceId, batchId }, workspaceId, key: batchId, maxAttempts: ATTEMPTS };
}

function notFound(id: string): PlatformError {
  return new PlatformError('not-found', 'batches.not_found', `This user has no batch ${id} of this app.`);
}

function userOf({ endUserId: id }: BatchOwner) {
  return { role: 'end_user', id } as const;
}

/** null: no visitor asks, or one who belongs to the workspace. */
function visitorOf(owner: BatchOwner, { visitor }: AppCaller): RowsVisitor | null {
  if (visitor === undefined || visitor.isExempt) return null;
  const { workspaceId, appId } = owner;
  return { workspaceId, appId, createdBy: userOf(owner), visitorAddress: visitor.address };
}

/** Beyond it somebody waited: a person who was asked, a server that was away. */
const OVERHEAD_SECONDS = 5;

/** Of a run with all that is done around it, which is most of a short one; null: it has not ended. */
function secondsOf({ createdAt, finishedAt, elapsed }: Pick<RunSummary, 'createdAt' | 'finishedAt' | 'elapsed'>) {
  if (finishedAt === null || elapsed === null) return null;
  const whole = (finishedAt - createdAt) / 1_000;
  return whole > elapsed + OVERHEAD_SECONDS ? elapsed : Math.max(whole, elapsed);
}
