import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { killLeftovers, type ServerProcess, startServer } from './server-process.ts';

type Settings = Readonly<Record<string, string>>;

/** A database of a test's own and a master key, for one process after the other, or for two with a data folder each. */
export interface Installation extends TestDatabaseEnvironment {
  /** Data folder of the second process, which needs a PostgreSQL server; empty before its first start. */
  readonly otherHome: string;
  /** Starts a process whose data folder is `home`, with more settings if there are any. */
  start(more?: Settings): Promise<ServerProcess>;
  /** Starts one whose data folder is `otherHome`. */
  startOther(more?: Settings): Promise<ServerProcess>;
}

/** For `beforeAll`; `dispose` ends its processes, too. The settings are those of every process. */
export async function testInstallation(settings: Settings = {}): Promise<Installation> {
  const environment = await testDatabaseEnvironment();
  const otherHome = await mkdtemp(join(tmpdir(), 'weft-test-'));
  const env = {
    ...environment.env,
    // What one process seals, the other opens.
    WEFT_SECRET_KEY: randomBytes(32).toString('base64'),
    ...settings,
  };
  return {
    home: environment.home,
    otherHome,
    env,
    start: (more = {}) => startServer({ ...env, ...more }),
    startOther: (more = {}) => startServer({ ...env, ...more, WEFT_HOME: otherHome }),
    async dispose() {
      await killLeftovers();
      await environment.dispose();
      await rm(otherHome, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
