import { type Kysely, sql } from 'kysely';
import type { Sink } from '#plugins/database/contract.ts';

/** A table of tests: one number, and a text of at most ten characters (so that a row can be refused). */
export interface NoteTables {
  notes: { id: number; text: string };
}

export interface Note {
  readonly id: number;
  readonly text: string;
}

export async function createNotes(db: Kysely<NoteTables>): Promise<void> {
  await sql`create table if not exists notes (id integer primary key, text varchar(10) not null)`.execute(db);
}

export async function readNotes(db: Kysely<NoteTables>): Promise<Note[]> {
  return db.selectFrom('notes').selectAll().orderBy('id').execute();
}

/** Writes notes and remembers how many came at a time. */
export class NoteSink implements Sink<Note> {
  readonly id: string = 'test.notes';
  readonly isSingleStatement = true;
  readonly batches: number[] = [];

  async write(db: Kysely<never>, rows: readonly Note[]): Promise<void> {
    this.batches.push(rows.length);
    await sql`
      insert into notes select id, text from json_to_recordset(${JSON.stringify(rows)}::json) as r(id integer, text text)
      on conflict (id) do update set text = excluded.text`.execute(db);
  }
}
