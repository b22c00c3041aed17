import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Database, Notifications } from '#plugins/database/contract.ts';

interface Query {
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** What the library uses of a connection. */
export interface PoolClient {
  query(query: string | Query, values?: readonly unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
  release(): void;
}

type Connected = (error: Error | undefined, client?: unknown, release?: () => void) => void;

/** Where the queue tells of new jobs. */
export const INSERT_CHANNEL = 'jobs:insert';
const RETRY_MS = 1_000;

/**
 * The `pg.Pool` that graphile-worker asks for, over the system connections of the database: the same pool as all others
 * use, and on PGlite its one connection. While the database is away, callers wait.
 */
export class PoolStore extends EventEmitter {
  /** Read by the library, which warns when there are fewer connections than workers; ours wait for each other. */
  readonly options = { max: 1_000 };
  readonly #database: Database;
  readonly #notifications: Notifications;
  #held: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(database: Database, notifications: Notifications) {
    super();
    this.#database = database;
    this.#notifications = notifications;
    // The library wants these listened to; the database's own pool sees to its connections.
    this.on('error', () => {});
    this.on('connect', () => {});
  }

  /** Nobody gets a connection before `until` is through. */
  hold(until: Promise<void>): void {
    this.#held = until;
  }

  /** Callers that wait for the database give up. */
  close(): void {
    this.#isClosed = true;
  }

  connect(): Promise<PoolClient>;
  /** The library's way to ask for the connection on which it listens for new jobs. */
  connect(connected: Connected): void;
  connect(connected?: Connected): Promise<PoolClient> | undefined {
    if (connected === undefined) return this.#connect();
    const client = new Listening();
    const end = this.#notifications.listen(INSERT_CHANNEL, (payload) => {
      client.emit('notification', { channel: INSERT_CHANNEL, payload });
    });
    connected(undefined, client, end);
    return undefined;
  }

  async #connect(): Promise<PoolClient> {
    await this.#held;
    for (;;) {
      try {
        return await checkOut(this.#database.system());
      } catch (error) {
        if (this.#isClosed) throw error;
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  }
}

/** Stands for the connection that listens: `LISTEN` is the database plugin's matter. */
class Listening extends EventEmitter {
  async query(): Promise<{ readonly rows: readonly unknown[] }> {
    return { rows: [] };
  }
}

function checkOut(db: Kysely<unknown>): Promise<PoolClient> {
  return new Promise((resolve, reject) => {
    db.connection()
      .execute(
        (connection) =>
          new Promise<void>((release) => {
            resolve({
              query(query, values) {
                const { text, values: own = values ?? [] } = typeof query === 'string' ? { text: query } : query;
                return connection.executeQuery(CompiledQuery.raw(text, [...own]));
              },
              release,
            });
          }),
      )
      .catch(reject);
  });
}
