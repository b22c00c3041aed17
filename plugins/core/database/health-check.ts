import { sql } from 'kysely';
import type { HealthCheck, HealthFinding } from '#kernel';
import type { Database } from './contract.ts';
import { newerInWords } from './newer-database.ts';
import type { OpenedDatabase } from './open-database.ts';

const next = {
  postgres: 'Start the PostgreSQL server that DATABASE_URL names, or correct DATABASE_URL.',
  pglite: 'Start Weft again; if it stays, restore the data folder (WEFT_HOME) from a backup.',
} as const;

/** Whether the database answers. */
export function databaseHealthCheck({
  compareClocks,
  database,
}: Pick<OpenedDatabase, 'compareClocks'> & { readonly database: Pick<Database, 'kind'> }): HealthCheck {
  const { kind } = database;
  const facts = { kind };
  return {
    id: 'database',
    title: 'Database',
    isRequired: true,
    async check(signal) {
      const unwell = { state: 'failed', code: 'database.unreachable', next: next[kind], facts } as const;
      const late = Promise.withResolvers<'late'>();
      signal.addEventListener('abort', () => late.resolve('late'), { once: true });
      try {
        if ((await Promise.race([compareClocks(), late.promise])) === 'late')
          return { ...unwell, summary: 'The database did not answer in time.' };
      } catch {
        return { ...unwell, summary: 'The database can not be reached.' };
      }
      return {
        state: 'ok',
        summary: kind === 'postgres' ? 'The PostgreSQL server answers.' : 'The embedded database answers.',
        facts,
      };
    },
  };
}

/**
 * Whether a newer version has migrated the database, as after an update that was taken back. `allowNewer`: a server that runs was let
 * on it; `missing`: migrations that wait for a start.
 */
export function versionHealthCheck(
  opened: Pick<OpenedDatabase, 'newer'>,
  version: string,
  { allowNewer = true, missing = [] }: { readonly allowNewer?: boolean; readonly missing?: readonly string[] } = {},
): HealthCheck {
  return {
    id: 'database.version',
    title: 'Version of the database',
    async check() {
      const { newer } = opened;
      if (newer === null) {
        const pending = missing.length === 0 ? '' : ` A start applies ${missing.length} that the database lacks.`;
        const facts = { version, missing_migrations: missing.length };
        return { state: 'ok', summary: `The database holds no migration that this version lacks.${pending}`, facts };
      }
      const means = newer.canWrite
        ? 'By what those migrations say this version can still write to it.'
        : 'By what those migrations say this version can not write to it; DATABASE_ALLOW_NEWER starts it all the same.';
      return {
        state: newer.canWrite || allowNewer ? 'warning' : 'failed',
        code: 'database.newer',
        summary: `${newerInWords(newer, version)} ${means}`,
        next: `Update this server${newer.version === null ? '' : ` to version ${newer.version} or later`}; \`weft --version\` tells which one is here.`,
        facts: { version, database_version: newer.version, unknown_migrations: newer.names.length },
      };
    },
  };
}

/** The oldest release of PostgreSQL that we are tested with, and that its makers still mend. */
const oldestServer = 15;

/** Whether the release of the PostgreSQL server is one that we are made for. */
export function serverVersionHealthCheck(database: Database): HealthCheck {
  return {
    id: 'database.server_version',
    title: 'Version of PostgreSQL',
    async check() {
      const { rows } = await sql<{ version: string }>`
        select current_setting('server_version') as version`.execute(database.system());
      return serverVersionFinding(rows[0]?.version ?? '');
    },
  };
}

/** `version`: as the server tells it, `17.2 (Debian 17.2-1)`. */
export function serverVersionFinding(version: string): HealthFinding {
  const [release = ''] = version.split(' ');
  const facts = { postgres: release };
  const summary = `The database is PostgreSQL ${release}.`;
  if (Number.parseInt(release, 10) >= oldestServer) return { state: 'ok', summary, facts };
  const next = `Update the server that DATABASE_URL names to PostgreSQL ${oldestServer} or later.`;
  return { state: 'warning', code: 'database.old_server', summary, next, facts };
}
