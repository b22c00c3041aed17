import { type Kysely, sql } from 'kysely';

/**
 * What the queue (graphile-worker, in a schema of its own that it makes at its first use) does not have: which workers
 * are alive, and a way for sessions of a workspace to enqueue jobs of that workspace, and of no other. The function's
 * body is looked up when it runs, so it may be made before that schema.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table job_workers (
      id text primary key,
      boot_id uuid not null,
      instance_id uuid not null,
      seen_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create function enqueue_job(
      task text, workspace uuid, payload json, run_at timestamptz, max_attempts integer, job_key text
    ) returns bigint language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    declare
      own text := nullif(current_setting('weft.workspace_id', true), '');
      added bigint;
    begin
      if own is not null and workspace is distinct from own::uuid then
        raise exception 'A session of a workspace may not enqueue jobs of another' using errcode = '42501';
      end if;
      select j.id into added from graphile_worker.add_job(
        identifier => task,
        payload => json_build_object('workspace_id', workspace, 'payload', payload),
        run_at => enqueue_job.run_at,
        max_attempts => enqueue_job.max_attempts,
        job_key => enqueue_job.job_key
      ) j;
      return added;
    end $$`.execute(db);
}
