import { type Kysely, sql } from 'kysely';
import type { Logger } from '../../kernel/index.ts';

const periodMs = 60_000;

/** Stops the upkeep. */
export type StopUpkeep = () => void;

/**
 * PGlite has no background processes, so nobody else removes dead rows and keeps the planner's statistics: each minute
 * the tables that changed most are vacuumed, one at a time, by the rules of autovacuum.
 */
export function startUpkeep(db: Kysely<unknown>, logger: Logger): StopUpkeep {
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    vacuumChangedTables(db)
      .catch((error: unknown) => logger.warn({ err: error }, 'The upkeep of the database failed'))
      .finally(() => {
        isRunning = false;
      });
  }, periodMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Resolves with the names of the tables it worked on. */
export async function vacuumChangedTables(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_stat_user_tables
    where n_dead_tup > 500 + 0.2 * n_live_tup
      or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
      or n_mod_since_analyze > 500 + 0.1 * n_live_tup
    order by n_dead_tup desc`.execute(db);
  for (const { name } of rows) await sql`vacuum (analyze) ${sql.table(name)}`.execute(db);
  return rows.map(({ name }) => name);
}
