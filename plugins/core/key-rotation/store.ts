import { type Kysely, sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { SealedColumn } from '#plugins/secrets/contract.ts';

interface Tables {
  master_key_holders: {
    instance_id: string;
    name: string;
    sealing_key: string;
    known_keys: string[];
    seen_at: Date;
  };
  master_keys: { key_id: string };
}

/** Seconds after its last sign of life for which a process counts as alive; it gives one every ten. */
const ALIVE_SECONDS = 30;

/** A process on this database. */
export interface KeyHolder {
  readonly instanceId: string;
  /** Where it runs. */
  readonly name: string;
  readonly sealingKey: string;
  readonly knownKeys: readonly string[];
}

/** A sealed text in its row. */
export interface SealedRow {
  readonly key: readonly string[];
  readonly owner: string;
  /** Value of the column that completes the purpose. */
  readonly purposeValue: string;
  readonly sealed: string;
}

export interface ColumnCount {
  readonly total: number;
  /** Texts another key sealed than the given one. */
  readonly left: number;
}

/**
 * System: sealed texts of all workspaces, for the master key is one for all. Reads and writes the columns that their
 * owners have contributed for this, and nothing else.
 */
export class RotationStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async count({ table, column }: SealedColumn, sealingKey: string): Promise<ColumnCount> {
    const text = sql.ref(column);
    const { rows } = await sql<ColumnCount>`
      select count(${text})::integer as total,
        count(*) filter (where not starts_with(${text}, ${prefixOf(sealingKey)}))::integer as "left"
      from ${sql.table(table)}`.execute(this.#db());
    return rows[0] ?? { total: 0, left: 0 };
  }

  /** Texts that another key sealed, in the order of the table's key, after the one given. */
  async page(column: SealedColumn, query: PageQuery): Promise<SealedRow[]> {
    const keys = column.key.map((name) => sql.ref(name));
    const after = sql.join(query.after ?? []);
    const { rows } = await sql<SealedRow>`
      select json_build_array(${sql.join(keys.map((key) => sql`${key}::text`))}) as key,
        ${sql.ref(column.owner)}::text as owner,
        ${column.purposeColumn === undefined ? sql`''` : sql`${sql.ref(column.purposeColumn)}::text`} as "purposeValue",
        ${sql.ref(column.column)} as sealed
      from ${sql.table(column.table)}
      where not starts_with(${sql.ref(column.column)}, ${prefixOf(query.sealingKey)})
        ${query.after === null ? sql`` : sql`and (${sql.join(keys)}) > (${after})`}
      order by ${sql.join(keys)} limit ${query.limit}`.execute(this.#db());
    return rows;
  }

  /** Each takes the place of the one that was read; where that has changed since, the change stays. */
  async replace(column: SealedColumn, rows: readonly (SealedRow & { readonly fresh: string })[]): Promise<number> {
    const text = sql.ref(column.column);
    return this.#db()
      .transaction()
      .execute(async (transaction) => {
        let replaced = 0;
        for (const { key, sealed, fresh } of rows) {
          const isRow = column.key.map((name, index) => sql`${sql.ref(name)} = ${key[index]}`);
          const { numAffectedRows } = await sql`
            update ${sql.table(column.table)} set ${text} = ${fresh}
            where ${sql.join(isRow, sql` and `)} and ${text} = ${sealed}`.execute(transaction);
          replaced += Number(numAffectedRows ?? 0n);
        }
        return replaced;
      });
  }

  /**
   * Ids of the keys that have sealed here, the given one among them from now on: where there were none yet, or `isWelcome` says so of
   * them. One process after the other: of two first ones with a key each, one is told of the other's.
   */
  async join(keyId: string, isWelcome: (recorded: readonly string[]) => boolean): Promise<readonly string[]> {
    return this.#db()
      .transaction()
      .execute(async (transaction) => {
        await sql`lock table master_keys in share row exclusive mode`.execute(transaction);
        const rows = await transaction.selectFrom('master_keys').select('key_id').orderBy('key_id').execute();
        const recorded = rows.map(({ key_id: id }) => id);
        if (recorded.length > 0 && !isWelcome(recorded)) return recorded;
        await this.#record(transaction, keyId);
        return recorded;
      });
  }

  /** From now on this key may have sealed something. */
  async record(keyId: string): Promise<void> {
    await this.#record(this.#db(), keyId);
  }

  /** Whether the tables have been made. */
  async isThere(): Promise<boolean> {
    const { rows } = await sql<{ isThere: boolean }>`
      select to_regclass('master_keys') is not null as "isThere"`.execute(this.#db());
    return rows[0]?.isThere === true;
  }

  async recorded(): Promise<string[]> {
    const rows = await this.#db().selectFrom('master_keys').select('key_id').orderBy('key_id').execute();
    return rows.map(({ key_id: id }) => id);
  }

  /** Nothing is sealed with these any more. */
  async strike(keyIds: readonly string[]): Promise<void> {
    for (const id of keyIds) await this.#db().deleteFrom('master_keys').where('key_id', '=', id).execute();
  }

  /** Whether anything in the column was sealed with the key. */
  async hasSealed({ table, column }: SealedColumn, keyId: string): Promise<boolean> {
    const { rows } = await sql`
      select from ${sql.table(table)} where starts_with(${sql.ref(column)}, ${prefixOf(keyId)}) limit 1`.execute(
      this.#db(),
    );
    return rows.length > 0;
  }

  /** Says that this process lives, and which keys it has. */
  async tell({ instanceId, name, sealingKey, knownKeys }: KeyHolder): Promise<void> {
    const values = { name, sealing_key: sealingKey, known_keys: [...knownKeys], seen_at: sql<Date>`now()` };
    await this.#db()
      .insertInto('master_key_holders')
      .values({ instance_id: instanceId, ...values })
      .onConflict((conflict) => conflict.column('instance_id').doUpdateSet(values))
      .execute();
  }

  async remove(instanceId: string): Promise<void> {
    await this.#db().deleteFrom('master_key_holders').where('instance_id', '=', instanceId).execute();
  }

  async alive(): Promise<KeyHolder[]> {
    const rows = await this.#db()
      .selectFrom('master_key_holders')
      .select(['instance_id', 'name', 'sealing_key', 'known_keys'])
      .where('seen_at', '>', sql<Date>`now() - make_interval(secs => ${ALIVE_SECONDS})`)
      .orderBy('name')
      .execute();
    return rows.map((row) => ({
      instanceId: row.instance_id,
      name: row.name,
      sealingKey: row.sealing_key,
      knownKeys: row.known_keys,
    }));
  }

  async #record(db: Kysely<Tables>, keyId: string): Promise<void> {
    await db
      .insertInto('master_keys')
      .values({ key_id: keyId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  #db(): Kysely<Tables> {
    return this.#database.system<Tables>();
  }
}

export interface PageQuery {
  readonly sealingKey: string;
  readonly after: readonly string[] | null;
  readonly limit: number;
}

/** How sealed texts of a key begin. */
function prefixOf(keyId: string): string {
  return `v1.${keyId}.`;
}
