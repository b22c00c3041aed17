import { sql } from 'kysely';
import { type Database, inIndexOrder, only } from '#plugins/database/contract.ts';
import type { ExportedTable } from './contract.ts';

/** Rows that are in memory at a time. */
const PAGE = 200;

interface Row {
  readonly key: readonly string[];
  readonly line: string;
}

/** Reads tables of other plugins as they say, in the role of the workspace: rows of others are out of reach. */
export class ExportStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** JSON texts of all rows, a page at a time. */
  async *rows(workspaceId: string, { id, key, columns, condition }: ExportedTable): AsyncIterable<readonly string[]> {
    const db = this.#database.workspace(workspaceId);
    const mine = only('workspace_id', workspaceId);
    const list = sql.join(columns.map((column) => sql.ref(column)));
    const own = condition === undefined ? sql`true` : sql`(${sql.raw(condition)})`;
    const order = sql.join(key.map((column) => sql.ref(column)));
    const place = sql.join(key.map((column) => sql`t.${sql.ref(column)}::text`));
    let after: readonly string[] | null = null;
    do {
      const later: ReturnType<typeof sql> = after === null ? sql`true` : sql`(${order}) > (${sql.join(after)})`;
      const { rows }: { rows: Row[] } = await inIndexOrder(db, (ordered) =>
        sql<Row>`
        select json_build_array(${place}) as key, row_to_json(t)::text as line from (
          select ${list} from ${sql.table(id)}
          where ${mine} and ${own} and ${later} order by ${order} limit ${PAGE}
        ) t`.execute(ordered),
      );
      if (rows.length > 0) yield rows.map(({ line }) => line);
      after = rows.length < PAGE ? null : (rows.at(-1)?.key ?? null);
    } while (after !== null);
  }
}
