import { type Kysely, sql } from 'kysely';
import type { Logger } from '../../kernel/index.ts';
import type { Database } from './contract.ts';

const periodMs = 60_000;

/** Stops the upkeep. */
export type StopUpkeep = () => void;

/**
 * Where nobody else removes dead rows and keeps the planner's statistics, the tables that changed most are vacuumed here
 * each minute, one at a time, by the rules of autovacuum: PGlite has no background processes, and a server's autovacuum may
 * be switched off. Without either, look-ups read more the more there is: a planner that knows nothing of a table reads all
 * rows of a workspace to find one.
 */
export function startUpkeep(database: Database, logger: Logger): StopUpkeep {
  const upkeep = new Upkeep(database, logger);
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    upkeep
      .work()
      .catch((error: unknown) => logger.warn({ err: error }, 'The upkeep of the database failed'))
      .finally(() => {
        isRunning = false;
      });
  }, periodMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** What is done each minute. */
export class Upkeep {
  readonly #db: Kysely<unknown>;
  readonly #isServer: boolean;
  readonly #logger: Logger;
  #isTold = false;

  constructor(database: Database, logger: Logger) {
    this.#db = database.system();
    this.#isServer = database.kind === 'postgres';
    this.#logger = logger;
  }

  /** Resolves with the names of the tables it worked on. */
  async work(): Promise<string[]> {
    if (this.#isServer) {
      if (await this.#hasAutovacuum()) return [];
      this.#tell();
    }
    const tables = await this.#changedTables();
    for (const { schema, name } of tables) {
      // Another process may be at it, or drop it meanwhile: the others are done all the same.
      await sql`vacuum (analyze, skip_locked) ${sql.id(schema, name)}`
        .execute(this.#db)
        .catch((error: unknown) => this.#logger.warn({ err: error, table: name }, 'A table could not be vacuumed'));
    }
    return tables.map(({ name }) => name);
  }

  /** Asked anew each time, for it can be switched while the server runs. */
  async #hasAutovacuum(): Promise<boolean> {
    const { rows } = await sql<{ isOn: boolean }>`select current_setting('autovacuum')::bool as "isOn"`.execute(
      this.#db,
    );
    return rows[0]?.isOn === true;
  }

  #tell(): void {
    if (this.#isTold) return;
    this.#isTold = true;
    this.#logger.warn(
      { setting: 'autovacuum' },
      "PostgreSQL's autovacuum is off, so Weft vacuums its tables itself; better switch it on",
    );
  }

  /** Of the login role's tables, those that autovacuum would take. */
  async #changedTables(): Promise<{ schema: string; name: string }[]> {
    const { rows } = await sql<{ schema: string; name: string }>`
      select schemaname::text as schema, changed.relname::text as name from pg_stat_user_tables changed
      join pg_class on pg_class.oid = changed.relid and relowner = quote_ident(current_user)::regrole
      where n_dead_tup > 500 + 0.2 * n_live_tup
        or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
        or n_mod_since_analyze > 500 + 0.1 * n_live_tup
      order by n_dead_tup desc`.execute(this.#db);
    return rows;
  }
}
