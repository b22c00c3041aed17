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
