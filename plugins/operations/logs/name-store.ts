import { sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { SearchSource } from '#plugins/search/contract.ts';

/** Conversations as the search finds them, of apps that are there. */
export function conversationSearch(database: Database): SearchSource {
  return {
    id: 'conversation',
    kind: 'conversation',
    permission: 'logs.view',
    async read({ workspaceId }, ids) {
      const { rows } = await sql<{ id: string; name: string; appId: string; app: string }>`
        select c.id, c.name, c.app_id as "appId", a.name as app
        from conversations c join apps a on a.id = c.app_id and a.workspace_id = c.workspace_id
        where c.workspace_id = ${workspaceId}::uuid and c.id = any(${[...ids]}::uuid[])
          and c.deleted_at is null and a.deleted_at is null`.execute(database.workspace<never>(workspaceId));
      return rows.map(({ id, name, appId, app }) => ({
        ...{ id, name, about: app },
        path: `/app/${appId}/conversations/${id}`,
      }));
    },
  };
}
