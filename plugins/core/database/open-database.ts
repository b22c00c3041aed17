import { Kysely } from 'kysely';
import { type Logger, PlatformError } from '#kernel';
import { ClockWatch } from './clock-watch.ts';
import { type Connections, connectPglite, connectPostgres } from './connections.ts';
import type { DatabaseActivity, GroupCommit, MigrationSet, Notifications } from './contract.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { BatchedGroupCommit } from './group-commit.ts';
import { type StopMaintenance, startMaintenance } from './maintenance.ts';
import { migrate } from './migrate.ts';
import { findMigrationSets } from './migration-files.ts';
import type { NewerDatabase } from './newer-database.ts';
import { LocalNotifications, ServerNotifications } from './notifications.ts';
import { findPooler, type Pooler } from './pooler.ts';
import { systemSession } from './session.ts';
import { SessionDatabase } from './session-database.ts';
import { waitForServer } from './wait-for-server.ts';
import { sessionDialect } from './weft-dialect.ts';

export interface OpenDatabaseOptions {
  /** Data folder: holds the lock always, and PGlite's files when there is no address. */
  readonly home: string;
  /** Address of a PostgreSQL server; empty for PGlite. */
  readonly url: string;
  /** Of the same server, past a pooler; empty: none. */
  readonly directUrl?: string;
  /** What stands before the server; default `auto`: it is found out. */
  readonly pooler?: 'auto' | Pooler;
  readonly poolSize: number;
  /** Of the embedded database. */
  readonly bufferMb?: number;
  /** Of this release; kept with the migrations it applies. */
  readonly version?: string;
  /** Whether to open a database of a newer version that says it can't be written any more. Default false. */
  readonly allowNewer?: boolean;
  readonly logger: Logger;
  /** The data folder, when it was taken before. */
  readonly folder?: Promise<DataFolder> | undefined;
  /** Folder whose subfolders hold the migrations; the house's own unless a test says otherwise. */
  readonly migrations?: URL;
}

export interface OpenedDatabase {
  readonly database: SessionDatabase;
  readonly groupCommit: GroupCommit;
  readonly backgroundCommit: GroupCommit;
  readonly notifications: Notifications;
  readonly activity: DatabaseActivity;
  /** Open and migrated; rejects with the reason why not. */
  readonly ready: Promise<void>;
  /** Applies the sets of plugins from elsewhere. */
  migrate(sets: readonly MigrationSet[]): Promise<void>;
  /** What stands before the server; known when it is ready. */
  readonly pooler: Pooler | 'embedded';
  /** Whether it hears notifications of other processes. */
  readonly canListen: boolean;
  /** What a newer version did to the database; null: nothing. */
  readonly newer: NewerDatabase | null;
  /** Holds this process's clock against the database's. Rejects when the database doesn't answer. */
  compareClocks(): Promise<void>;
  /** Writes what group commit holds (until `signal` aborts), closes the database and gives the folder back. */
  close(signal?: AbortSignal): Promise<void>;
}

/** Those that come with the program. */
export const houseMigrations = new URL('../../../migrations/', import.meta.url);

/** What `pg` reads: a URL, or a folder with a socket. Anything else it would take for the name of a database. */
const serverAddress = /^(postgres(ql)?:\/\/|socket:|\/)/;

/** Takes the data folder, or refuses, and starts to open the database. Resolves before it is open: queries wait for `ready`. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenedDatabase> {
  const { home, logger } = options;
  assertServerAddresses(options);
  const folder = await (options.folder ?? openDataFolder(home, options));
  const connections = connect(options, folder);
  const sets = findMigrationSets(options.migrations ?? houseMigrations);
  let pooler: Pooler | 'embedded' = connections.kind === 'pglite' ? 'embedded' : 'none';
  const reached = waitForServer(connections, logger).then(async () => {
    if (connections.kind === 'pglite') return;
    pooler = await poolerOf(connections, options);
    // What was found may change behind our back, and a workspace must never see another's rows: only a promise is relied on.
    connections.isShared = pooler === 'transaction' || (pooler === 'session' && options.pooler !== 'session');
  });
  reached.catch(() => {});
  const directUrl = options.directUrl || options.url;
  const canListen = () => pooler !== 'transaction' || directUrl !== options.url;
  const clock = new ClockWatch(new Kysely({ dialect: sessionDialect(connections, systemSession) }), logger);
  const { version = 'unknown', allowNewer = false } = options;
  const migrating = { connections, version, allowNewer, logger };
  let newer: NewerDatabase | null = null;
  const ready = Promise.all([sets, reached]).then(async ([found]) => {
    await clock.compare();
    clock.start();
    newer = await migrate({ ...migrating, sets: found, isHouse: true });
  });
  ready.catch(() => {});
  const database = new SessionDatabase(connections, ready);
  const groupCommit = new BatchedGroupCommit({ database, logger });
  const backgroundCommit = new BatchedGroupCommit({ database, logger });
  const notifications =
    connections.kind === 'pglite'
      ? new LocalNotifications(logger)
      : new ServerNotifications({
          url: reached.then(() => (canListen() ? directUrl : null)),
          db: database.system(),
          logger,
        });
  let stopMaintenance: StopMaintenance | undefined;
  let isClosed = false;
  const maintain = () => {
    if (!isClosed) stopMaintenance = startMaintenance(database, logger);
  };
  ready.then(maintain, () => {});
  return {
    database,
    groupCommit,
    backgroundCommit,
    notifications,
    activity: {
      get connections() {
        return connections.counts;
      },
      onBatch(listener) {
        groupCommit.listeners.add(listener);
        return () => groupCommit.listeners.delete(listener);
      },
    },
    ready,
    async migrate(contributed) {
      newer = (await migrate({ ...migrating, sets: contributed, isHouse: false })) ?? newer;
    },
    get pooler() {
      return pooler;
    },
    get canListen() {
      return canListen();
    },
    get newer() {
      return newer;
    },
    compareClocks: () => clock.compare(),
    async close(signal) {
      clock.close();
      isClosed = true;
      stopMaintenance?.();
      try {
        await Promise.all([groupCommit.close(signal), backgroundCommit.close(signal)]);
        await notifications.close();
        await ready.catch(() => {});
        await connections.close();
      } finally {
        folder.lock.release();
      }
    },
  };
}

/** Throws `database.invalid_url`. */
export function assertServerAddresses({ url, directUrl = '' }: Pick<OpenDatabaseOptions, 'url' | 'directUrl'>): void {
  if (url !== '' && !serverAddress.test(url)) throw invalidUrl('DATABASE_URL');
  if (directUrl !== '' && !serverAddress.test(directUrl)) throw invalidUrl('DATABASE_DIRECT_URL');
}

/** What stands before the server: as the settings promise, or as it is found. */
export async function poolerOf(
  connections: Connections,
  { pooler = 'auto', url }: Pick<OpenDatabaseOptions, 'pooler' | 'url'>,
): Promise<Pooler> {
  if (pooler !== 'auto') return pooler;
  const lease = await connections.acquire(systemSession);
  try {
    return await findPooler(lease, url);
  } finally {
    lease.release();
  }
}

function invalidUrl(name: string): PlatformError {
  const message = `${name} is not the address of a PostgreSQL server; one looks like postgres://user:password@host:5432/name.`;
  return new PlatformError('invalid', 'database.invalid_url', message);
}

function connect({ url, poolSize, logger }: OpenDatabaseOptions, { server }: DataFolder): Connections {
  return server === undefined ? connectPostgres({ url, poolSize, logger }) : connectPglite(server, logger);
}
