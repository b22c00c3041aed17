import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

export interface ScratchDatabase {
  readonly address: string;
  /** Executes statements past all services; gives the rows of the last. */
  sql(statements: readonly string[]): Promise<readonly Readonly<Record<string, string>>[]>;
  drop(): Promise<void>;
}

/** A fresh database on the server of this address: a bench neither sees nor leaves anything in the one it was given. */
export async function createScratchDatabase(address: string): Promise<ScratchDatabase> {
  const name = `weft_bench_${randomBytes(6).toString('hex')}`;
  await execute(address, `create database ${name}`);
  const own = new URL(address);
  own.pathname = `/${name}`;
  return {
    address: own.href,
    sql: (statements) => execute(own.href, ...statements),
    async drop() {
      await execute(address, `drop database if exists ${name} with (force)`);
    },
  };
}

async function execute(address: string, ...statements: readonly string[]) {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    let rows: readonly Readonly<Record<string, string>>[] = [];
    for (const statement of statements) rows = (await client.query<Record<string, string>>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}
