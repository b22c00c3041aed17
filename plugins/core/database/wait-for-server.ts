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
  const message = `The database can't be opened: ${reasonOf(cause)}. Check DATABASE_URL and that the server is running.`;
  return new PlatformError('unavailable', 'database.unreachable', message, { cause });
}

/** A host with several addresses fails with an error that has a code and no text. */
function reasonOf(cause: unknown): string {
  if (cause instanceof Error && cause.message !== '') return cause.message.replace(/\.$/, '');
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
}
