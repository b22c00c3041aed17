/**
 * Background jobs: work that must happen although nobody waits for it. A job is a row in the database (graphile-worker's
 * queue), is run by one of the processes on that database, and is tried again until it succeeds or its attempts are
 * used up. Jobs of a workspace that is closed wait until it is open
 * again (`JobHolds`). At least once: a process that dies in the middle leaves its jobs to the others, so what a task does
 * outside must bear being done twice.
 */
import { type Contribution, extensionPoint, type JsonSchema, token } from '#kernel';
import type { CommitEntry, OpenTransaction } from '#plugins/database/contract.ts';

/** One attempt at a job. */
export interface Attempt {
  /** The workspace the job is about; null: none. */
  readonly workspaceId: string | null;
  /** Aborts when the process must end. A task that throws then is run again by the next process; nothing is counted. */
  readonly signal: AbortSignal;
  /** From 1; attempts whose process died count. */
  readonly attempt: number;
}

/** A kind of job; the id is what `enqueue` names, `<plugin>.<task>`. */
export interface Task extends Contribution {
  /**
   * Of the payload, which names things by their ids: it is no place for secrets, nor for texts of users. A field
   * `workspaceId` in a job of a workspace must be that workspace: any other is refused, when added and when run.
   */
  readonly payload: JsonSchema;
  /** Does it. What it throws is kept as the job's error, and the job is tried again. */
  run(payload: never, attempt: Attempt): Promise<void>;
  /** Seconds until the next attempt when attempt number `attempt` failed; default e^attempt (3 s … 6 h). Jitter is added. */
  retryAfter?(attempt: number): number;
}

/** Keeps the payload's type. */
export function task<Payload>(
  definition: Omit<Task, 'run'> & { run(payload: Payload, attempt: Attempt): Promise<void> },
): Task {
  return definition as unknown as Task;
}

/** Where plugins contribute the kinds of jobs they run. */
export const Tasks = extensionPoint<Task>('jobs.tasks');

/** A reason for the jobs of a workspace to wait. */
export interface JobHold extends Contribution {
  /** From memory: asked before every job. */
  isHeld(workspaceId: string): boolean;
}

/** Contribute here whose jobs wait, and for how long. */
export const JobHolds = extensionPoint<JobHold>('jobs.holds');

/** A job to be done. */
export interface NewJob {
  /** Id of a task. */
  readonly task: string;
  readonly payload: unknown;
  readonly workspaceId: string | null;
  /** Not before; default now. */
  readonly runAt?: Date;
  /** Default 12, which is about eight hours. */
  readonly maxAttempts?: number;
  /** A job that waits is replaced by a new one of the same task, workspace and key. */
  readonly key?: string;
}

/** A job whose attempts are used up. Kept for 30 days. */
export interface FailedJob {
  readonly id: string;
  readonly task: string;
  readonly payload: unknown;
  readonly attempts: number;
  readonly error: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly failedAt: number;
}

/** The length of the queue. */
export interface QueueDepth {
  /** Due, and taken by nobody. */
  readonly ready: number;
  /** Due later. */
  readonly delayed: number;
  readonly running: number;
  /** Their attempts are used up. */
  readonly failed: number;
}

/** The queue of jobs. */
export interface Jobs {
  /**
   * Makes the queue's tables when this database has none yet, and the tasks known in it. Called before a transaction that `enqueue` takes part in;
   * costs nothing after the first time.
   */
  prepare(): Promise<void>;
  /**
   * Adds a job and gives its id. `within`: it becomes durable with that transaction, or never was; the transaction may
   * be one of the job's workspace or of the system. Throws `jobs.unknown_task` and `jobs.invalid_payload` (internal).
   */
  enqueue(job: NewJob, options?: { readonly within?: OpenTransaction }): Promise<string>;
  /** The same for group commit: a job that becomes durable with the rows it is about. Needs `prepare`, once, by anybody. */
  entry(job: NewJob): CommitEntry;
  /** Jobs of a workspace whose attempts are used up, newest first; `before` is the id of the last one seen. */
  failed(
    workspaceId: string,
    page: { readonly limit: number; readonly before?: string | undefined },
  ): Promise<readonly FailedJob[]>;
  /** How many jobs there are, of all workspaces. */
  depth(): Promise<QueueDepth>;
  /** Gives a failed job all its attempts again. Throws `jobs.not_found`. */
  retry(workspaceId: string, id: string): Promise<void>;
  /** Removes a failed job: what it was to do is not done. Throws `jobs.not_found`. */
  drop(workspaceId: string, id: string): Promise<void>;
  /** Removes the jobs of a workspace that none runs at this moment: when the workspace is purged. */
  removeOf(workspaceId: string): Promise<void>;
}

/** The jobs service. */
export const Jobs = token<Jobs>('jobs.jobs');
