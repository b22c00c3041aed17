import { sql } from 'kysely';
import { lowestIdAt } from '#kernel';
import type { StoredBlob } from '#plugins/blobs/contract.ts';
import type { Database, Sink } from '#plugins/database/contract.ts';
import { makeRoom, type Partition } from './partition-store.ts';
import type { RunTables } from './tables.ts';

/** A blob of a run. */
export interface RunBlobRow extends Pick<StoredBlob, 'store' | 'key' | 'size'> {
  readonly workspaceId: string;
  readonly runId: string;
}

/** Lists the blobs of runs, in the transaction of the rows that refer to them. */
export const runBlobsSink: Sink<RunBlobRow> = {
  id: 'runs.blobs',
  isSingleStatement: true,
  makeRoom: (db, rows) =>
    makeRoom(
      db,
      rows.map(({ runId }) => runId),
    ),
  async write(db, rows) {
    await sql`
      insert into run_blobs (run_id, key, workspace_id, store, size)
      select "runId", key, "workspaceId", store, size from json_to_recordset(${JSON.stringify(rows)}::json)
        as r("runId" uuid, key text, "workspaceId" uuid, store text, size bigint)
      on conflict do nothing`.execute(db);
  },
};

/** A run's id and a random one. */
const nameForm = /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-[0-9a-f-]{36}$/;
const PAGE = 500;

/** The lists of blobs. System: the sweep and retention look after all workspaces. */
export class RunBlobStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Those of the keys that are listed. */
  async named(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const runs = keys.flatMap((key) => nameForm.exec(key)?.[1] ?? []);
    const { rows } = await sql<{ key: string }>`
      select key from run_blobs
      where run_id = any(${runs}::uuid[]) and key = any(${keys}::text[])`.execute(this.#db());
    return new Set(rows.map(({ key }) => key));
  }

  /** The blobs of runs of a time, page by page. */
  async *of({ from, to }: Pick<Partition, 'from' | 'to'>): AsyncIterable<readonly Pick<StoredBlob, 'store' | 'key'>[]> {
    let after = { run_id: lowestIdAt(from), key: '' };
    for (;;) {
      const { rows } = await sql<{ run_id: string; key: string; store: string }>`
        select run_id, key, store from run_blobs
        where run_id >= ${after.run_id} and run_id < ${lowestIdAt(to)} and (run_id, key) > (${after.run_id}, ${after.key})
        order by run_id, key limit ${PAGE}`.execute(this.#db());
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      after = last;
    }
  }

  #db() {
    return this.#database.system<RunTables>();
  }
}
