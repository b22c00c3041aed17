import { type RawBuilder, sql } from 'kysely';
import type { Database, OpenTransaction } from '#plugins/database/contract.ts';
import type { BatchOwner } from './contract.ts';
import type { BatchTables } from './tables.ts';

/** Changes of how whole batches go; in the role of the workspace. Each locks its batch first, as the ends of rows do. */
export class BatchStatusStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Rows under way finish; no other begins. False: it is over, or there is none. */
  pause(owner: BatchOwner, id: string): Promise<boolean> {
    return this.#set(owner, id, sql`status = 'paused', error = null, retry_at = null`, sql`status = 'running'`);
  }

  /** `besides` writes into the same transaction. */
  resume(owner: BatchOwner, id: string, besides: (transaction: OpenTransaction) => Promise<unknown>): Promise<boolean> {
    return this.#set(owner, id, sql`status = 'running'`, sql`status = 'paused'`, besides);
  }

  /** No row begins any more, and those that wait are `stopped`. */
  async stop(
    { workspaceId, appId, endUserId }: Pick<BatchOwner, 'workspaceId' | 'appId'> & { readonly endUserId?: string },
    id: string,
    how: { readonly isDeleted: boolean; readonly besides: (transaction: OpenTransaction) => Promise<unknown> },
  ): Promise<boolean> {
    const user = endUserId === undefined ? sql`true` : sql`end_user_id = ${endUserId}::uuid`;
    return this.#db(workspaceId)
      .transaction()
      .execute(async (transaction) => {
        const { rows } = await sql<{ isOpen: boolean; revision: string }>`
          select status in ('running', 'paused') as "isOpen", revision + 1 as revision from batches
          where id = ${id}::uuid and app_id = ${appId}::uuid and ${user} and deleted_at is null
          for update`.execute(transaction);
        const [batch] = rows;
        if (batch === undefined) return false;
        if (batch.isOpen) {
          await sql`
            with stopped as (
              update batch_rows set status = 'stopped', revision = ${batch.revision}::bigint
              where batch_id = ${id}::uuid and status = 'waiting' returning 1
            )
            update batches set status = 'stopped', waiting = 0, stopped = stopped + (select count(*) from stopped),
              error = null, retry_at = null, revision = ${batch.revision}::bigint,
              finished_at = case when running = 0 and paused = 0 then now() end
            where id = ${id}::uuid`.execute(transaction);
        }
        if (how.isDeleted) await sql`update batches set deleted_at = now() where id = ${id}::uuid`.execute(transaction);
        if (batch.isOpen || how.isDeleted) await how.besides(transaction);
        return true;
      });
  }

  /** Failed and stopped rows wait again. The result is how many; null: there is no such batch. */
  async retry(
    { workspaceId, appId, endUserId }: BatchOwner,
    id: string,
    besides: (transaction: OpenTransaction) => Promise<unknown>,
  ): Promise<number | null> {
    return this.#db(workspaceId)
      .transaction()
      .execute(async (transaction) => {
        const { rows: found } = await sql<{ revision: string }>`
          select revision + 1 as revision from batches
          where id = ${id}::uuid and app_id = ${appId}::uuid and end_user_id = ${endUserId}::uuid
            and deleted_at is null for update`.execute(transaction);
        const [batch] = found;
        if (batch === undefined) return null;
        const { rows } = await sql<{ again: number }>`
          with again as (
            update batch_rows r set status = 'waiting', run_id = null, error = null, outputs = null,
              outputs_elsewhere = false, elapsed = null, total_tokens = null, revision = ${batch.revision}::bigint
            from (
              select number, status from batch_rows where batch_id = ${id}::uuid and status in ('failed', 'stopped')
            ) was
            where r.workspace_id = ${workspaceId}::uuid and r.app_id = ${appId}::uuid and r.batch_id = ${id}::uuid
              and r.number = was.number
            returning was.status
          ), counted as (
            select count(*)::integer as again, count(*) filter (where status = 'failed')::integer as failed,
              count(*) filter (where status = 'stopped')::integer as stopped from again
          )
          update batches b set waiting = b.waiting + n.again, failed = b.failed - n.failed, stopped = b.stopped - n.stopped,
            status = case when n.again > 0 then 'running' else b.status end,
            finished_at = case when n.again > 0 then null else b.finished_at end,
            error = null, retry_at = null, revision = ${batch.revision}::bigint
          from counted n where b.id = ${id}::uuid returning n.again`.execute(transaction);
        const again = rows[0]?.again ?? 0;
        if (again > 0) await besides(transaction);
        return again;
      });
  }

  async #set(
    { workspaceId, appId, endUserId }: BatchOwner,
    id: string,
    values: RawBuilder<unknown>,
    condition: RawBuilder<unknown>,
    besides?: (transaction: OpenTransaction) => Promise<unknown>,
  ): Promise<boolean> {
    return this.#db(workspaceId)
      .transaction()
      .execute(async (transaction) => {
        const { rows } = await sql`
          update batches set ${values}, revision = revision + 1
          where id = ${id}::uuid and app_id = ${appId}::uuid and end_user_id = ${endUserId}::uuid
            and deleted_at is null and ${condition} returning 1`.execute(transaction);
        if (rows.length > 0) await besides?.(transaction);
        return rows.length > 0;
      });
  }

  #db(workspaceId: string) {
    return this.#database.workspace<BatchTables>(workspaceId);
  }
}
