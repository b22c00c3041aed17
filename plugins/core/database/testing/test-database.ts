import { rm } from 'node:fs/promises';
import { inject } from 'vitest';
import type { GroupCommit, Notifications } from '#plugins/database/contract.ts';
import { openDatabase } from '#plugins/database/open-database.ts';
import type { SessionDatabase } from '#plugins/database/session-database.ts';
import { bufferMb } from './buffers.ts';
import { freshHome, prepareFolder } from './prepared-folder.ts';
import { cloneDatabase, dropDatabase } from './prepared-server.ts';
import { silentLogger } from './silent-logger.ts';

/** A real database of a test's own, with all migrations: on the test server when there is one, else on PGlite. */
export interface TestDatabase {
  readonly database: SessionDatabase;
  readonly groupCommit: GroupCommit;
  readonly notifications: Notifications;
  /** Address on the test server; null on PGlite. */
  readonly url: string | null;
  /** The data folder, which is locked. */
  readonly home: string;
  dispose(): Promise<void>;
}

/** What a kernel (or a whole process) needs to boot quickly on a real database of its own. */
export interface TestDatabaseEnvironment {
  /** A data folder; on PGlite with a database in it that has all migrations. */
  readonly home: string;
  /** `WEFT_HOME`, and `DATABASE_URL` on the test server or `DATABASE_BUFFER_MB` on PGlite. */
  readonly env: Readonly<Record<string, string>>;
  dispose(): Promise<void>;
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const environment = await testDatabaseEnvironment();
  const { home } = environment;
  const url = environment.env.DATABASE_URL ?? null;
  const opened = await openDatabase({ home, url: url ?? '', poolSize: 4, bufferMb, logger: silentLogger });
  const dispose = async () => {
    await opened.close(AbortSignal.timeout(2_000));
    await environment.dispose();
  };
  try {
    await opened.ready;
  } catch (error) {
    await dispose();
    throw error;
  }
  const { database, groupCommit, notifications } = opened;
  return { database, groupCommit, notifications, url, home, dispose };
}

export async function testDatabaseEnvironment(): Promise<TestDatabaseEnvironment> {
  const server = inject('testDatabaseUrl');
  const home = await freshHome();
  const removeHome = () => rm(home, { recursive: true, force: true, maxRetries: 3 });
  if (server === '') {
    await prepareFolder(home);
    return { home, env: { WEFT_HOME: home, DATABASE_BUFFER_MB: String(bufferMb) }, dispose: removeHome };
  }
  const url = await cloneDatabase(server);
  return {
    home,
    env: { WEFT_HOME: home, DATABASE_URL: url },
    async dispose() {
      await dropDatabase(server, url);
      await removeHome();
    },
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL server that tests may make databases on; empty for PGlite. */
    testDatabaseUrl: string;
  }
}
