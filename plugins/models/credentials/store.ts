import { sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';

interface CredentialTable {
  workspace_id: string;
  provider: string;
  sealed: string;
  updated_at: Date;
}

interface Tables {
  tool_credentials: CredentialTable;
}

/** Sealed credentials, of one kind of provider. The sealed text names the key that sealed it. */
export interface CredentialStore {
  all(workspaceId: string): Promise<ReadonlyMap<string, string>>;
  save(workspaceId: string, provider: string, sealed: string): Promise<void>;
  remove(workspaceId: string, provider: string): Promise<void>;
}

export function createCredentialStore(database: Database, table: keyof Tables): CredentialStore {
  const tables = (workspaceId: string) => database.workspace<Tables>(workspaceId);
  return {
    async all(workspaceId) {
      const rows = await tables(workspaceId)
        .selectFrom(table)
        .select(['provider', 'sealed'])
        .where('workspace_id', '=', workspaceId)
        .execute();
      return new Map(rows.map((row) => [row.provider, row.sealed]));
    },
    async save(workspaceId, provider, sealed) {
      await tables(workspaceId)
        .insertInto(table)
        .values({ workspace_id: workspaceId, provider, sealed, updated_at: sql`now()` })
        .onConflict((conflict) =>
          conflict.columns(['workspace_id', 'provider']).doUpdateSet({ sealed, updated_at: sql`now()` }),
        )
        .execute();
    },
    async remove(workspaceId, provider) {
      await tables(workspaceId)
        .deleteFrom(table)
        .where('workspace_id', '=', workspaceId)
        .where('provider', '=', provider)
        .execute();
    },
  };
}
