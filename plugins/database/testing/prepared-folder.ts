import { constants } from 'node:fs';
import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isPlatformError } from '../../../kernel/index.ts';
import { type DataFolderLock, lockDataFolder } from '../data-folder-lock.ts';
import { openDatabase } from '../open-database.ts';
import { migrationHash } from './migration-hash.ts';
import { silentLogger } from './silent-logger.ts';

const cache = fileURLToPath(new URL('../../../node_modules/.cache/weft/', import.meta.url));
const dayMs = 86_400_000;

/** Gives a data folder a PGlite database with all migrations: a copy of one that is made once and kept. */
export async function prepareFolder(home: string): Promise<void> {
  const prepared = await preparedFolder();
  await cp(prepared, join(home, 'postgres'), { recursive: true, mode: constants.COPYFILE_FICLONE });
}

async function preparedFolder(): Promise<string> {
  const folder = join(cache, `postgres-${await migrationHash()}`);
  if (await exists(folder)) return folder;
  const lock = await waitForLock(cache);
  try {
    if (!(await exists(folder))) await build(folder);
  } finally {
    lock.release();
  }
  return folder;
}

async function build(folder: string): Promise<void> {
  const home = `${folder}.building`;
  await rm(home, { recursive: true, force: true });
  const opened = await openDatabase({ home, url: '', poolSize: 1, logger: silentLogger });
  try {
    await opened.ready;
  } finally {
    await opened.close();
  }
  await rename(join(home, 'postgres'), folder);
  await rm(home, { recursive: true, force: true });
}

/** Workers and whole test runs share the folder; one prepares it, the others wait. */
async function waitForLock(home: string): Promise<DataFolderLock> {
  const deadline = performance.now() + 50_000;
  for (;;) {
    try {
      return await lockDataFolder(home);
    } catch (error) {
      const isBusy = isPlatformError(error) && error.code === 'database.folder_in_use';
      if (!isBusy || performance.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

/** Removes what earlier versions of the migrations left in the cache. */
export async function removeOldFolders(): Promise<void> {
  await mkdir(cache, { recursive: true });
  for (const name of await readdir(cache)) {
    const path = join(cache, name);
    const found = await stat(path).catch(() => undefined);
    if (!name.startsWith('postgres-') || found === undefined || Date.now() - found.mtimeMs < dayMs) continue;
    if (!name.includes(await migrationHash())) await rm(path, { recursive: true, force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
