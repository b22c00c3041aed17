import { type Environment, readEnvironment } from '#kernel';
import { startChild, startLoad } from './child.ts';
import type { Workbench } from './figure.ts';
import { makeHome, type Server, startServer } from './server.ts';

interface ScratchDatabase {
  readonly address: string;
  sql(statements: readonly string[]): Promise<readonly Readonly<Record<string, string>>[]>;
  drop(): Promise<void>;
}

/** Named by address, as the kernel names plugins: the engine imports none. */
const databaseBench = new URL('../../plugins/core/database/bench/', import.meta.url);

async function scratchDatabase(environment: Environment): Promise<ScratchDatabase | undefined> {
  const given = environment.DATABASE_URL || environment.TEST_DATABASE_URL;
  if (!given) return undefined;
  const { createScratchDatabase }: { createScratchDatabase(address: string): Promise<ScratchDatabase> } = await import(
    new URL('scratch-database.ts', databaseBench).href
  );
  return createScratchDatabase(given);
}

/** Everything figures need. What was started is stopped, last first, by `close`. */
export async function openWorkbench({
  isQuick,
  isVerbose,
  minutes,
}: {
  readonly isQuick: boolean;
  readonly isVerbose: boolean;
  readonly minutes: number;
}): Promise<{ bench: Workbench; close(): Promise<void> }> {
  const undo: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  const environment = readEnvironment();
  const database = await scratchDatabase(environment);
  if (database !== undefined) undo.push(() => database.drop());
  const models = await startChild(new URL('./model-server.ts', import.meta.url));
  undo.push(() => models.stop());
  const insert = database === undefined ? [] : [new URL('floor.ts', databaseBench).href, database.address];
  const floors = await startChild(new URL('../../http/bench/floors.ts', import.meta.url), [models.first, ...insert]);
  undo.push(() => floors.stop());
  const load = await startLoad();
  undo.push(() => load.stop());

  const shareServer = async (): Promise<Server> => {
    const home = await makeHome();
    undo.push(() => home.remove());
    const server = await startServer({ environment, database: database?.address, home: home.path });
    undo.push(() => server.stop());
    return server;
  };
  let shared: Promise<Server> | undefined;
  const bench: Workbench = {
    seconds: isQuick ? 1 : 4,
    isQuick,
    isVerbose,
    models: models.first,
    floors: floors.first,
    hasInsertFloor: database !== undefined,
    load: (plan) => load.run(plan),
    server() {
      shared ??= shareServer();
      return shared;
    },
    startServer: (backEnd, home, extra = {}) =>
      startServer({ environment, database: backEnd === 'PGlite' ? undefined : database?.address, home, extra }),
    sql: database?.sql,
    minutes,
    backEnds: database === undefined ? ['PGlite'] : ['PostgreSQL', 'PGlite'],
  };
  return { bench, close };
}
