import { type Kysely, type RawBuilder, sql } from 'kysely';

/**
 * Rows of one owner, for `inIndexOrder`. The planner takes an owner of many rows for one whose rows are everywhere, and would
 * look for the newest of them along the primary key: past all rows of others, where they are old. So it is not told whose
 * they are (`select`), and told twice how few: then the owner's own index is the best, whatever its statistics say.
 */
export function only(column: string, id: string | RawBuilder<unknown>): RawBuilder<boolean> {
  const owner = typeof id === 'string' ? sql`(select ${id}::uuid)` : id;
  return sql<boolean>`${sql.ref(column)} = ${owner} and ${sql.ref(column)} between ${owner} and ${owner}`;
}

/**
 * The few rows of one owner. Before a table's first `analyze` every equality counts as one of many, and PostgreSQL reads an
 * index of the whole workspace besides, to compare the two. Told several times, it is that of a handful of rows, for which
 * its own index is enough. They come in no order.
 */
export function few(column: string, id: string | RawBuilder<unknown>): RawBuilder<boolean> {
  const owner = typeof id === 'string' ? sql`${id}::uuid` : id;
  return sql<boolean>`${only(column, owner)} and ${sql.ref(column)} = any(array[${owner}])`;
}

/**
 * Queries whose rows come in the order of an index, as many as they ask for. Without it the planner, which can't know how
 * many rows an owner has, may read and sort them all.
 */
export function inIndexOrder<Tables, Value>(
  db: Kysely<Tables>,
  work: (db: Kysely<Tables>) => Promise<Value>,
): Promise<Value> {
  return db.transaction().execute(async (transaction) => {
    // What must be sorted all the same looks expensive then, and is not to be compiled for that.
    await sql`select set_config('enable_sort', 'off', true), set_config('jit', 'off', true)`.execute(transaction);
    return work(transaction);
  });
}
