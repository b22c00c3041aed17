import { type Kysely, sql } from 'kysely';
import type { Database, OpenTransaction, Sink } from '#plugins/database/contract.ts';
import type { FailedJob, QueueDepth } from './contract.ts';

/** A job on its way to the queue. */
export interface JobRow {
  readonly task: string;
  readonly workspaceId: string | null;
  readonly payload: unknown;
  readonly runAt: Date | null;
  readonly maxAttempts: number;
  readonly key: string | null;
}

/** This process, and what it runs jobs as. */
export interface WorkerIdentity {
  readonly workerId: string;
  readonly bootId: string;
  readonly instanceId: string;
}

/** Whether the queue keeps up. */
export interface QueueDelays {
  /** Due, and taken by nobody. */
  readonly waiting: number;
  /** For how long the oldest of them has been. */
  readonly oldestSeconds: number;
  /** Their attempts are used up. */
  readonly failed: number;
  /** Of those, in the last day. */
  readonly failedToday: number;
}

const KEPT_DAYS = 30;

/**
 * The queue's tables, in the schema of graphile-worker. Of the system: the queue belongs to the installation; what is
 * shown of it is chosen by the workspace in each job.
 */
export class JobStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async isInstalled(): Promise<boolean> {
    const { rows } = await sql<{ isThere: boolean }>`
      select to_regclass('graphile_worker._private_jobs') is not null as "isThere"`.execute(this.#db());
    return rows[0]?.isThere === true;
  }

