import { Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { isPlatformError, type Logger, PlatformError } from '#kernel';
import { ensureAppRole } from './app-role.ts';
import { type Connections, withSystemClient } from './connections.ts';
import type { MigrationSet } from './contract.ts';
import { earlyMigration } from './early-migrations.ts';
import { checkIsolation, findOpenTables, refuseOpen } from './isolation-check.ts';
import { type FoundMigration, readMigrations } from './migration-files.ts';
import {
  findNewer,
  type MigrationRecord,
  type NewerDatabase,
  newerInWords,
  readRecords,
  refuseNewer,
  writeRecords,
} from './newer-database.ts';
import { systemSession } from './session.ts';
import { sessionDialect } from './weft-dialect.ts';

/** How a database stands to the migrations of this release. */
export interface MigrationState {
  readonly newer: NewerDatabase | null;
  /** Migrations that a start will apply. */
  readonly missing: readonly string[];
}

export interface MigrateOptions {
  readonly connections: Connections;
  readonly sets: readonly MigrationSet[];
  /** Whether the sets are those of the house. */
  readonly isHouse: boolean;
  /** Of this release. */
  readonly version: string;
  /** Whether to start on a database of a newer version that says it can't be written any more. */
  readonly allowNewer: boolean;
  readonly logger: Logger;
}

/** Any number will do; it is the name of the lock among this database's advisory locks. */
const lockKey = 8_211_073_521;

interface State {
  readonly applied: ReadonlySet<string>;
  readonly records: ReadonlyMap<string, MigrationRecord>;
}

/**
 * Applies what is missing, all in one transaction: a migration that fails leaves nothing behind. Processes that start
 * together wait for each other. When nothing is missing it costs a few look-ups. Refuses a database
 * in which one workspace could see another's rows, and one of a newer version that this one can't write any more; resolves with
 * what a newer version did that this one can live with.
 */
export async function migrate(options: MigrateOptions): Promise<NewerDatabase | null> {
  const { connections, sets, isHouse, version, allowNewer, logger } = options;
  const db = new Kysely<unknown>({ dialect: sessionDialect(connections, systemSession) });
  const [migrations] = await Promise.all([
    readMigrations(sets),
    withSystemClient(connections, (client) => ensureAppRole(client)),
  ]);
  const state = await readState(db);
  const newer = newerThan(migrations, sets, isHouse, state);
  if (newer !== null && !newer.canWrite && !allowNewer) throw refuseNewer(newer, version);
  if (newer !== null) logger.warn({ unknown: newer.names }, newerInWords(newer, version));
  if (!isComplete(migrations, state)) await applyAlone(db, migrations, options);
  await checkIsolation(db, logger);
  return newer;
}

/** What `migrate` would find, of the migrations of the house; changes nothing. */
export async function findMigrationState(db: Kysely<unknown>, sets: readonly MigrationSet[]): Promise<MigrationState> {
  const [migrations, state] = await Promise.all([readMigrations(sets), readState(db)]);
  const missing = [...migrations.keys()].filter((name) => !state.applied.has(name));
  return { newer: newerThan(migrations, sets, true, state), missing };
}

function newerThan(
  migrations: ReadonlyMap<string, FoundMigration>,
  sets: readonly MigrationSet[],
  isHouse: boolean,
  { applied, records }: State,
): NewerDatabase | null {
  const known = new Set(migrations.keys());
  return findNewer({ known, sets: new Set(sets.map(({ id }) => id)), isHouse }, applied, records);
}

async function applyAlone(
  db: Kysely<unknown>,
  migrations: ReadonlyMap<string, FoundMigration>,
  options: MigrateOptions,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lock(transaction, options.logger);
    const open = new Set((await findOpenTables(transaction)).map(({ name }) => name));
    await apply(transaction, migrations, options.logger);
    // Whatever a migration makes is ours, also what says nothing of workspaces.
    refuseOpen((await findOpenTables(transaction)).filter(({ name }) => !open.has(name)));
    await record(transaction, migrations, options);
  });
}

function isComplete(migrations: ReadonlyMap<string, FoundMigration>, { applied, records }: State): boolean {
  return [...migrations.keys()].every((name) => applied.has(name) && records.has(name));
}

async function readState(db: Kysely<unknown>): Promise<State> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as "isThere"`.execute(db);
  if (rows[0]?.isThere !== true) return { applied: new Set(), records: new Map() };
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return { applied: new Set(applied.rows.map(({ name }) => name)), records: await readRecords(db) };
}

async function lock(transaction: Kysely<unknown>, logger: Logger): Promise<void> {
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(lockKey)}) as "isOurs"`.execute(transaction);
  if (rows[0]?.isOurs === true) return;
  logger.info({}, 'Waiting for another process that is migrating the database');
  await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(transaction);
}

async function apply(
  transaction: Kysely<unknown>,
  own: ReadonlyMap<string, FoundMigration>,
  logger: Logger,
): Promise<void> {
  const known = new Map<string, Migration>(own);
  // What a plugin that is not loaded applied earlier is no reason to stop: it counts as known and done.
  for (const name of (await readState(transaction)).applied) {
    if (!known.has(name)) known.set(name, { up: async () => {} });
  }
  const migrator = new Migrator({
    db: transaction,
    provider: { getMigrations: async () => Object.fromEntries(known) },
    allowUnorderedMigrations: true,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  const failed = results.find(({ status }) => status === 'Error');
  if (error !== undefined) throw migrationFailed(failed?.migrationName ?? 'The set of migrations', error);
  logger.info({ migrations: results.map(({ migrationName }) => migrationName) }, 'Migrated the database');
}

/** Keeps what releases before these migrations must know of them. */
async function record(
  transaction: Kysely<unknown>,
  migrations: ReadonlyMap<string, FoundMigration>,
  { isHouse, version }: MigrateOptions,
): Promise<void> {
  const known = await readRecords(transaction);
  const missing = [...migrations].filter(([name]) => !known.has(name));
  const records = await Promise.all(
    missing.map(async ([name, migration]) => ({
      name,
      version,
      isHouse,
      // Who doesn't say so promises nothing.
      olderCanWrite: (isHouse ? earlyMigration(name) : undefined) ?? (await migration.olderCanWrite()) === true,
    })),
  );
  await writeRecords(transaction, records);
}

function migrationFailed(name: string, cause: unknown): Error {
  if (isPlatformError(cause)) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = `Migration ${name} failed and was rolled back, nothing was changed: ${reason}`;
  return new PlatformError('internal', 'database.migration_failed', message, { cause });
}
