import { setTimeout as sleep } from 'node:timers/promises';
import { isPlatformError, type Logger, PlatformError } from '#kernel';
import { type Connections, withSystemClient } from './connections.ts';
import { classifyDatabaseError } from './database-error.ts';

/**
 * Machines and containers start in any order, so a server that isn't up yet gets this long. A slow machine may take as
 * long to make or repair a folder of PGlite's.
 */
const patienceMs = { postgres: 20_000, pglite: 120_000 } as const;
const pauseMs = 500;
/** One attempt in ten is told of. */
const attemptsPerLine = 10;

/** Resolves with the first connection; rejects when the server can't be reached, or at once when it refuses us. */
export async function waitForServer(connections: Connections, logger: Logger): Promise<void> {
  const deadline = performance.now() + patienceMs[connections.kind];
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await withSystemClient(connections, async () => {});
    } catch (cause) {
      const isDown = classifyDatabaseError(cause) === 'connection';
      if (!isDown || performance.now() >= deadline) throw unreachable(cause);
      if (attempt % attemptsPerLine === 0) {
        logger.warn({ reason: reasonOf(cause) }, 'The database server is not up yet; trying again');
      }
      await sleep(pauseMs);
    }
  }
}

function unreachable(cause: unknown): PlatformError {
  if (isPlatformError(cause)) return cause;
  const { summary, next } = unreachableInWords(cause);
  return new PlatformError('unavailable', 'database.unreachable', `${summary} ${next}`, { cause });
}

/** By what the server or the socket says. */
const remedies: Readonly<Record<string, string>> = {
  ENOTFOUND: 'No host has the name in DATABASE_URL: correct it.',
  EAI_AGAIN: 'The name of the host in DATABASE_URL can not be looked up: correct it, or the DNS of this machine.',
  '28P01': 'Correct the user and the password in DATABASE_URL.',
  '28000': 'Correct the user in DATABASE_URL, or let them in from this machine (pg_hba.conf).',
  '3D000': 'Make the database (createdb), or correct its name in DATABASE_URL.',
  '53300': 'Lower DATABASE_POOL_SIZE of the processes, or raise max_connections of the server.',
  '57P03': 'The server is starting or stopping: start Weft again when it takes connections.',
};

/** Why the database could not be opened, and what to do. */
export function unreachableInWords(cause: unknown): { readonly summary: string; readonly next: string } {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const next = remedies[code] ?? 'Check DATABASE_URL and that the server is running.';
  return { summary: `The database can't be opened: ${reasonOf(cause)}.`, next };
}

/** A host with several addresses fails with an error that has a code and no text. */
function reasonOf(cause: unknown): string {
  if (cause instanceof Error && cause.message !== '') return cause.message.replace(/\.$/, '');
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
}
