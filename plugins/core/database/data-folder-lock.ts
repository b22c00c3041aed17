import { randomUUID } from 'node:crypto';
import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PlatformError } from '#kernel';
import { currentProcessIdentity, isRunning, type ProcessIdentity } from './process-identity.ts';

/** The right of one process to use a data folder. */
export interface DataFolderLock {
  release(): void;
}

interface LockRecord extends ProcessIdentity {
  /** Tells two holders apart even when everything else is equal. */
  readonly nonce: string;
}

const heartbeatMs = 1_000;
/** Three missed heartbeats of a holder that can't be looked up from here: it is gone. */
const silenceMs = 3_500;
/** A takeover is two file operations; a claim older than this was left by a process that died between them. */
const staleClaimMs = 10_000;

/**
 * Takes `<home>/lock` or refuses: two processes on one data folder would corrupt the database silently. The file is
 * written beside and linked into place, so it is never seen half-written; it names its holder by pid and start time, so
 * what `kill -9` leaves behind is taken over at once and a reused pid deceives nobody. A holder in another container
 * (its pids mean nothing here) is known by the time stamp it renews each second.
 */
export async function lockDataFolder(home: string): Promise<DataFolderLock> {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const path = join(home, 'lock');
  const own: LockRecord = { ...currentProcessIdentity(), nonce: randomUUID() };
  const draft = join(home, `lock.${own.nonce}.tmp`);
  writeFileSync(draft, JSON.stringify(own), { mode: 0o600 });
  try {
    while (!linkOnce(draft, path)) {
      const holder = readRecord(path);
      if (holder === undefined) continue;
      if (holder !== 'unreadable' && (await isAlive(holder, path))) throw inUse(home, holder);
      if (replaceStale(path, draft, holder)) break;
      await sleep(20);
    }
  } finally {
    removeIfThere(draft);
  }
  return hold(path, own);
}

/** What `lockDataFolder` would refuse; changes nothing. */
export async function findLockTrouble(home: string): Promise<PlatformError | undefined> {
  const path = join(home, 'lock');
  const holder = readRecord(path);
  if (holder === undefined || holder === 'unreadable' || !(await isAlive(holder, path))) return undefined;
  return inUse(home, holder);
}

function hold(path: string, own: LockRecord): DataFolderLock {
  const beat = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(path, now, now);
    } catch {
      // The folder was removed under us; nothing is left to protect.
    }
  }, heartbeatMs);
  beat.unref();
  return {
    release() {
      clearInterval(beat);
      const holder = readRecord(path);
      if (holder !== undefined && holder !== 'unreadable' && holder.nonce === own.nonce) removeIfThere(path);
    },
  };
}

async function isAlive(holder: LockRecord, path: string): Promise<boolean> {
  const running = isRunning(holder);
  if (running !== 'unknown') return running;
  const seen = modifiedAt(path);
  const deadline = performance.now() + silenceMs;
  while (performance.now() < deadline) {
    await sleep(heartbeatMs / 4);
    if (modifiedAt(path) !== seen) return true;
  }
  return false;
}

/**
 * Replaces the lock of a dead holder by ours. Of several processes that try, only the one that gets the claim's name
 * may replace; a claim that turns out to link another record means somebody was faster.
 */
function replaceStale(path: string, draft: string, holder: LockRecord | 'unreadable'): boolean {
  const claim = `${path}.${holder === 'unreadable' ? 'unreadable' : holder.nonce}.claim.tmp`;
  if (!linkOnce(path, claim)) {
    // Linking renews the time of change, so it is the time of the claim.
    const claimed = statSync(claim, { throwIfNoEntry: false });
    if (claimed !== undefined && Date.now() - claimed.ctimeMs > staleClaimMs) removeIfThere(claim);
    return false;
  }
  try {
    const claimed = readRecord(claim);
    if (claimed === undefined || nonceOf(claimed) !== nonceOf(holder)) return false;
    renameSync(draft, path);
    return true;
  } finally {
    removeIfThere(claim);
  }
}

function nonceOf(record: LockRecord | 'unreadable'): string {
  return record === 'unreadable' ? record : record.nonce;
}

/** False when the name is taken (or, for a claim, the lock has just gone). */
function linkOnce(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOENT') return false;
    throw error;
  }
}

function readRecord(path: string): LockRecord | 'unreadable' | undefined {
  try {
    const record: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isRecord(record) ? record : 'unreadable';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : 'unreadable';
  }
}

function isRecord(value: unknown): value is LockRecord {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Partial<Record<keyof LockRecord, unknown>>;
  return typeof record.pid === 'number' && typeof record.place === 'string' && typeof record.nonce === 'string';
}

function modifiedAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function inUse(home: string, holder: LockRecord): PlatformError {
  return new PlatformError(
    'conflict',
    'database.folder_in_use',
    `The data folder ${home} is used by process ${holder.pid}. Stop that process first, or give this one a folder of its own (WEFT_HOME).`,
  );
}
