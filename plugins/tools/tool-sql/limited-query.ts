import pg from 'pg';
import { readValue, uniqueNames } from './values.ts';

/** Rows asked of the server at a time: what is over the limits is neither made nor sent, but for the rest of a batch. */
const BATCH = 100;

/** Of the connection inside `pg`, what a query that reads by portions uses. */
interface WireConnection {
  execute(portal: { readonly portal: string; readonly rows: number }): void;
  flush(): void;
  sync(): void;
}

export interface RowLimits {
  readonly rows: number;
  /** Characters of all rows as JSON. */
  readonly characters: number;
}

export type Row = Readonly<Record<string, unknown>>;

/**
 * One statement by the extended protocol, of which the server takes one at a time (`select 1; drop …` is an error), read in
 * portions until the limits are reached. Must run in a transaction: outside of one the portal ends with the first portion.
 */
export class LimitedQuery extends pg.Query {
  columns: readonly string[] = [];
  readonly found: Row[] = [];
  /** There is more than `found`. */
  isTruncated = false;
  /** What the server says it did: rows changed, or read. */
  affected: number | null = null;
  readonly #limits: RowLimits;
  #types: readonly number[] = [];
  #characters = 0;

  constructor(text: string, values: readonly unknown[], limits: RowLimits) {
    super({ text, values: [...values], rows: BATCH, queryMode: 'extended' } as pg.QueryConfig);
    this.#limits = limits;
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.columns = uniqueNames(fields.map(({ name }) => name));
    this.#types = fields.map(({ dataTypeID }) => dataTypeID);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.isTruncated) return;
    if (this.found.length >= this.#limits.rows) {
      this.isTruncated = true;
      return;
    }
    const values = fields.map((text, at) => [this.columns[at] ?? '', readValue(this.#types[at] ?? 0, text)] as const);
    const row: Row = Object.fromEntries(values);
    this.#characters += JSON.stringify(row).length;
    if (this.#characters > this.#limits.characters) this.isTruncated = true;
    else this.found.push(row);
  }

  handlePortalSuspended(connection: WireConnection): void {
    if (this.isTruncated) {
      connection.sync();
      return;
    }
    connection.execute({ portal: '', rows: BATCH });
    connection.flush();
  }

  handleCommandComplete({ text }: { readonly text: string }, connection: WireConnection): void {
    const count = /(\d+)$/.exec(text)?.[1];
    this.affected = count === undefined ? null : Number(count);
    connection.sync();
  }

  /** Resolves when the server has ended the statement. */
  over(client: pg.Client): Promise<void> {
    return new Promise((resolve, reject) => {
      this.on('end', () => resolve());
      this.on('error', reject);
      client.query(this);
    });
  }
}
