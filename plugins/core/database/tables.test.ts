import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

/** Tables without `workspace_id`, and why. */
const explained: Readonly<Record<string, string>> = {
  account_attempts: 'attempts to sign in, before anybody is known',
  account_entries: 'of accounts',
  account_identities: 'of accounts',
  account_places: 'of accounts',
  account_sessions: 'of accounts',
  account_tokens: 'of accounts',
  accounts: 'people, who belong to any number of workspaces',
  blob_removals: 'keys of contents that no record names, and what was decided about them',
  invoice_series: 'the last number of an invoice, of all workspaces together',
  job_workers: 'who runs jobs, and whether it is alive; names no workspace',
  kept_invoices: 'of workspaces that were removed',
  kysely_migration: 'which migrations were applied',
  kysely_migration_lock: 'kept by Kysely beside it',
  management_tokens: 'of the installation, which no workspace owns',
  master_key_holders: 'which master keys each process has; names no workspace',
  master_keys: 'which master keys have sealed here, by id',
  mcp_oauth_clients: 'programs that registered themselves, before anybody lets them use anything',
  migration_releases: 'which release applied which migration',
  oauth_clients: 'clients that the operator registered at services',
  personal_keys: 'of accounts',
  plugin_blocks: 'versions of plugins that the operator lets nobody run',
  plugin_packages: 'bytes of plugins, the same for all who have installed them',
  plugin_trusted_keys: 'keys that the operator trusts',
  processes: 'which processes live: a run is found abandoned by it',
  recovery_codes: 'of accounts',
  store_areas: 'whose contents lie in the stores, of the installation',
  stripe_events: 'ids of events that were dealt with',
  workspaces: 'the workspaces themselves: isolated by their id',
};

/** Tables without an index of the workspace, the app, the run or the conversation, and why. */
const scanned: Readonly<Record<string, string>> = {
  sso_assertions: 'rows of minutes',
  usage_users: 'rows of three days',
};

interface TableState {
  readonly name: string;
  readonly hasWorkspace: boolean;
  readonly isForced: boolean;
  readonly policies: readonly { name: string; role: string; using: string; check: string }[];
}

let test: TestDatabase;
let tables: readonly TableState[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  const { rows } = await sql<TableState>`
    select t.relname::text as name,
      exists (select from pg_attribute a
        where a.attrelid = t.oid and a.attname = 'workspace_id' and a.attnotnull) as "hasWorkspace",
      t.relrowsecurity and t.relforcerowsecurity as "isForced",
      coalesce((select json_agg(json_build_object('name', p.policyname, 'role', p.roles[1], 'using', p.qual,
        'check', p.with_check) order by p.policyname)
        from pg_policies p where p.schemaname = 'public' and p.tablename = t.relname), '[]') as policies
    from pg_class t
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
    order by 1`.execute(test.database.system());
  tables = rows;
});
afterAll(() => test.dispose());

describe('the tables', () => {
  it('hold a workspace in each row, or are explained', () => {
    expect(tables.length).toBeGreaterThan(5);
    expect(tables.filter(({ hasWorkspace }) => !hasWorkspace).map(({ name }) => name)).toEqual(
      Object.keys(explained).sort(),
    );
  });

  it('of workspaces force row-level security, with a policy for the workspace and one for the system', () => {
    const isolated = tables.filter(({ name, hasWorkspace }) => hasWorkspace || name === 'workspaces');
    for (const { name, isForced, policies } of isolated) {
      expect({ name, isForced }).toEqual({ name, isForced: true });
      expect(policies.map((policy) => [policy.name, policy.role === 'weft_app'])).toEqual([
        ['system', false],
        ['workspace', true],
      ]);
      const own = policies.find((policy) => policy.name === 'workspace');
      const column = name === 'workspaces' ? 'id' : 'workspace_id';
      const condition = `(${column} = (NULLIF(current_setting('weft.workspace_id'::text, true), ''::text))::uuid)`;
      expect([own?.using, own?.check]).toEqual([condition, condition]);
    }
  });

  it('of workspaces are found by an index of their owner, so that no removal or export reads the rows of others', async () => {
    const { rows } = await sql<{ name: string }>`
      select t.relname::text as name from pg_class t
      where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
        and exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'workspace_id')
        and not exists (select from pg_index i
          join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
          where i.indrelid = t.oid and i.indpred is null
            and a.attname in ('workspace_id', 'app_id', 'run_id', 'conversation_id'))
      order by 1`.execute(test.database.system());
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(scanned));
  });

  it('that belong to no workspace are closed to workspace sessions', async () => {
    const { rows } = await sql<{ name: string }>`
      select t.relname::text as name from pg_class t
      where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relforcerowsecurity
        and has_table_privilege('weft_app', t.oid, 'select, insert, update, delete')`.execute(test.database.system());
    expect(rows).toEqual([]);
  });
});
