import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { HealthFacts, HealthFinding } from './health.ts';

const mebibyte = 1024 * 1024;
/** Bytes; with less a database or an upload fails at any moment. */
const fewest = 64 * mebibyte;
/** Bytes below which somebody should look. */
const few = 1024 * mebibyte;

/** The codes under which a folder is told of that is not well, and the setting that names it. */
export interface FolderTerms {
  readonly unusable: { readonly code: string };
  readonly littleSpace: { readonly code: string };
  readonly setting: string;
}

/**
 * Looks whether a folder can be used and has space; one that is not there is made at its first use, so the one it will lie in is
 * looked at. Changes nothing.
 */
export async function lookAtFolder(
  folder: string,
  { unusable, littleSpace, setting }: FolderTerms,
): Promise<HealthFinding> {
  try {
    await assertUsable(folder);
  } catch (error) {
    const summary = `The folder ${folder} can't be used: ${error instanceof Error ? error.message : String(error)}.`;
    const next = `Give the user of the server the right to write to ${folder} (chown, chmod), or set ${setting} to another folder.`;
    return { state: 'failed', ...unusable, summary, next };
  }
  const { bavail, bsize } = await statfs(await nearest(folder));
  return spaceFinding({ folder, free: bavail * bsize, littleSpace, setting });
}

/** What so many free bytes of the folder's disk mean. */
export function spaceFinding(found: SpaceFound): HealthFinding {
  const { folder, free, littleSpace, setting } = found;
  const facts: HealthFacts = { folder, free_bytes: free };
  const summary = `The folder ${folder} can be used, and has ${inUnits(free)} free.`;
  if (free >= few) return { state: 'ok', summary, facts };
  const next = `Free space on the disk of ${folder}, or set ${setting} to a folder on a larger one.`;
  return { state: free < fewest ? 'failed' : 'warning', ...littleSpace, summary, next, facts };
}

interface SpaceFound extends Pick<FolderTerms, 'littleSpace' | 'setting'> {
  readonly folder: string;
  readonly free: number;
}

/** Throws the system's error when it can't be read and written. Changes nothing. */
export async function assertUsable(folder: string): Promise<void> {
  const there = await nearest(folder);
  if (!(await stat(there)).isDirectory()) throw Object.assign(new Error(`${there} is no folder`), { code: 'ENOTDIR' });
  await access(there, constants.R_OK | constants.W_OK | constants.X_OK);
}

/** The folder itself, or the nearest above it that is there. */
async function nearest(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return false;
    },
  );
  return isThere || dirname(folder) === folder ? folder : nearest(dirname(folder));
}

function inUnits(bytes: number): string {
  const mebibytes = Math.floor(bytes / mebibyte);
  return mebibytes < 10_240 ? `${mebibytes} MiB` : `${Math.floor(mebibytes / 1024)} GiB`;
}
