import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

export interface ScratchDatabase {
  readonly address: string;
  drop(): Promise<void>;
}

/** A fresh database on the server of this address: a bench neither sees nor leaves anything in the one it was given. */
export async function createScratchDatabase(address: string): Promise<ScratchDatabase> {
  const name = `weft_bench_${randomBytes(6).toString('hex')}`;
  await execute(address, `create database ${name}`);
  const own = new URL(address);
  own.pathname = `/${name}`;
  return { address: own.href, drop: () => execute(address, `drop database if exists ${name} with (force)`) };
}

async function execute(address: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
