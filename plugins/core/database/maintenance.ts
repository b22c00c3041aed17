import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Logger } from '#kernel';
import type { SessionDatabase } from './session-database.ts';

const periodMs = 10_000;

type MaintainedDatabase = Pick<SessionDatabase, 'kind' | 'keepsSessions' | 'system'>;

/** Stops the maintenance. */
export type StopMaintenance = () => void;

/**
 * A planner that knows nothing of a table reads all rows of a workspace to find one, so tables are analyzed as soon as there
 * is something in them: a server's autovacuum comes once a minute, and takes the small ones first. Where nobody else removes
 * dead rows, for PGlite has no background processes and a server's autovacuum may be switched off, the tables that changed
 * most are vacuumed too, one at a time, by the rules of autovacuum.
 */
export function startMaintenance(database: MaintainedDatabase, logger: Logger): StopMaintenance {
  const maintenance = new Maintenance(database, logger);
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    maintenance
      .work()
      .catch((error: unknown) => logger.warn({ err: error }, 'The maintenance of the database failed'))
      .finally(() => {
        isRunning = false;
      });
  }, periodMs);
  timer.unref();
  return () => clearInterval(timer);
}

interface Table {
  readonly schema: string;
  readonly name: string;
}

/** By PostgreSQL's own counts; autovacuum's thresholds, but higher for small tables. */
const HAS_DEAD_ROWS = sql<boolean>`n_dead_tup > 500 + 0.2 * n_live_tup or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup`;
const HAS_CHANGED = sql<boolean>`n_mod_since_analyze > 500 + 0.1 * n_live_tup`;
const IS_UNKNOWN = sql<boolean>`last_analyze is null and last_autoanalyze is null and n_live_tup > 500`;

const VACUUM = sql`vacuum (analyze, skip_locked)`;
const ANALYZE = sql`analyze (skip_locked)`;

/** What is done now and then. Each method resolves with the names of the tables it worked on. */
export class Maintenance {
  readonly #db: Kysely<unknown>;
  readonly #database: MaintainedDatabase;
  readonly #isServer: boolean;
  readonly #logger: Logger;
  #isTold = false;

  constructor(database: MaintainedDatabase, logger: Logger) {
    this.#db = database.system();
    this.#database = database;
    this.#isServer = database.kind === 'postgres';
    this.#logger = logger;
  }

  async work(): Promise<string[]> {
    if (this.#isServer && (await this.#hasAutovacuum())) return this.analyzeUnknown();
    if (this.#isServer) this.#tell();
    return this.vacuumChanged();
  }

  async analyzeUnknown(): Promise<string[]> {
    return this.#each(await this.#tables(IS_UNKNOWN), ANALYZE);
  }

  async vacuumChanged(): Promise<string[]> {
    const vacuumed = await this.#each(await this.#tables(HAS_DEAD_ROWS), VACUUM);
    return [...vacuumed, ...(await this.#each(await this.#tables(HAS_CHANGED), ANALYZE))];
  }

  /** Another process may be at a table, or drop it meanwhile: the others are done all the same. */
  async #each(tables: readonly Table[], command: RawBuilder<unknown>): Promise<string[]> {
    for (const { schema, name } of tables) {
      await this.#gently((db) => sql`${command} ${sql.id(schema, name)}`.execute(db)).catch((error: unknown) =>
        this.#logger.warn({ err: error, table: name }, 'The maintenance of a table failed'),
      );
    }
    return tables.map(({ name }) => name);
  }

  /** A server rests between pages, as it does in an autovacuum. PGlite must not: meanwhile it does nothing else. */
  #gently(work: (db: Kysely<unknown>) => Promise<unknown>): Promise<unknown> {
    // Nor is a setting left on a connection that strangers get.
    if (!this.#isServer || !this.#database.keepsSessions) return work(this.#db);
    return this.#db.connection().execute(async (db) => {
      await sql`set vacuum_cost_delay = '2ms'`.execute(db);
      await work(db).finally(() => sql`reset vacuum_cost_delay`.execute(db));
    });
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

  /** Of the login role's. */
  async #tables(condition: RawBuilder<boolean>): Promise<Table[]> {
    const { rows } = await sql<Table>`
      select schemaname::text as schema, counted.relname::text as name from pg_stat_user_tables counted
      join pg_class on pg_class.oid = counted.relid and relowner = quote_ident(current_user)::regrole
      where ${condition}
      order by n_dead_tup desc`.execute(this.#db);
    return rows;
  }
}
