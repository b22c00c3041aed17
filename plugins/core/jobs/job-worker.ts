import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { runTaskList, TaskList, WorkerEvents, WorkerPool, WorkerPoolOptions } from 'graphile-worker';
import { type Logger, PlatformError } from '#kernel';
import { type Database, isRefusal, type Notifications } from '#plugins/database/contract.ts';
import { Heartbeat } from './heartbeat.ts';
import type { KnownTasks } from './known-tasks.ts';
import { INSERT_CHANNEL, PoolStore } from './pool-store.ts';
import { RunningTasks } from './running-tasks.ts';
import type { JobStore, WorkerIdentity } from './store.ts';
import { workerLog } from './worker-log.ts';

export interface JobWorkerParts {
  readonly database: Database;
  readonly notifications: Notifications;
  readonly store: JobStore;
  readonly tasks: KnownTasks;
  /** Whether jobs of the workspace wait: it is closed. */
  isHeld(workspaceId: string): boolean;
  readonly own: Omit<WorkerIdentity, 'workerId'>;
  /** Jobs this process runs at a time. */
  readonly concurrency: number;
  /** Seconds without a sign of life after which another process counts as gone. */
  readonly silentSeconds: number;
  readonly logger: Logger;
}

/** Of `pg`, which has its home elsewhere. */
type Pool = Parameters<typeof runTaskList>[2];

/** In a box: what is inside is a promise as well, and whoever awaited it would wait for its end. */
interface Worker {
  readonly workers: WorkerPool;
}

/** How long a job that is due waits at most when nobody said that it is there, and each that is tried again. */
const POLL_MS = 2_000;
/** How often a process that has run no job yet looks whether there are any. */
const LOOK_MS = 30_000;
const RESTART_MS = 1_000;

/**
 * Runs the jobs of this process. The library is loaded with the first job: an installation that has none pays nothing
 * for it. A worker that fails, for lack of a database mostly, is replaced by another.
 */
export class JobWorker {
  readonly #parts: JobWorkerParts;
  readonly #running: RunningTasks;
  #installed: Promise<void> | undefined;
  #runner: Promise<Worker> | undefined;
  #heartbeat: Heartbeat | undefined;
  #pool: PoolStore | undefined;
  #timer: NodeJS.Timeout | undefined;
  #unlisten: (() => void)[] = [];
  #isStopping = false;

  constructor(parts: JobWorkerParts) {
    this.#parts = parts;
    this.#running = new RunningTasks(parts);
  }

