/**
 * The database's part of the bench's floor: one run row and ten node rows, inserted with kysely the plain way, in one
 * transaction per run. Tables of its own in a schema of its own, made anew at each start.
 */
import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';

interface Tables {
  'bench_floor.runs': { id: string; workspace_id: string; status: string; outputs: string; created_at: Date };
  'bench_floor.nodes': {
    run_id: string;
    index: number;
    id: string;
    node_id: string;
    node_type: string;
    status: string;
    outputs: string;
    started_at: Date;
  };
}

/** Returns a function that inserts a run with these outputs, cycled to ten nodes. */
export async function openFloor(address: string): Promise<(outputs: readonly string[]) => Promise<void>> {
  const pool = new Pool({ connectionString: address, max: 10 });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  await createTables(db);
  return (outputs) => insertRun(db, outputs);
}

async function createTables(db: Kysely<Tables>): Promise<void> {
  await sql`drop schema if exists bench_floor cascade`.execute(db);
  await sql`create schema bench_floor`.execute(db);
  await sql`create table bench_floor.runs (
    id uuid primary key, workspace_id uuid not null, status text not null, outputs json, created_at timestamptz not null
  )`.execute(db);
  await sql`create table bench_floor.nodes (
    run_id uuid not null, index integer not null, id uuid not null, node_id text not null, node_type text not null,
    status text not null, outputs json, started_at timestamptz not null, primary key (run_id, index)
  )`.execute(db);
}

async function insertRun(db: Kysely<Tables>, outputs: readonly string[]): Promise<void> {
  const now = new Date();
  const id = randomUUID();
  const nodes = Array.from({ length: 10 }, (_, index) => ({
    run_id: id,
    index,
    id: randomUUID(),
    node_id: `t${index}`,
    node_type: 'template-transform',
    status: 'succeeded',
    outputs: JSON.stringify({ output: outputs[index % outputs.length] }),
    started_at: now,
  }));
  await db.transaction().execute(async (transaction) => {
    const run = { id, workspace_id: id, status: 'succeeded', outputs: JSON.stringify(outputs.at(-1)), created_at: now };
    await transaction.insertInto('bench_floor.runs').values(run).execute();
    await transaction.insertInto('bench_floor.nodes').values(nodes).execute();
  });
}
