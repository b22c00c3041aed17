import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { QueryResult as PgResult, QueryConfig, QueryResultRow } from 'pg';
import { PlatformError } from '#kernel';
import { askClient, sendTogether } from './ask-client.ts';
import type { Connections, Lease } from './connections.ts';
import { classifyDatabaseError } from './database-error.ts';
import type { Session } from './session.ts';

/** Kysely over the shared pool, each connection set to one session before its first query. */
function weftDialect(acquire: () => Promise<Lease>): Dialect {
  return dialectOf(new SessionDriver(async () => new SessionConnection(await acquire())));
}

/** Whoever migrates holds a lock of their transaction already (`migrate.ts`); Kysely's is of the session, which a pooler hands on. */
class WeftAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}

  override async releaseMigrationLock(): Promise<void> {}
}

function dialectOf(driver: Driver): Dialect {
  return {
    createAdapter: () => new WeftAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/** `ready` holds every query back until the database is open and migrated. */
export function sessionDialect(connections: Connections, session: Session, ready?: Promise<void>): Dialect {
  if (ready === undefined) return weftDialect(() => connections.acquire(session));
  let isReady = false;
  const becomeReady = ready.then(() => {
    isReady = true;
  });
  becomeReady.catch(() => {});
  return weftDialect(async () => {
    if (!isReady) await becomeReady;
    return connections.acquire(session);
  });
}

/**
 * Runs the statements of one transaction, one of each `ask`, in a single trip: each is sent without waiting for the answer
 * to the one before, the commit too, and the database works through them in the order in which they were asked for. Where
 * one fails, nothing of it stays, for the database takes the commit of a failed transaction as a rollback; where one throws
 * before it has asked for anything, no commit is sent. A statement that has been answered can't be refused any more.
 */
export async function inBurst(lease: Lease, asks: readonly ((db: Kysely<never>) => Promise<unknown>)[]): Promise<void> {
  const connection = new SessionConnection(lease);
  const sent = Promise.withResolvers<void>();
  let unsent = asks.length;
  const shared: Lease = {
    client: lease.client,
    names: lease.names,
    local: lease.local,
    release: (isBroken) => connection.doubt(isBroken),
  };
  const onSent = () => {
    unsent -= 1;
    if (unsent === 0) sent.resolve();
  };
  const driver = new SessionDriver(async () => new SessionConnection(shared, { isInTransaction: true, onSent }));
  const db = new Kysely<never>({ dialect: dialectOf(driver) });
  try {
    sendTogether(lease.client);
    const begun = connection.begin('start transaction');
    const answers = Promise.allSettled([begun, ...asks.map(async (ask) => await ask(db))]);
    await Promise.race([sent.promise, answers]);
    const ended = connection.end(unsent > 0 ? 'rollback' : 'commit');
    const end = Promise.allSettled([ended]);
    // Those behind the first that failed did so because of it.
    for (const answer of [...(await answers), ...(await end)]) if (answer.status === 'rejected') throw answer.reason;
  } finally {
    connection.release();
  }
}

class SessionDriver implements Driver {
  readonly #connect: () => Promise<SessionConnection>;

  constructor(connect: () => Promise<SessionConnection>) {
    this.#connect = connect;
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<SessionConnection> {
    return this.#connect();
  }

  async beginTransaction(connection: SessionConnection, settings: TransactionSettings): Promise<void> {
    const isolation = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : '';
    const access = settings.accessMode ? ` ${settings.accessMode}` : '';
    await connection.begin(`start transaction${isolation}${access}`);
  }

  async commitTransaction(connection: SessionConnection): Promise<void> {
    await connection.end('commit');
  }

  async rollbackTransaction(connection: SessionConnection): Promise<void> {
    await connection.end('rollback');
  }

  async savepoint(connection: SessionConnection, name: string): Promise<void> {
    await connection.execute(`savepoint ${quote(name)}`);
  }

  async rollbackToSavepoint(connection: SessionConnection, name: string): Promise<void> {
    await connection.executeOrBreak(`rollback to ${quote(name)}`);
  }

  async releaseSavepoint(connection: SessionConnection, name: string): Promise<void> {
    await connection.execute(`release ${quote(name)}`);
  }

  async releaseConnection(connection: SessionConnection): Promise<void> {
    connection.release();
  }

  /** The pool is shared and outlives each Kysely instance; its owner closes it. */
  async destroy(): Promise<void> {}
}

interface Shared {
  readonly isInTransaction: boolean;
  /** Told of each statement when it is on its way. */
  readonly onSent: () => void;
}

class SessionConnection implements DatabaseConnection {
  readonly #lease: Lease;
  readonly #onSent: (() => void) | undefined;
  #isBroken = false;
  #isInTransaction: boolean;

  constructor(lease: Lease, shared?: Shared) {
    this.#lease = lease;
    this.#onSent = shared?.onSent;
    this.#isInTransaction = shared?.isInTransaction === true;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const name = parameters.length === 0 ? undefined : this.#lease.names.nameOf(sql);
    try {
      if (this.#lease.local !== undefined && !this.#isInTransaction)
        return await this.#alone<Row>(this.#lease.local, { text: sql, values: [...parameters] });
      return await this.#send<Row>({ text: sql, values: [...parameters], ...(name === undefined ? {} : { name }) });
    } catch (error) {
      if (classifyDatabaseError(error) === 'connection') this.#isBroken = true;
      if (name === undefined || !isOutdatedPlan(error)) throw error;
      // A migration of a newer process changed a table: this connection's prepared statements are of no use any more.
      this.#isBroken = true;
      if (this.#isInTransaction) throw error;
      return await this.#send<Row>({ text: sql, values: [...parameters] });
    }
  }

  /**
   * A transaction for one statement, where connections are handed around. It waits for the settings: were they refused, the
   * statement would see every workspace.
   */
  async #alone<Row>(local: string, query: QueryConfig): Promise<QueryResult<Row>> {
    await this.#enter('begin', local);
    sendTogether(this.#lease.client);
    const [answer, end] = await Promise.allSettled([this.#send<Row>(query), this.#send({ text: 'commit' })]);
    if (end.status === 'rejected') this.#isBroken = true;
    if (answer.status === 'rejected') throw answer.reason;
    if (end.status === 'rejected') throw end.reason;
    return answer.value;
  }

  async #enter(statement: string, local: string): Promise<void> {
    try {
      await this.#send({ text: `${statement}; ${local}` });
    } catch (error) {
      // Who knows how much of it was done.
      this.#isBroken = true;
      throw error;
    }
  }

  async #send<Row>(query: QueryConfig): Promise<QueryResult<Row>> {
    // Several statements in one text answer with one result each; the last one counts.
    const answer = await askClient(this.#lease.client, query, this.#onSent);
    const result = (Array.isArray(answer) ? answer.at(-1) : answer) as PgResult<QueryResultRow & Row>;
    const { rows } = result;
    return result.command === 'SELECT' || result.rowCount === null
      ? { rows }
      : { rows, numAffectedRows: BigInt(result.rowCount) };
  }

  async begin(statement: string): Promise<void> {
    if (this.#lease.local === undefined) await this.execute(statement);
    else await this.#enter(statement, this.#lease.local);
    this.#isInTransaction = true;
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new PlatformError('internal', 'database.no_streams', 'Rows are not streamed; read them in pages by key.');
  }

  async execute(statement: string): Promise<void> {
    await this.executeQuery(CompiledQuery.raw(statement));
  }

  async end(statement: 'commit' | 'rollback'): Promise<void> {
    await this.executeOrBreak(statement);
    this.#isInTransaction = false;
  }

  /** For statements that end a transaction: when one fails, nobody knows what the connection is in. */
  async executeOrBreak(statement: string): Promise<void> {
    try {
      await this.execute(statement);
    } catch (error) {
      this.#isBroken = true;
      throw error;
    }
  }

  /** Somebody else used its lease, and may have broken it. */
  doubt(isBroken = false): void {
    this.#isBroken ||= isBroken;
  }

  release(): void {
    this.#lease.release(this.#isBroken);
  }
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** PostgreSQL has no code of its own for "cached plan must not change result type". */
function isOutdatedPlan(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '0A000' && error.message.includes('cached plan');
}
