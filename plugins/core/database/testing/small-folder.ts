import { readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';

/** `template1` and `template0`, by their numbers: PGlite has one session, and it is with `postgres`. */
const templates = ['1', '4'];
const logFileBytes = 16 * 2 ** 20;

/** Begins a file of the write-ahead log, and gives its name. */
export async function newLogFile(database: Database): Promise<string> {
  const db = database.system();
  await sql`select pg_switch_wal()`.execute(db);
  await sql`checkpoint`.execute(db);
  const { rows } = await sql<{ name: string }>`select pg_walfile_name(pg_current_wal_insert_lsn()) as name`.execute(db);
  return rows[0]?.name ?? '';
}

/**
 * Leaves out of the closed folder what no test reads: the tables of the template databases, and all of the log but the end
 * of its last file, without the zeros behind it. Two thirds of the bytes and a third of the files of each copy.
 */
export function makeSmall(folder: string, logFile: string): void {
  for (const template of templates) {
    removeFiles(join(folder, 'base', template), (name) => name !== 'PG_VERSION');
  }
  const log = join(folder, 'pg_wal');
  removeFiles(log, (name) => /^[0-9A-F]{24}$/.test(name) && name !== logFile);
  const content = readFileSync(join(log, logFile));
  let end = content.length;
  while (end > 0 && content[end - 1] === 0) end -= 1;
  truncateSync(join(log, logFile), end);
}

/** Gives the log of a copy its zeros back: a hole, which takes no memory. */
export function lengthenLog(folder: string): void {
  const log = join(folder, 'pg_wal');
  for (const entry of readdirSync(log, { withFileTypes: true })) {
    if (entry.isFile()) truncateSync(join(log, entry.name), logFileBytes);
  }
}

function removeFiles(folder: string, isRemoved: (name: string) => boolean): void {
  for (const name of readdirSync(folder)) if (isRemoved(name)) rmSync(join(folder, name), { recursive: true });
}
