import { Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { isPlatformError, type Logger, PlatformError } from '#kernel';
import { ensureAppRole } from './app-role.ts';
import { type Connections, withSystemClient } from './connections.ts';
import type { MigrationSet } from './contract.ts';
import { checkIsolation } from './isolation-check.ts';
import { readMigrations } from './migration-files.ts';
import { systemSession } from './session.ts';
import { sessionDialect } from './weft-dialect.ts';

export interface MigrateOptions {
  readonly connections: Connections;
  readonly sets: readonly MigrationSet[];
  readonly logger: Logger;
}

/** Any number will do; it is the name of the lock among this database's advisory locks. */
const lockKey = 8_211_073_521;

/**
 * Applies what is missing, all in one transaction: a migration that fails leaves nothing behind. Processes that start
 * together wait for each other. When nothing is missing it costs a few look-ups. Refuses a database
 * in which one workspace could see another's rows.
 */
export async function migrate({ connections, sets, logger }: MigrateOptions): Promise<void> {
  const [migrations] = await Promise.all([
    readMigrations(sets),
    withSystemClient(connections, (client) => ensureAppRole(client)),
  ]);
  const db = new Kysely<unknown>({ dialect: sessionDialect(connections, systemSession) });
  if (!isComplete(migrations, await readApplied(db), logger)) await applyAlone(db, migrations, logger);
  await checkIsolation(db);
}

async function applyAlone(
  db: Kysely<unknown>,
  migrations: ReadonlyMap<string, Migration>,
  logger: Logger,
): Promise<void> {
  await db.connection().execute(async (connection) => {
    await lock(connection, logger);
    try {
      await apply(connection, migrations, logger);
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(lockKey)})`.execute(connection);
    }
  });
}

function isComplete(migrations: ReadonlyMap<string, Migration>, applied: ReadonlySet<string>, logger: Logger): boolean {
  const unknown = [...applied].filter((name) => !migrations.has(name));
  if (unknown.length > 0) {
    logger.debug({ unknown }, 'The database holds migrations of plugins or releases that are not here');
  }
  return [...migrations.keys()].every((name) => applied.has(name));
}

async function readApplied(db: Kysely<unknown>): Promise<Set<string>> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as "isThere"`.execute(db);
  if (rows[0]?.isThere !== true) return new Set();
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return new Set(applied.rows.map(({ name }) => name));
}

async function lock(connection: Kysely<unknown>, logger: Logger): Promise<void> {
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_lock(${sql.lit(lockKey)}) as "isOurs"`.execute(connection);
  if (rows[0]?.isOurs === true) return;
  logger.info({}, 'Waiting for another process that is migrating the database');
  await sql`select pg_advisory_lock(${sql.lit(lockKey)})`.execute(connection);
}

async function apply(connection: Kysely<unknown>, own: ReadonlyMap<string, Migration>, logger: Logger): Promise<void> {
  const known = new Map(own);
  // What a plugin that is not loaded applied earlier is no reason to stop: it counts as known and done.
  for (const name of await readApplied(connection)) if (!known.has(name)) known.set(name, { up: async () => {} });
  const migrator = new Migrator({
    db: connection,
    provider: { getMigrations: async () => Object.fromEntries(known) },
    allowUnorderedMigrations: true,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  const failed = results.find(({ status }) => status === 'Error');
  if (error !== undefined) throw migrationFailed(failed?.migrationName ?? 'The set of migrations', error);
  logger.info({ migrations: results.map(({ migrationName }) => migrationName) }, 'Migrated the database');
}

function migrationFailed(name: string, cause: unknown): Error {
  if (isPlatformError(cause)) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = `Migration ${name} failed and was rolled back, nothing was changed: ${reason}`;
  return new PlatformError('internal', 'database.migration_failed', message, { cause });
}
