import { type Kysely, sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { ImportSourceTables } from './tables.ts';

/** A document that waits, as it is kept. */
export interface KeptImport {
  readonly id: string;
  readonly sealed: string;
  readonly expiresAt: Date;
}

/** Documents that wait to be confirmed, of one workspace at a time. */
export class PendingImportStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Keeps one, and of the workspace's no more than the `most` newest. */
  async keep(workspaceId: string, { id, sealed, expiresAt }: KeptImport, most: number): Promise<void> {
    const db = this.#db(workspaceId);
    const row = { id, workspace_id: workspaceId, sealed, expires_at: expiresAt };
    await db.insertInto('pending_imports').values(row).execute();
    await sql`
      delete from pending_imports where workspace_id = ${workspaceId}::uuid and id in (
        select id from pending_imports where workspace_id = ${workspaceId}::uuid order by id desc offset ${most}
      )`.execute(db);
  }

  /** Takes one away; null when there is none, or it is too late. Of several callers one gets it. */
  async take(workspaceId: string, id: string): Promise<KeptImport | null> {
    const row = await this.#db(workspaceId)
      .deleteFrom('pending_imports')
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning(['id', 'sealed', 'expires_at'])
      .executeTakeFirst();
    return row === undefined ? null : { id: row.id, sealed: row.sealed, expiresAt: row.expires_at };
  }

  /** System: what has expired goes, whosever it was. */
  async sweep(): Promise<void> {
    await sql`delete from pending_imports where expires_at < now()`.execute(
      this.#database.system<ImportSourceTables>(),
    );
  }

  #db(workspaceId: string): Kysely<ImportSourceTables> {
    return this.#database.workspace<ImportSourceTables>(workspaceId);
  }
}