  /** Makes tasks known to the queue. */
  async register(tasks: readonly string[]): Promise<void> {
    await sql`
      insert into graphile_worker._private_tasks (identifier)
      select named from unnest(${tasks}::text[]) named
      where not exists (select from graphile_worker._private_tasks where identifier = named)
      on conflict do nothing`.execute(this.#db());
  }

  /** Whether there is a job to run, now or later, or one that a dead process holds. */
  async hasWork(): Promise<boolean> {
    const { rows } = await sql<{ hasWork: boolean }>`
      select exists (
        select from graphile_worker._private_jobs where attempts < max_attempts or locked_at is not null
      ) as "hasWork"`.execute(this.#db());
    return rows[0]?.hasWork === true;
  }

  async add(row: JobRow, within?: OpenTransaction): Promise<string> {
    const { rows } = await sql<{ id: number }>`
      select enqueue_job(${row.task}, ${row.workspaceId}, ${JSON.stringify(row.payload)}::json, ${row.runAt},
        ${row.maxAttempts}, ${row.key}) as id`.execute(within ?? this.#db());
    return String(rows[0]?.id);
  }

  async failed(workspaceId: string, limit: number, before: string | null): Promise<FailedJob[]> {
    const { rows } = await sql<Omit<FailedJob, 'createdAt' | 'failedAt'> & { createdAt: Date; failedAt: Date }>`
      select j.id::text as id, t.identifier as task, j.payload->'payload' as payload, j.attempts,
        coalesce(j.last_error, 'The process that ran it ended.') as error,
        j.created_at as "createdAt", j.updated_at as "failedAt"
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where j.attempts >= j.max_attempts and j.locked_at is null
        and j.payload->>'workspace_id' = ${workspaceId} and j.id < coalesce(${before}::bigint, 9223372036854775807)
      order by j.id desc limit ${limit}`.execute(this.#db());
    return rows.map((row) => ({ ...row, createdAt: row.createdAt.getTime(), failedAt: row.failedAt.getTime() }));
  }

  async depth(): Promise<QueueDepth> {
    const { rows } = await sql<QueueDepth>`
      select
        count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now())::int as ready,
        count(*) filter (where locked_at is null and attempts < max_attempts and run_at > now())::int as delayed,
        count(*) filter (where locked_at is not null)::int as running,
        count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed
      from graphile_worker._private_jobs`.execute(this.#db());
    return rows[0] ?? { ready: 0, delayed: 0, running: 0, failed: 0 };
  }

  /** How long what is due has been waiting, and how much failed in the last day. Empty before the first job of all. */
  async delays(): Promise<QueueDelays> {
    if (!(await this.isInstalled())) return { waiting: 0, oldestSeconds: 0, failed: 0, failedToday: 0 };
    const { rows } = await sql<QueueDelays>`
      select
        count(*) filter (where attempts < max_attempts and run_at <= now())::int as waiting,
        coalesce(extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and run_at <= now())), 0)::int
          as "oldestSeconds",
        count(*) filter (where attempts >= max_attempts)::int as failed,
        count(*) filter (where attempts >= max_attempts and updated_at > now() - interval '1 day')::int as "failedToday"
      from graphile_worker._private_jobs where locked_at is null`.execute(this.#db());
    const [delays] = rows;
    if (delays === undefined) throw new Error('An aggregate gave no row');
    return delays;
  }

  /** False: there is no such job, or it has not failed. */
  async retry(workspaceId: string, id: string): Promise<boolean> {
    const { rows } = await sql`
      select j.id from graphile_worker.reschedule_jobs(
        array(
          select id from graphile_worker._private_jobs
          where id = ${id}::bigint and payload->>'workspace_id' = ${workspaceId}
            and attempts >= max_attempts and locked_at is null
        ), run_at => now(), attempts => 0) j`.execute(this.#db());
    return rows.length > 0;
  }

  /** False: there is no such job, or it has not failed. */
  async drop(workspaceId: string, id: string): Promise<boolean> {
    const { rows } = await sql`
      delete from graphile_worker._private_jobs
      where id = ${id}::bigint and payload->>'workspace_id' = ${workspaceId}
        and attempts >= max_attempts and locked_at is null
      returning id`.execute(this.#db());
    return rows.length > 0;
  }

  /** The library adds e^attempts seconds when a job fails; this puts more on top of them. */
  async delay(workerId: string, jobId: string, seconds: number): Promise<void> {
    await sql`
      update graphile_worker._private_jobs set run_at = now() + make_interval(secs => ${seconds})
      where id = ${jobId}::bigint and locked_by = ${workerId}`.execute(this.#db());
  }

  /** Not yet, and the attempt does not count; the library adds a moment when it hears of the failure. */
  async hold(workerId: string, jobId: string, seconds: number): Promise<void> {
    await sql`
      update graphile_worker._private_jobs
      set run_at = now() + make_interval(secs => ${seconds}), attempts = greatest(0, attempts - 1)
      where id = ${jobId}::bigint and locked_by = ${workerId}`.execute(this.#db());
  }

  /** Of a workspace that is purged. */
  async removeOf(workspaceId: string): Promise<void> {
    await sql`
      delete from graphile_worker._private_jobs
      where payload->>'workspace_id' = ${workspaceId} and locked_at is null`.execute(this.#db());
  }

  /** Says that a worker is alive; also that it is still, after others counted it as gone. */
  async beat({ workerId, bootId, instanceId }: WorkerIdentity): Promise<void> {
    await sql`
      insert into job_workers (id, boot_id, instance_id) values (${workerId}, ${bootId}, ${instanceId})
      on conflict (id) do update set seen_at = now()`.execute(this.#db());
  }

  /**
   * Gives back the jobs of workers that are gone: another process has started from their data folder (which admits one
   * at a time), or they were not seen for `silentSeconds`. The number of workers whose jobs were given back.
   */
  async recover({ bootId, instanceId }: WorkerIdentity, silentSeconds: number): Promise<number> {
    await sql`
      delete from job_workers where boot_id <> ${bootId}
        and (instance_id = ${instanceId} or seen_at < now() - make_interval(secs => ${silentSeconds}))`.execute(
      this.#db(),
    );
    const { rows } = await sql<{ gone: number }>`
      with gone as materialized (
        select array_agg(distinct locked_by) as ids from graphile_worker._private_jobs
        where locked_by is not null and locked_by not in (select id from job_workers)
      )
      select cardinality(ids)::int as gone, graphile_worker.force_unlock_workers(ids)
      from gone where ids is not null`.execute(this.#db());
    return rows[0]?.gone ?? 0;
  }

  /**
   * Gives back jobs that a worker holds by their rows and knows nothing of: the answer that gave them to it was lost
   * with its connection.
   */
  async releaseLost(workerId: string, running: readonly string[]): Promise<void> {
    await sql`
      update graphile_worker._private_jobs set locked_at = null, locked_by = null
      where locked_by = ${workerId} and locked_at < now() - interval '2 minutes'
        and id <> all(${running}::bigint[])`.execute(this.#db());
  }

  /** The worker ends: what it holds is for others, at once, and the attempt does not count. */
  async remove(workerId: string): Promise<void> {
    await sql`
      with gone as (delete from job_workers where id = ${workerId})
      update graphile_worker._private_jobs
      set locked_at = null, locked_by = null, attempts = greatest(0, attempts - 1), run_at = now()
      where locked_by = ${workerId}`.execute(this.#db());
  }

  async removeOld(): Promise<void> {
    await sql`
      delete from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null
        and updated_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(this.#db());
  }

  #db(): Kysely<unknown> {
    return this.#database.system();
  }
}

/** Jobs that become durable with other rows. `written` is told when they are about to. */
export function jobSink(written: () => void): Sink<JobRow> {
  return {
    id: 'jobs.jobs',
    isSingleStatement: true,
    async write(db, rows) {
      const list = JSON.stringify(
        rows.map((row) => ({
          task: row.task,
          workspace: row.workspaceId,
          payload: row.payload,
          run_at: row.runAt,
          max_attempts: row.maxAttempts,
          key: row.key,
        })),
      );
      await sql`
        select enqueue_job(r.task, r.workspace, r.payload, r.run_at, r.max_attempts, r.key)
        from json_to_recordset(${list}::json)
          as r(task text, workspace uuid, payload json, run_at timestamptz, max_attempts integer, key text)`.execute(
        db,
      );
      written();
    },
  };
}