  /** Begins to run jobs as soon as there are any. */
  watch(): void {
    const { notifications, tasks } = this.#parts;
    this.#unlisten = [
      notifications.listen(INSERT_CHANNEL, () => this.#start()),
      tasks.onChange(() => void this.#restart()),
    ];
    this.#timer = setInterval(() => void this.#look(), LOOK_MS);
    this.#timer.unref();
    void this.#look();
  }

  /**
   * Makes the library's tables, or brings them to its release. Once: its migrations tell of jobs, at which the worker
   * would start and make them a second time beside the first.
   */
  install(): Promise<void> {
    this.#installed ??= this.#migrate().catch((error: unknown) => {
      this.#installed = undefined;
      throw error;
    });
    return this.#installed;
  }

  async #migrate(): Promise<void> {
    const { runMigrations } = await import('graphile-worker');
    const { database, notifications } = this.#parts;
    const pool = new PoolStore(database, notifications);
    // Who asks for the tables is told at once when there is no database, and does not wait for its return.
    pool.close();
    try {
      await runMigrations(await this.#options(pool));
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      const advice = isRefusal(cause)
        ? 'The database role must own the schema graphile_worker, or be allowed to create it.'
        : 'Try again when the database answers.';
      const message = `The tables of the queue of jobs could not be made: ${reason}. ${advice}`;
      throw new PlatformError('unavailable', 'jobs.not_installed', message, { cause });
    }
  }

  /** A job was added by this process. A server tells all of them by itself. */
  nudge(): void {
    const { database, notifications, logger } = this.#parts;
    if (database.kind === 'postgres') return;
    // A worker that looks now waits until the transaction that added the job is over: there is one connection.
    notifications.send(INSERT_CHANNEL, '{"count":1}').catch((error: unknown) => {
      logger.warn({ err: error }, 'a new job was not announced');
    });
  }

  /** Takes no more jobs; resolves when those that run are finished, or are left to others because `signal` aborted. */
  async stop(signal: AbortSignal): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    for (const end of this.#unlisten) end();
    const aborted = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([this.#end(), aborted]);
    this.#running.abort();
    this.#pool?.close();
    await this.#heartbeat?.stop().catch((error: unknown) => {
      this.#parts.logger.warn({ err: error }, 'the jobs of this process were not given back; others find them later');
    });
  }

  async #look(): Promise<void> {
    const { store, logger } = this.#parts;
    if (this.#runner !== undefined || this.#isStopping) return;
    try {
      if ((await store.isInstalled()) && (await store.hasWork())) this.#start();
    } catch (error) {
      logger.warn({ err: error }, 'the queue of jobs could not be looked at');
    }
  }

  #start(): void {
    if (this.#runner !== undefined || this.#isStopping || this.#parts.tasks.all().length === 0) return;
    const runner = this.#open();
    this.#runner = runner;
    const over = (error?: unknown) => {
      if (this.#runner !== runner) return;
      if (!this.#isStopping)
        this.#parts.logger.warn({ err: error }, 'the worker of jobs ended; another one is started');
      void this.#replace();
    };
    runner.then(({ workers }) => workers.promise.then(over, over), over);
  }

  async #replace(): Promise<void> {
    const heartbeat = this.#heartbeat;
    await sleep(RESTART_MS, undefined, { ref: false });
    // What it has done and could not say is done again.
    await heartbeat?.stop().catch(() => {});
    this.#runner = undefined;
    this.#start();
  }

  /** With the tasks there are now. */
  async #restart(): Promise<void> {
    const runner = this.#runner;
    if (runner === undefined) return;
    await this.#end();
    if (this.#runner === runner) await this.#replace();
  }

  async #end(): Promise<void> {
    const runner = await this.#runner?.catch(() => undefined);
    await Promise.resolve(runner?.workers.gracefulShutdown()).catch(() => {});
  }

  async #open(): Promise<Worker> {
    const { runTaskList } = await import('graphile-worker');
    const { database, notifications, store, own, silentSeconds, tasks, concurrency, logger } = this.#parts;
    const pool = new PoolStore(database, notifications);
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => {
      const workerId = workerPool.id;
      const identity = { ...own, workerId };
      const running = () => this.#running.ids();
      const heartbeat = new Heartbeat({ store, identity, running, silentSeconds, logger });
      this.#heartbeat = heartbeat;
      this.#running.workerId = workerId;
      // It takes no job before others know it: they would take it for dead.
      pool.hold(heartbeat.start());
    });
    this.#pool = pool;
    const taskList: TaskList = Object.fromEntries(
      tasks.all().map((task) => [task.id, (payload, { job }) => this.#running.run(task, payload, job)]),
    );
    const options = await this.#options(pool);
    // A worker waits for the database as long as it takes.
    (await pool.connect()).release();
    await this.install();
    const settings = { ...options, events, concurrency, noHandleSignals: true };
    return { workers: runTaskList(settings, taskList, pool as unknown as Pool) };
  }

  async #options(pool: PoolStore): Promise<WorkerPoolOptions> {
    const { Logger: WorkerLogger } = await import('graphile-worker');
    const { concurrency, logger } = this.#parts;
    return {
      pgPool: pool as unknown as Pool,
      logger: new WorkerLogger(workerLog(logger)),
      pollInterval: POLL_MS,
      noPreparedStatements: true,
      preset: {
        worker: {
          // One look for all, and what nobody here has a hand for goes back soon.
          localQueue: { size: concurrency, ttl: 5_000 },
          // Without a delay the library has nobody who listens to a failure of these.
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
    };
  }
}
