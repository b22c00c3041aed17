import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Logger, PlatformError } from '#kernel';
import type { DatabaseActivity } from './contract.ts';
import type { PgliteServer } from './pglite-server.ts';
import { PgliteStream } from './pglite-stream.ts';
import { enterSession, localSettings, type Session, systemSession } from './session.ts';
import { StatementNames } from './statement-names.ts';
import { valueParsers } from './value-parsers.ts';

/** One checked-out connection, set to a session. */
export interface Lease {
  readonly client: pg.ClientBase;
  /** Of this kind of session. */
  readonly names: Pick<StatementNames, 'nameOf'>;
  /** The connection is of no session: each transaction begins with this. Undefined: it needs nothing. */
  readonly local?: string | undefined;
  /** `broken`: the connection is closed instead of being used again. */
  release(broken?: boolean): void;
}

/** The one pool of a process, shared by the system and all workspaces. */
export interface Connections {
  readonly kind: 'postgres' | 'pglite';
  acquire(session: Session): Promise<Lease>;
  /** Whether a pooler may give sessions to strangers: nothing is set, and no statement named, for longer than a transaction. */
  isShared: boolean;
  readonly counts: DatabaseActivity['connections'];
  close(): Promise<void>;
}

export interface PostgresOptions {
  readonly url: string;
  readonly poolSize: number;
  /** Milliseconds until whoever waits for a connection is told that there is none. */
  readonly patience?: number;
  readonly logger: Logger;
}

/** Waiting this long for a connection means the pool is exhausted or the server is unreachable. */
const acquireTimeoutMs = 30_000;
const closeMs = 5_000;
const maxLifetimeSeconds = 600;

export function connectPostgres({ url, poolSize, patience = acquireTimeoutMs, logger }: PostgresOptions): Connections {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types: valueParsers,
    application_name: 'weft',
    // Queries that are asked for one after the other are sent so, without a trip for each.
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idleTimeoutMillis: 60_000,
    // A plan made while a table was small stays with its connection, and the server may not be one that analyzes tables.
    maxLifetimeSeconds,
    connectionTimeoutMillis: patience,
  });
  return new PooledConnections('postgres', pool, logger);
}

export function connectPglite(server: PgliteServer, logger: Logger): Connections {
  const pool = new pg.Pool({
    // One connection is all PGlite has; a transaction holds it, everybody else queues.
    max: 1,
    types: valueParsers,
    user: 'postgres',
    password: '',
    host: 'pglite',
    database: 'postgres',
    ssl: false,
    pipeline: true,
    stream: () => new PgliteStream(server),
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: acquireTimeoutMs,
  });
  return new PooledConnections('pglite', pool, logger, () => server.close());
}

class PooledConnections implements Connections {
  readonly kind: 'postgres' | 'pglite';
  isShared = false;
  readonly #pool: pg.Pool;
  readonly #afterClose: () => Promise<void>;
  readonly #names = { system: new StatementNames('system_'), workspace: new StatementNames('workspace_') };

  constructor(kind: 'postgres' | 'pglite', pool: pg.Pool, logger: Logger, afterClose = async () => {}) {
    this.kind = kind;
    this.#pool = pool;
    this.#afterClose = afterClose;
    // An idle connection that the server ends (restart, failover) must not end the process; the pool replaces it.
    pool.on('error', (error) => logger.warn({ err: error }, 'An idle database connection was lost'));
    // One that breaks while it is checked out tells so by an event as well as by the failing query. It may do so in the
    // same chunk that made it ready, before whoever asked for it has it; so it is listened to from the start.
    pool.on('connect', (client) => client.on('error', () => {}));
  }

  get counts(): DatabaseActivity['connections'] {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { open, idle, waiting };
  }

  async acquire(session: Session): Promise<Lease> {
    const client = await this.#checkOut();
    if (this.isShared) return { ...leaseOf(client, unnamed), local: localSettings(session) };
    const lease = leaseOf(client, this.#names[session.kind]);
    try {
      await enterSession(client, session);
      return lease;
    } catch (error) {
      lease.release(true);
      throw error;
    }
  }

  async close(): Promise<void> {
    // A query that hangs must not keep the process; what is not committed by then is rolled back by the database.
    await Promise.race([this.#pool.end(), sleep(closeMs, undefined, { ref: false })]);
    await this.#afterClose();
  }

  async #checkOut(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (cause) {
      if (!(cause instanceof Error) || !cause.message.startsWith('timeout exceeded')) throw cause;
      const message =
        'No database connection became free within 30 seconds. Raise DATABASE_POOL_SIZE; a query on the outer database awaited inside a transaction also waits for ever.';
      throw new PlatformError('unavailable', 'database.unavailable', message, { cause });
    }
  }
}

/** A name is of one session. */
const unnamed = { nameOf: () => undefined };

function leaseOf(client: pg.PoolClient, names: Lease['names']): Lease {
  return { client, names, release: (broken = false) => client.release(broken) };
}

/** Runs one function on a connection of the system session. */
export async function withSystemClient<T>(
  connections: Connections,
  use: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const lease = await connections.acquire(systemSession);
  try {
    return await use(lease.client);
  } finally {
    lease.release();
  }
}
