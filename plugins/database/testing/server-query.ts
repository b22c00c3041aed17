import pg from 'pg';

/** Runs a statement on a server, past the processes of the platform: none of them is told. */
export async function serverQuery(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
