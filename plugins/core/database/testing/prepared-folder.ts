import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isPlatformError } from '#kernel';
import { holdCompiled } from '#kernel/testing/hold-compiled.ts';
import { type DataFolderLock, lockDataFolder } from '#plugins/database/data-folder-lock.ts';
import { openDatabase } from '#plugins/database/open-database.ts';
import { migrationHash } from './migration-hash.ts';
import { silentLogger } from './silent-logger.ts';
import { lengthenLog, makeSmall, newLogFile } from './small-folder.ts';

const cache = fileURLToPath(new URL('../../../../node_modules/.cache/weft/', import.meta.url));
const dayMs = 86_400_000;
const memoryFolder = '/dev/shm';
const tmpfs = 0x01021994;

const pglite = join(createRequire(import.meta.url).resolve('@electric-sql/pglite'), '../pglite.wasm');

/** A fresh data folder, in memory where there is room: on a disk its 1,300 files cost up to a second to make. */
export async function freshHome(): Promise<string> {
  return mkdtemp(join(await roomiest(), 'weft-test-'));
}

async function roomiest(): Promise<string> {
  const found = await statfs(memoryFolder).catch(() => undefined);
  // Containers often have 64 MB there; a database takes 42.
  const hasRoom = found !== undefined && found.type === tmpfs && found.bavail * found.bsize > 2 ** 31;
  return hasRoom ? memoryFolder : tmpdir();
}

/** Gives a data folder a PGlite database with all migrations: a copy of one that is made once and kept. */
export async function prepareFolder(home: string): Promise<void> {
  const prepared = await preparedFolder();
  holdCompiled(pglite);
  const folder = join(home, 'postgres');
  // A third of the processor's time of the copy that waits for each file.
  cpSync(prepared, folder, { recursive: true });
  lengthenLog(folder);
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
  let log: string;
  try {
    await opened.ready;
    log = await newLogFile(opened.database);
  } finally {
    await opened.close();
  }
  makeSmall(join(home, 'postgres'), log);
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

/** Removes what earlier versions of the migrations left in the cache, and what killed test runs left in memory. */
export async function removeOldFolders(): Promise<void> {
  for (const name of await readdir(memoryFolder).catch((): string[] => [])) {
    const path = join(memoryFolder, name);
    const found = await stat(path).catch(() => undefined);
    const isOld = found !== undefined && Date.now() - found.mtimeMs > dayMs;
    if (name.startsWith('weft-test-') && isOld) await rm(path, { recursive: true, force: true });
  }
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
