import pg from 'pg';

/** Locks tables for all others, as a migration or an administrator's query may, until the result is called. */
export async function lockTables(url: string, tables: readonly string[]): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`begin; lock table ${tables.join(', ')} in access exclusive mode`);
  return async () => {
    await client.query('rollback');
    await client.end();
  };
}

const waiting = 'from pg_locks where not granted and relation = $1::regclass';

/** How many statements wait for a lock on a table. */
export async function waitingFor(url: string, table: string): Promise<number> {
  const [row] = await ask<{ count: number }>(url, `select count(*)::int as count ${waiting}`, table);
  return row?.count ?? 0;
}

/** Ends them: what a process that is gone had asked for would be done after all. */
export async function endWaiting(url: string, table: string): Promise<void> {
  await ask(url, `select pg_terminate_backend(pid, 10000) ${waiting}`, table);
}

async function ask<Row extends pg.QueryResultRow>(url: string, text: string, table: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, [table])).rows;
  } finally {
    await client.end();
  }
}
