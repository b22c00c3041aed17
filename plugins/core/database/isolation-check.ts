import { type Kysely, sql } from 'kysely';
import { PlatformError } from '#kernel';

/**
 * Refuses tables that hold a workspace's rows without row-level security: whoever wrote the migration forgot
 * `isolateByWorkspace`. Partitions are judged by their parent; the role of workspaces can't reach them directly.
 */
export async function checkIsolation(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select t.relname::text as name
    from pg_class t join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = current_schema() and t.relkind in ('r', 'p') and not t.relispartition
      and not (t.relrowsecurity and t.relforcerowsecurity)
      and (
        exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'workspace_id' and not a.attisdropped)
        or has_table_privilege('weft_app', t.oid, 'select, insert, update, delete')
      )
    order by 1`.execute(db);
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(', ');
  const message = `These tables are open to every workspace: ${names}. Their migrations must call isolateByWorkspace (migrations/row-level-security.ts), or keep them from the role weft_app when they hold no workspace's rows.`;
  throw new PlatformError('internal', 'database.table_not_isolated', message);
}
