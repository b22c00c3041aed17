import { type Kysely, sql } from 'kysely';

/**
 * Of the tokens that were counted: those read from caches of providers and written into them, those of thoughts, and those
 * of models whose price is not known. Constant defaults: no row is written.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['usage_models', 'usage_keys']) {
    await sql`
      alter table ${sql.table(table)}
        add column cached_tokens bigint not null default 0,
        add column cache_write_tokens bigint not null default 0,
        add column reasoning_tokens bigint not null default 0,
        add column unpriced_tokens bigint not null default 0`.execute(db);
  }
}
