import { LRUCache } from 'lru-cache';
import type { Egress } from '#plugins/egress/contract.ts';
import { type Bearer, type Connection, connect, type Dialect } from './connection.ts';
import type { Endpoint } from './contract.ts';
import { statusOf } from './failures.ts';

/** Milliseconds for which a connection waits for the next call of its run. */
const IDLE_MS = 30_000;
/** Milliseconds for which is known how a server speaks. */
const DIALECT_MS = 600_000;
const MAX_OPEN = 500;
/** Milliseconds in which a server is told that a call is cancelled, before its connection goes. */
const PARTING_MS = 2_000;

/** Who calls what. */
export interface Call {
  /** Of one server, and one subject: `server id + subject`. */
  readonly key: string;
  /** Calls of one run share a connection, and with it the session that older servers keep; null: a connection of its own. */
  readonly runId: string | null;
  readonly endpoint: Endpoint;
  readonly bearer: Bearer | null;
  readonly signal: AbortSignal;
  readonly isListing?: boolean;
}

interface Open {
  readonly connection: Promise<Connection>;
  users: number;
  timer: NodeJS.Timeout | undefined;
}

/** Connections to MCP servers: opened when they are needed, shared by the calls of a run, closed soon after. */
export class Connections {
  readonly #open = new Map<string, Open>();
  readonly #dialects = new LRUCache<string, Dialect>({ max: 1_000, ttl: DIALECT_MS });
  readonly #parts: { readonly egress: Egress };

  constructor(parts: { readonly egress: Egress }) {
    this.#parts = parts;
  }

  /**
   * Does something with a connection. What fails because the server has forgotten the session is done again, once, with a new
   * one: such a request did nothing.
   */
  async use<T>(call: Call, work: (connection: Connection) => Promise<T>): Promise<T> {
    try {
      return await this.#once(call, work);
    } catch (error) {
      if (statusOf(error) !== 404 || call.runId === null || call.signal.aborted) throw error;
      return await this.#once(call, work);
    }
  }

  /** Forgets how a server speaks: it may have changed. */
  forget(server: string): void {
    for (const key of this.#dialects.keys()) if (key.startsWith(`${server} `)) this.#dialects.delete(key);
    for (const [key, open] of this.#open) if (key.startsWith(`${server} `)) this.#drop(key, open);
  }

  async close(): Promise<void> {
    const open = [...this.#open.values()];
    this.#open.clear();
    await Promise.allSettled(
      open.map(async ({ connection, timer }) => {
        clearTimeout(timer);
        await (await connection).close();
      }),
    );
  }

  async #once<T>(call: Call, work: (connection: Connection) => Promise<T>): Promise<T> {
    const key = call.runId === null ? `${call.key} ${crypto.randomUUID()}` : `${call.key} ${call.runId}`;
    const open = this.#open.get(key) ?? this.#begin(key, call);
    clearTimeout(open.timer);
    open.users += 1;
    let isGood = false;
    try {
      const connection = await open.connection;
      const result = await Promise.race([work(connection), connection.broken]).catch((error: unknown) => {
        throw told(error, connection.heard());
      });
      isGood = call.runId !== null;
      return result;
    } finally {
      open.users -= 1;
      if (call.signal.aborted) this.#leave(key, open);
      else if (!isGood || this.#open.size > MAX_OPEN) this.#drop(key, open);
      else if (open.users === 0) {
        open.timer = setTimeout(() => this.#drop(key, open), IDLE_MS);
        open.timer.unref();
      }
    }
  }

  #begin(key: string, { key: server, endpoint, bearer, signal, isListing = false }: Call): Open {
    const { egress } = this.#parts;
    const dialect = this.#dialects.get(server);
    const connection = connect({ egress, endpoint, bearer, dialect, signal, isListing }).then(
      (opened) => {
        this.#dialects.set(server, opened.dialect);
        return opened;
      },
      (error: unknown) => {
        this.#dialects.delete(server);
        throw error;
      },
    );
    const open: Open = { connection, users: 0, timer: undefined };
    this.#open.set(key, open);
    return open;
  }

  /** The run is over: no other call of it comes. */
  #leave(key: string, open: Open): void {
    if (this.#open.get(key) === open) this.#open.delete(key);
    setTimeout(() => this.#drop(key, open), PARTING_MS).unref();
  }

  /** Others that share it have their answers first, unless it broke. */
  #drop(key: string, open: Open): void {
    if (this.#open.get(key) === open) this.#open.delete(key);
    if (open.users > 0) return;
    clearTimeout(open.timer);
    open.connection.then(
      (connection) => connection.close(),
      () => {},
    );
  }
}

/** The library's error, with what its request broke on as the cause. */
function told(error: unknown, heard: unknown): unknown {
  if (heard !== undefined && error instanceof Error && error.cause === undefined) error.cause = heard;
  return error;
}
