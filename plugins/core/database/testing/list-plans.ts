import { expect } from 'vitest';
import type { Database } from '#plugins/database/contract.ts';
import { plansOf } from './plans.ts';
import { runQuery } from './run-query.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** Whose rows are asked for. */
export const workspaceId = '00000000-0000-7000-8000-000000000001';
export const appId = '00000000-0000-7000-8000-0000000000a1';

const ROWS = 60_000;
/** The first of all, so that whoever looks for the newest along the primary key passes the rows of others. */
const OWN = 20_000;

/** In the numbers `n` of rows that `fill` inserts: ids in their order, and whose they are. */
export const columns = {
  id: `lpad(to_hex(n), 32, '0')::uuid`,
  workspace: `case when n <= ${OWN} then '${workspaceId}'::uuid else md5('w' || n % 5)::uuid end`,
  app: `case when n <= ${OWN} then '${appId}'::uuid else md5('a' || n % 5)::uuid end`,
} as const;

/** A database with a list of one owner, who has many rows and old ones, among those of others. */
export class ListPlans {
  readonly #test: TestDatabase;
  readonly #plans: string[];
  /** Its queries are watched. */
  readonly database: Database;

  private constructor(test: TestDatabase) {
    this.#test = test;
    ({ plans: this.#plans, database: this.database } = plansOf(test.database));
  }

  /** `into`: table and columns of an insert; `values`: of each row, in terms of `n` (`columns`). */
  static async fill(into: string, values: readonly string[], before = ''): Promise<ListPlans> {
    const list = await ListPlans.fillUnknown(into, values, before);
    await runQuery(list.#test.database, 'analyze');
    return list;
  }

  /** The same before PostgreSQL knows anything of the table. */
  static async fillUnknown(into: string, values: readonly string[], before = ''): Promise<ListPlans> {
    const test = await createTestDatabase();
    if (before !== '') await runQuery(test.database, before);
    await runQuery(test.database, `insert into ${into} select ${values.join(', ')} from generate_series(1, ${ROWS}) n`);
    return new ListPlans(test);
  }

  /** Fails unless whatever `work` reads of the table is read by this index; gives what it finds. */
  async expectIndex<Found>(work: () => Promise<Found>, table: string, index: string): Promise<Found> {
    const { found, reads } = await this.#readsOf(work, table);
    for (const { plan, indexes } of reads) expect(indexes, plan).toEqual([index]);
    return found;
  }

  /** The same for several statements, each of which reads by one of these, in the order of their names; and all are read by. */
  async expectIndexes<Found>(work: () => Promise<Found>, table: string, indexes: readonly string[]): Promise<Found> {
    const { found, reads } = await this.#readsOf(work, table);
    for (const { plan, indexes: own } of reads) expect(own, plan).toHaveLength(1);
    expect([...new Set(reads.flatMap((read) => read.indexes))].sort()).toEqual(indexes);
    return found;
  }

  async #readsOf<Found>(work: () => Promise<Found>, table: string) {
    this.#plans.length = 0;
    const found = await work();
    const ofTable = this.#plans.filter((plan) => plan.includes(table));
    expect(ofTable.length).toBeGreaterThan(0);
    const reads = ofTable.map((plan) => {
      const read = plan.match(/Seq Scan on \w+|(?:using|Bitmap Index Scan on) \w+/g) ?? [];
      return { plan, indexes: [...new Set(read.map((part) => part.split(' ').at(-1)))].sort() };
    });
    return { found, reads };
  }

  dispose(): Promise<void> {
    return this.#test.dispose();
  }
}
