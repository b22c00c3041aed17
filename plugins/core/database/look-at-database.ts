import { cpSync, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { type HealthFinding, isPlatformError, type Logger, type PlatformError } from '#kernel';
import { findRoleTrouble } from './app-role.ts';
import { ClockWatch } from './clock-watch.ts';
import type { DatabaseConfig } from './configuration.ts';
import { type Connections, connectPglite, connectPostgres, withSystemClient } from './connections.ts';
import { usualBufferMb } from './data-folder.ts';
import { findLockTrouble } from './data-folder-lock.ts';
import { findMigrationState, type MigrationState } from './migrate.ts';
import { findMigrationSets } from './migration-files.ts';
import { assertServerAddresses, houseMigrations, poolerOf } from './open-database.ts';
import { PgliteServer } from './pglite-server.ts';
import type { Pooler } from './pooler.ts';
import { systemSession } from './session.ts';
import { SessionDatabase } from './session-database.ts';
import { unreachableInWords } from './wait-for-server.ts';
import { sessionDialect } from './weft-dialect.ts';

/** A database as a start would find it. */
export interface LookedAtDatabase extends MigrationState {
  readonly database: SessionDatabase;
  readonly pooler: Pooler | 'embedded';
  readonly canListen: boolean;
  /** Why sessions of workspaces could not have their role. */
  readonly roleTrouble: PlatformError | undefined;
  compareClocks(): Promise<void>;
}

/** It, or what is told in its place: why it can't be opened, or that there is none yet. */
export type DatabaseLook = { readonly found: LookedAtDatabase } | { readonly finding: HealthFinding };

export interface LookOptions extends DatabaseConfig {
  readonly home: string;
  /** False: a server of this installation runs. */
  readonly isStarting: boolean;
  readonly logger: Logger;
  /** Registers the end of what was opened. */
  onClose(close: () => Promise<void>): void;
}

/** Milliseconds for a server to answer: one that is slower is told of, rather than waited for. */
const patience = 5_000;

const remedies: Readonly<Record<string, string>> = {
  'database.folder_in_use': 'Ask the server that uses it (WEFT_URL, or its PORT), or stop that process.',
  'database.folder_version': 'Move the data with pg_dump, or set WEFT_HOME to another data folder.',
  'database.folder_failed': 'Start Weft once; if that fails too, restore the data folder (WEFT_HOME) from a backup.',
  'database.invalid_url': 'Correct DATABASE_URL and DATABASE_DIRECT_URL.',
  'database.pooler_per_statement':
    'Set pool_mode = transaction or session there, or point DATABASE_URL at the PostgreSQL server itself.',
};

/** Opens it without the right to it: migrates nothing, makes no role, and of an embedded one reads a copy. */
export async function lookAtDatabase(options: LookOptions): Promise<DatabaseLook> {
  try {
    assertServerAddresses(options);
    // A folder that a server has is no trouble beside that server, unless the database itself is in there.
    const trouble = options.isStarting || options.url === '' ? await findLockTrouble(options.home) : undefined;
    if (trouble !== undefined) throw trouble;
    const connections = await connect(options);
    if (connections !== undefined) return { found: await lookThrough(connections, options) };
    const summary = 'The embedded database is made at the first start; DATABASE_URL would name a PostgreSQL server.';
    return { finding: { state: 'ok', summary, facts: { kind: 'pglite' } } };
  } catch (error) {
    return { finding: refusalOf(error) };
  }
}

function refusalOf(error: unknown): HealthFinding {
  if (!isPlatformError(error)) return { state: 'failed', code: 'database.unreachable', ...unreachableInWords(error) };
  const { code, message, cause } = error;
  const next = remedies[code] ?? unreachableInWords(cause).next;
  return { state: 'failed', code, summary: message, next };
}

async function lookThrough(connections: Connections, options: LookOptions): Promise<LookedAtDatabase> {
  const roleTrouble = await withSystemClient(connections, (client) => findRoleTrouble(client));
  const pooler = connections.kind === 'pglite' ? 'embedded' : await poolerOf(connections, options);
  connections.isShared = pooler === 'transaction' || pooler === 'session';
  const db = new Kysely<unknown>({ dialect: sessionDialect(connections, systemSession) });
  const clock = new ClockWatch(db, options.logger);
  options.onClose(async () => clock.close());
  const state = await findMigrationState(db, await findMigrationSets(houseMigrations));
  return {
    ...state,
    database: new SessionDatabase(connections, Promise.resolve()),
    pooler,
    canListen: pooler !== 'transaction' || (options.directUrl || options.url) !== options.url,
    roleTrouble,
    compareClocks: () => clock.compare(),
  };
}

/** Undefined: nothing has been made yet. */
async function connect({ url, home, logger, onClose }: LookOptions): Promise<Connections | undefined> {
  const connections =
    url === '' ? await connectToCopy(home, logger, onClose) : connectPostgres({ url, poolSize: 2, patience, logger });
  if (connections !== undefined) onClose(() => connections.close());
  return connections;
}

/** Whoever opens the files of an embedded database writes to them, so it is a copy that is opened. */
async function connectToCopy(
  home: string,
  logger: Logger,
  onClose: LookOptions['onClose'],
): Promise<Connections | undefined> {
  const files = join(home, 'postgres');
  if (!existsSync(files)) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'weft-look-'));
  onClose(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  // Of so many small files, a third of the time of the copy that waits for each.
  cpSync(files, folder, { recursive: true });
  const server = new PgliteServer({ folder, bufferMb: usualBufferMb });
  server.start();
  return connectPglite(server, logger);
}
