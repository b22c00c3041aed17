import { type Kysely, sql } from 'kysely';
import { type HealthCheck, type Logger, PlatformError } from '#kernel';

/** A table that could hold a workspace's rows, or that sessions of workspaces may reach, without row-level security. */
export interface OpenTable {
  readonly name: string;
  /** It is made for workspaces: they are named in its rights or in a policy. Otherwise somebody else's, who shares the schema. */
  readonly isOurs: boolean;
}

/** Partitions are judged by their parent; the role of workspaces can't reach them directly. */
export async function findOpenTables(db: Kysely<unknown>): Promise<readonly OpenTable[]> {
  const { rows } = await sql<OpenTable>`
    select t.relname::text as name,
      exists (select from aclexplode(t.relacl) a where a.grantee = w.oid)
        or exists (select from pg_policy p where p.polrelid = t.oid and w.oid = any(p.polroles)) as "isOurs"
    from pg_class t join pg_namespace n on n.oid = t.relnamespace left join pg_roles w on w.rolname = 'weft_app'
    where n.nspname = current_schema() and t.relkind in ('r', 'p') and not t.relispartition
      and not (t.relrowsecurity and t.relforcerowsecurity)
      and (
        exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'workspace_id' and not a.attisdropped)
        or has_table_privilege(w.oid, t.oid, 'select, insert, update, delete')
      )
    order by 1`.execute(db);
  return rows;
}

/** Refuses open tables of ours; others that share the schema are told of. */
export async function checkIsolation(db: Kysely<unknown>, logger: Logger): Promise<void> {
  const open = await findOpenTables(db);
  refuseOpen(open.filter(({ isOurs }) => isOurs));
  if (open.length > 0) {
    const { summary, next } = foreignInWords(open);
    logger.warn({ tables: open.map(({ name }) => name) }, `${summary} ${next}`);
  }
}

/** Whoever wrote their migration forgot `isolateByWorkspace`, or somebody has switched off what it did. */
export function refuseOpen(tables: readonly OpenTable[]): void {
  if (tables.length > 0) throw new PlatformError('internal', 'database.table_not_isolated', openInWords(tables));
}

/** Whether what keeps workspaces apart in the database is in force. */
export function isolationHealthCheck(find: () => Promise<readonly OpenTable[]>): HealthCheck {
  return {
    id: 'database.isolation',
    title: 'Isolation of workspaces',
    async check() {
      const open = await find();
      const facts = { open_tables: open.map(({ name }) => name).join(', ') };
      const ours = open.filter(({ isOurs }) => isOurs);
      if (ours.length > 0) {
        const statements = ours.map(
          ({ name }) => `alter table ${quoted(name)} enable row level security, force row level security;`,
        );
        const next = `As the owner of the tables run: \`${statements.join(' ')}\``;
        return { state: 'failed', code: 'database.table_not_isolated', summary: openInWords(ours), next, facts };
      }
      if (open.length > 0) return { state: 'warning', code: 'database.foreign_tables', ...foreignInWords(open), facts };
      return { state: 'ok', summary: 'Row-level security keeps the rows of workspaces apart.', facts };
    },
  };
}

function openInWords(tables: readonly OpenTable[]): string {
  return `These tables are open to every workspace: ${listed(tables)}. Their migrations must call isolateByWorkspace (migrations/row-level-security.ts), or keep them from the role weft_app when they hold no workspace's rows.`;
}

function foreignInWords(tables: readonly OpenTable[]): { readonly summary: string; readonly next: string } {
  const summary = `No migration of Weft made these tables, which lie among its own: ${listed(tables)}. Nothing keeps workspaces apart in them; Weft does not use them.`;
  const statements = tables.map(({ name }) => `alter table ${quoted(name)} set schema other;`).join(' ');
  const next = `Move them to a schema or a database of their own: \`create schema if not exists other; ${statements}\``;
  return { summary, next };
}

function listed(tables: readonly OpenTable[]): string {
  return tables.map(({ name }) => name).join(', ');
}

function quoted(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
