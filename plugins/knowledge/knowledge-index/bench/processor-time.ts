import { readFile } from 'node:fs/promises';
import type { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';

/** Milliseconds of a tick in `/proc`. */
const TICK = 10;

export interface Spent {
  /** Milliseconds of the processor: of this process, and of the database's. */
  readonly cpu: number;
  readonly databaseCpu: number;
  /** Milliseconds that went by. */
  readonly wall: number;
}

/** What work costs, in this process and in those of the database that serve it: the server has to be on this machine. */
export async function spent(database: Database, work: () => Promise<unknown>): Promise<Spent> {
  const ownBefore = process.cpuUsage();
  const before = await databaseTime(database);
  const start = performance.now();
  await work();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(ownBefore);
  const databaseCpu = (await databaseTime(database)) - before;
  return { cpu: (user + system) / 1_000 + databaseCpu, databaseCpu, wall };
}

async function databaseTime(database: Database): Promise<number> {
  const rows = await runQuery<{ pid: number }>(
    database,
    'select pid from pg_stat_activity where datname = current_database()',
  );
  let ticks = 0;
  for (const { pid } of rows) {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }
  return ticks * TICK;
}
