import { sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { StoredDocument } from './row-store.ts';
import type { AppTables } from './tables.ts';

/** Documents at a time. */
const BATCH = 20;

export interface UnsealedRow extends StoredDocument {
  readonly id: string;
  readonly workspaceId: string;
}

/** Documents from before what was typed into nodes was sealed. */
export class UnsealedStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** System: a start looks after all workspaces. */
  async drafts(after: string): Promise<readonly UnsealedRow[]> {
    return this.#database
      .system<AppTables>()
      .selectFrom('apps')
      .select(['id', 'workspace_id as workspaceId', sql<string>`draft::text`.as('tree'), 'draft_secrets as secrets'])
      .where('is_sealed', '=', false)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
  }

  /** System, as above. */
  async versions(after: string): Promise<readonly UnsealedRow[]> {
    return this.#database
      .system<AppTables>()
      .selectFrom('app_versions')
      .select(['id', 'workspace_id as workspaceId', sql<string>`document::text`.as('tree'), 'secrets'])
      .where('is_sealed', '=', false)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
  }

  /** Over the row as it was read: who has saved it meanwhile has sealed it. */
  async putDraft({ id, workspaceId, secrets }: UnsealedRow, sealed: StoredDocument | null): Promise<void> {
    await this.#database
      .workspace<AppTables>(workspaceId)
      .updateTable('apps')
      .set({ is_sealed: true, ...(sealed !== null && { draft: sealed.tree, draft_secrets: sealed.secrets }) })
      .where('id', '=', id)
      .where('draft_secrets', '=', secrets)
      .execute();
  }

  async putVersion({ id, workspaceId, secrets }: UnsealedRow, sealed: StoredDocument | null): Promise<void> {
    await this.#database
      .workspace<AppTables>(workspaceId)
      .updateTable('app_versions')
      .set({ is_sealed: true, ...(sealed !== null && { document: sealed.tree, secrets: sealed.secrets }) })
      .where('id', '=', id)
      .where('secrets', '=', secrets)
      .execute();
  }
}
