import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * What is searched in knowledge bases. Vectors lie apart from the rows that a search reads all of, so that those stay few
 * pages. Postings are kept by batch of entries that were written together: one row for all entries of a batch that have a
 * term, instead of one for each.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Batches are numbered across all indexes: whoever writes waits for nobody.
  await sql`create sequence knowledge_batch_numbers`.execute(db);
  await sql`grant usage on sequence knowledge_batch_numbers to weft_app`.execute(db);
  await sql`
    create table knowledge_vector_spaces (
      workspace_id uuid not null,
      index_id uuid not null,
      dimensions integer not null,
      -- What vectors have in common, 32-bit floats, little-endian: taken off before their signs are.
      centre bytea not null,
      primary key (workspace_id, index_id)
    )`.execute(db);
  await sql`
    create table knowledge_entries (
      workspace_id uuid not null,
      index_id uuid not null,
      id uuid not null,
      document_id uuid not null,
      segment_id uuid not null,
      -- That of its batch when it was written × 1,024, and its place in that.
      number bigint not null,
      segment_active boolean not null,
      document_active boolean not null,
      kind text not null,
      -- Of the vector, turned; null: it has none.
      signs bit varying,
      primary key (workspace_id, index_id, id)
    )`.execute(db);
  await sql`alter table knowledge_entries alter column signs set storage plain`.execute(db);
  await sql`create unique index knowledge_entries_by_number on knowledge_entries (index_id, number)`.execute(db);
  await sql`create index knowledge_entries_by_segment on knowledge_entries (index_id, segment_id)`.execute(db);
  await sql`create index knowledge_entries_by_document on knowledge_entries (index_id, document_id)`.execute(db);
  await sql`
    create table knowledge_vectors (
      workspace_id uuid not null,
      index_id uuid not null,
      number bigint not null,
      -- What the numbers are multiplied by.
      scale real not null,
      -- Signed, 8 bits each.
      vector bytea not null,
      primary key (workspace_id, index_id, number)
    )`.execute(db);
  await sql`alter table knowledge_vectors alter column vector set storage external`.execute(db);
  await sql`
    create table knowledge_batches (
      workspace_id uuid not null,
      index_id uuid not null,
      number bigint not null,
      -- Entries when it was written, and how many of them are gone, about.
      entries integer not null,
      dead integer not null,
      -- Entries that have words, and the words of all.
      worded integer not null,
      tokens bigint not null,
      bytes bigint not null,
      primary key (workspace_id, index_id, number)
    )`.execute(db);
  await sql`
    create table knowledge_postings (
      workspace_id uuid not null,
      index_id uuid not null,
      batch bigint not null,
      -- A hash of the token.
      term bigint not null,
      entries integer not null,
      -- 8 bytes for each entry: 6 of its number, how often it has the term, a code for its length.
      postings bytea not null,
      primary key (index_id, term, batch)
    )`.execute(db);
  await sql`alter table knowledge_postings alter column postings set storage external`.execute(db);
  await sql`create index knowledge_postings_of on knowledge_postings (workspace_id, index_id, batch)`.execute(db);
  for (const table of [
    'knowledge_vector_spaces',
    'knowledge_entries',
    'knowledge_vectors',
    'knowledge_batches',
    'knowledge_postings',
  ]) {
    await isolateByWorkspace(db, table);
  }
}
