import { sql } from 'kysely';
import type { Database } from '../database/contract.ts';

interface Tables {
  tool_credentials: { workspace_id: string; provider: string; sealed: string; updated_at: Date };
}

/** Sealed credentials of tool providers. */
export interface CredentialStore {
  find(workspaceId: string, provider: string): Promise<string | null>;
  providers(workspaceId: string): Promise<ReadonlySet<string>>;
  save(workspaceId: string, provider: string, sealed: string): Promise<void>;
  remove(workspaceId: string, provider: string): Promise<void>;
}

export function createCredentialStore(database: Database): CredentialStore {
  const tables = (workspaceId: string) => database.workspace<Tables>(workspaceId);
  return {
    async find(workspaceId, provider) {
      const row = await tables(workspaceId)
        .selectFrom('tool_credentials')
        .select('sealed')
        .where('workspace_id', '=', workspaceId)
        .where('provider', '=', provider)
        .executeTakeFirst();
      return row?.sealed ?? null;
    },
    async providers(workspaceId) {
      const rows = await tables(workspaceId)
        .selectFrom('tool_credentials')
        .select('provider')
        .where('workspace_id', '=', workspaceId)
        .execute();
      return new Set(rows.map(({ provider }) => provider));
    },
    async save(workspaceId, provider, sealed) {
      await tables(workspaceId)
        .insertInto('tool_credentials')
        .values({ workspace_id: workspaceId, provider, sealed, updated_at: sql`now()` })
        .onConflict((conflict) =>
          conflict.columns(['workspace_id', 'provider']).doUpdateSet({ sealed, updated_at: sql`now()` }),
        )
        .execute();
    },
    async remove(workspaceId, provider) {
      await tables(workspaceId)
        .deleteFrom('tool_credentials')
        .where('workspace_id', '=', workspaceId)
        .where('provider', '=', provider)
        .execute();
    },
  };
}
