import { sql } from 'kysely';
import { type Logger, PlatformError } from '#kernel';
import { type Connections, connectPglite, connectPostgres } from './connections.ts';
import type { DatabaseActivity, GroupCommit, MigrationSet, Notifications } from './contract.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { BatchedGroupCommit } from './group-commit.ts';
import { startMaintenance } from './maintenance.ts';
import { migrate } from './migrate.ts';
import { findMigrationSets } from './migration-files.ts';
import { LocalNotifications, ServerNotifications } from './notifications.ts';
import { SessionDatabase } from './session-database.ts';
import { waitForServer } from './wait-for-server.ts';

export interface OpenDatabaseOptions {
  /** Data folder: holds the lock always, and PGlite's files when there is no address. */
  readonly home: string;
  /** Address of a PostgreSQL server; empty for PGlite. */
  readonly url: string;
  readonly poolSize: number;
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
  /** Rejects when the database doesn't answer. */
  check(): Promise<void>;
  /** Writes what group commit holds (until `signal` aborts), closes the database and gives the folder back. */
  close(signal?: AbortSignal): Promise<void>;
}

const houseMigrations = new URL('../../../migrations/', import.meta.url);

/** What `pg` reads: a URL, or a folder with a socket. Anything else it would take for the name of a database. */
const serverAddress = /^(postgres(ql)?:\/\/|socket:|\/)/;

/** Takes the data folder, or refuses, and starts to open the database. Resolves before it is open: queries wait for `ready`. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenedDatabase> {
  const { home, logger } = options;
  if (options.url !== '' && !serverAddress.test(options.url)) throw invalidUrl();
  const folder = await (options.folder ?? openDataFolder(home, options.url === ''));
  const connections = connect(options, folder);
  const sets = findMigrationSets(options.migrations ?? houseMigrations);
  const ready = Promise.all([sets, waitForServer(connections, logger)]).then(([found]) =>
    migrate({ connections, sets: found, logger }),
  );
  ready.catch(() => {});
  const database = new SessionDatabase(connections, ready);
  const groupCommit = new BatchedGroupCommit({ database, logger });
  const backgroundCommit = new BatchedGroupCommit({ database, logger });
  const notifications =
    connections.kind === 'pglite'
      ? new LocalNotifications(logger)
      : new ServerNotifications({ url: options.url, db: database.system(), logger });
  const stopMaintenance = startMaintenance(database, logger);
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
    migrate: (contributed) => migrate({ connections, sets: contributed, logger }),
    async check() {
      await sql`select 1`.execute(database.system());
    },
    async close(signal) {
      stopMaintenance();
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

function invalidUrl(): PlatformError {
  const message =
    'DATABASE_URL is not the address of a PostgreSQL server; one looks like postgres://user:password@host:5432/name.';
  return new PlatformError('invalid', 'database.invalid_url', message);
}

function connect({ url, poolSize, logger }: OpenDatabaseOptions, { server }: DataFolder): Connections {
  return server === undefined ? connectPostgres({ url, poolSize, logger }) : connectPglite(server, logger);
}
