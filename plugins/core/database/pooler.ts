import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type HealthCheck, PlatformError } from '#kernel';
import type { Lease } from './connections.ts';

/**
 * What stands between this process and the server. `session`: a connection is one session for as long as it is open.
 * `transaction`: only for a transaction; what was set for a session, and names of prepared statements, are found by strangers.
 */
export type Pooler = 'none' | 'session' | 'transaction';

/** Looks are repeated, for other processes use the same pooler meanwhile. */
const rounds = 5;
const longestHoldMs = 500;

/**
 * Finds out, with what a PostgreSQL server and the poolers before it can't help telling: a server names the process that serves a
 * connection when it is opened, and a pooler, which has none yet, invents one. Behind a pooler two connections are asked in turns:
 * when both are served by one process while both are open, sessions are handed around.
 */
export async function findPooler({ client }: Pick<Lease, 'client'>, url: string): Promise<Pooler> {
  const { processID } = client as { readonly processID?: unknown };
  if (typeof processID !== 'number' || (await backendOf(client)) === processID) return 'none';
  const one = new pg.Client({ connectionString: url, application_name: 'weft' });
  const other = new pg.Client({ connectionString: url, application_name: 'weft' });
  // A connection that is lost says so to whoever asks.
  for (const each of [one, other]) each.on('error', () => {});
  try {
    await Promise.all([one.connect(), other.connect()]);
    return (await areShared(one, other)) ? 'transaction' : 'session';
  } finally {
    await Promise.allSettled([one.end(), other.end()]);
  }
}

async function areShared(one: pg.ClientBase, other: pg.ClientBase): Promise<boolean> {
  const seen = new Set<number>();
  for (let round = 0; round < rounds; round += 1) {
    seen.add(await backendOf(one));
    if (seen.size > 1) return true;
    try {
      await other.query('begin');
    } catch (cause) {
      throw perStatement(cause);
    }
    const held = await backendOf(other);
    // Asked while the other holds what the first one may have been given before; where there is but one, it would wait for ever.
    const asked = seen.has(held) ? undefined : backendOf(one);
    // Processes that start together may hold all the pooler has, and each wait for one more: what is held is given back.
    await Promise.race([asked, pause(longestHoldMs, undefined, { ref: false })]);
    await other.query('rollback');
    if (asked !== undefined) seen.add(await asked);
    if (seen.has(held) || seen.size > 1) return true;
  }
  return false;
}

async function backendOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

function perStatement(cause: unknown): PlatformError {
  const message =
    'The pooler that DATABASE_URL names takes no transactions: it hands its connections around after every statement (PgBouncer: pool_mode = statement). Nothing was changed. Set pool_mode = transaction or session there, or point DATABASE_URL at the PostgreSQL server itself.';
  return new PlatformError('conflict', 'database.pooler_per_statement', message, { cause });
}

/** What stands before the server, and what that costs. */
export function poolerHealthCheck(opened: {
  readonly pooler: Pooler | 'embedded';
  readonly canListen: boolean;
}): HealthCheck {
  return {
    id: 'database.pooler',
    title: 'Pooler of the database',
    async check() {
      const { pooler, canListen } = opened;
      const facts = { pooler };
      if (!canListen) {
        return {
          state: 'warning',
          code: 'database.no_notifications',
          summary:
            'A pooler hands connections around after every transaction: it works, but processes hear of each other only where they look, seconds late, and not at all of stops of runs.',
          next: 'Set DATABASE_DIRECT_URL to the address of the PostgreSQL server itself; each process keeps one connection there.',
          facts,
        };
      }
      const summaries = {
        embedded: 'The embedded database needs no pooler.',
        none: 'The PostgreSQL server is reached without a pooler.',
        session: 'A pooler gives each connection a session of its own.',
        transaction: 'A pooler hands connections around after every transaction; notifications go past it.',
      };
      return { state: 'ok', summary: summaries[pooler], facts };
    },
  };
}
