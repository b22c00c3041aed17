/** Many runs of one app, made of the rows of a table: they are run on the server, whoever watches. */
import { token } from '#kernel';
import type { AppCaller } from '#plugins/app-access/contract.ts';
import type { AppRunRequest } from '#plugins/delivery-api/contract.ts';
import type { RowsLeft } from '#plugins/limits/contract.ts';
import type { BatchStatus, RowStatus } from './tables.ts';

export type { BatchStatus, RowStatus } from './tables.ts';

/** Whose batches: of one user of one app. */
export interface BatchOwner {
  readonly workspaceId: string;
  readonly appId: string;
  readonly endUserId: string;
}

/** A batch, with how many of its rows are how. */
export interface Batch extends BatchOwner {
  readonly id: string;
  readonly userType: 'service-api' | 'web-app';
  readonly sessionId: string;
  /** From where a visitor made it: runs of its rows count for their limits there. null: no visitor did. */
  readonly visitorAddress: string | null;
  /** The app key it was made with; null: none. */
  readonly keyId: string | null;
  /** The version that runs: what was published when the batch was made. */
  readonly workflowId: string;
  readonly name: string;
  readonly kept: boolean;
  readonly status: BatchStatus;
  readonly total: number;
  readonly wrong: number;
  readonly waiting: number;
  readonly running: number;
  /** Their runs wait for people. */
  readonly paused: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly stopped: number;
  /** Names of the inputs, and of the outputs as far as rows have shown them. */
  readonly columns: readonly string[];
  readonly outputColumns: readonly string[];
  /** Why its rows wait; null: they do not, or for their turn. */
  readonly error: string | null;
  /** Milliseconds since the epoch: no row begins before; null: at once. */
  readonly retryAt: number | null;
  /** Counts its changes. */
  readonly revision: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly finishedAt: number | null;
}

/** A row of a batch. */
export interface BatchRow {
  /** From 1. */
  readonly number: number;
  readonly status: RowStatus;
  /** JSON texts. */
  readonly inputs: string;
  readonly outputs: string | null;
  /** The run has the outputs: they are too large to be kept twice. */
  readonly isElsewhere: boolean;
  readonly error: string | null;
  /** Seconds. */
  readonly elapsed: number | null;
  readonly totalTokens: number | null;
  readonly runId: string | null;
}

/** A row on its way in. */
export interface NewRow {
  readonly status: 'waiting' | 'wrong';
  /** JSON text. */
  readonly inputs: string;
  readonly error: string | null;
}

/** What a batch is made of. */
export interface BatchOrder {
  readonly owner: BatchOwner;
  /** Whose limits it counts against, the version that runs, and for whom. */
  readonly request: Omit<AppRunRequest, 'inputs'>;
  readonly name: string;
  /** Names of the inputs. */
  readonly columns: readonly string[];
  readonly rows: readonly NewRow[];
}

/** What followers are told: the batch, and the numbers of the rows that changed since they were told last. */
export interface Progress {
  readonly batch: Batch;
  readonly rows: readonly number[];
}

/** What is known of a batch before it is made. */
export interface BatchEstimate {
  /** Until its last row has ended, by how long the runs of the app took lately; null: it had none. */
  readonly seconds: number | null;
  /** What the owner of the app allows; null: any number. */
  readonly left: RowsLeft | null;
  /** Why no row could begin now, for people; null: nothing is known against it. */
  readonly refusal: string | null;
}

/** Batches of users. Those that find one throw `batches.not_found`. */
export interface Batches {
  /** Throws `batches.too_many_open` and `batches.too_many_rows` (limited). */
  refuseTooMany(owner: BatchOwner, rows: number): Promise<void>;
  /** How long so many rows would take, and what would stop them. */
  estimate(owner: BatchOwner, request: BatchOrder['request'], rows: number): Promise<BatchEstimate>;
  /** Throws the same, and where a visitor may not run so many rows, as `VisitorRows` of limits does. The batch is durable, and its rows begin. */
  create(order: BatchOrder): Promise<Batch>;
  get(owner: BatchOwner, id: string): Promise<Batch>;
  /** Newest first; `before`: the last one seen. */
  list(
    owner: BatchOwner,
    page: { readonly limit: number; readonly before: string | undefined },
  ): Promise<{ readonly items: readonly Batch[]; readonly hasMore: boolean }>;
  /** By number, from after `after` on; a page ends where it becomes very large. */
  rows(
    batch: Batch,
    page: { readonly after: number; readonly limit: number; readonly status?: readonly RowStatus[] | undefined },
  ): Promise<{ readonly items: readonly BatchRow[]; readonly hasMore: boolean }>;
  /** The batch now, and whenever it has changed, until it is over or the signal aborts. Throws `batches.too_many_requests`. */
  follow(batch: Batch, signal: AbortSignal): AsyncIterable<Progress>;
  /** Rows that run finish, and no other begins. */
  pause(owner: BatchOwner, id: string): Promise<Batch>;
  resume(owner: BatchOwner, id: string): Promise<Batch>;
  /** Rows that run are stopped, and those that wait are not run. */
  stop(owner: BatchOwner, id: string): Promise<Batch>;
  /** Failed and stopped rows wait again; those of a visitor count again (`VisitorRows`). */
  retry(owner: BatchOwner, id: string, caller: AppCaller): Promise<Batch>;
  describe(owner: BatchOwner, id: string, changes: { readonly name?: string; readonly kept?: boolean }): Promise<Batch>;
  /** Hidden at once, and then removed by a job, with its rows. Its runs stay in the log of the app. */
  remove(owner: BatchOwner, id: string): Promise<void>;
}

/** The batches service. */
export const Batches = token<Batches>('batches.batches');

/** For who shows runs: those of batches are shown with them. */
export interface BatchRuns {
  /** Those of the runs that are of rows of batches. */
  among(workspaceId: string, runIds: readonly string[]): Promise<ReadonlySet<string>>;
}

export const BatchRuns = token<BatchRuns>('batches.runs');
