import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '#kernel';
import { createScratchDatabase } from '#plugins/database/bench/scratch-database.ts';
import type { Database } from '#plugins/database/contract.ts';
import { withDatabase } from '#plugins/database/testing/open-environment.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import type { IndexPlace, KnowledgeIndexes } from '#plugins/knowledge-index/contract.ts';
import { indexesOn, newEntry, newPlace } from '#plugins/knowledge-index/testing/test-indexes.ts';
import { chunkSource, dot, nearestRows, unit } from './chunk-source.ts';
import { type Spent, spent } from './processor-time.ts';

const DIMENSIONS = 1_024;
const BATCH = 500;
const BASES = 10;

/** A line of a figure. */
interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly floor?: { readonly what: string; readonly value: number };
}

interface Filled {
  readonly database: Database;
  readonly indexes: KnowledgeIndexes;
  readonly place: IndexPlace;
  readonly ids: readonly string[];
  readonly vectors: readonly Float32Array[];
  readonly source: ReturnType<typeof chunkSource>;
  readonly rows: Row[];
}

/** Ten bases in one table, one of `chunks`, the others of a tenth of it each; then searches of the large one. */
export async function measureIndexes(address: string, chunks: number, questions: number): Promise<readonly Row[]> {
  const scratch = await createScratchDatabase(address);
  const home = await mkdtemp(join(tmpdir(), 'weft-bench-'));
  // Processor time is that of the processes that are connected: workers of a parallel query are not.
  const name = new URL(scratch.address).pathname.slice(1);
  await scratch.sql([`alter database ${name} set max_parallel_workers_per_gather = 0`]);
  const environment = { home, env: { DATABASE_URL: scratch.address }, dispose: async () => {} };
  try {
    return await withDatabase(environment, async (database) => {
      const filled = await fill(database, chunks);
      await measureVectors(filled, questions);
      await measureHybrid(filled, questions);
      return filled.rows;
    });
  } finally {
    await scratch.drop();
    await rm(home, { recursive: true, force: true });
  }
}

async function fill(database: Database, chunks: number): Promise<Filled> {
  const indexes = indexesOn(database);
  const source = chunkSource(DIMENSIONS, 1);
  const [place, ids, vectors, rows] = [newPlace(), [] as string[], [] as Float32Array[], [] as Row[]];
  const filled = { database, indexes, place, ids, vectors, source, rows };
  await runQuery(
    database,
    `create table plain_texts (workspace_id uuid, dataset_id uuid, id uuid primary key, text text not null);
     create index on plain_texts (dataset_id)`,
  );
  const others = Array.from({ length: BASES - 1 }, () => newPlace(place.workspaceId));
  const perBatch: Spent[] = [];
  for (let done = 0; done < chunks; done += BATCH) {
    const texts = Array.from({ length: BATCH }, () => source.text());
    const entries = texts.map((text) => newEntry(text, { id: newId(), vector: unit(source.vector()) }));
    perBatch.push(await spent(database, () => indexes.upsert(place, entries)));
    for (const entry of entries) {
      ids.push(entry.id);
      vectors.push(entry.vector ?? new Float32Array(DIMENSIONS));
    }
    await keepTexts(filled, entries);
    // Rows of the others lie between those of this one.
    const other = others[(done / BATCH) % others.length] ?? place;
    if (done % (BATCH * 10) < BATCH * (BASES - 1)) await indexes.upsert(other, ofOthers(entries));
  }
  rows.push(...insertRows(perBatch));
  await runQuery(database, 'analyze');
  return filled;
}

function ofOthers(entries: readonly ReturnType<typeof newEntry>[]) {
  return entries.slice(0, BATCH / 5).map((entry) => ({ ...entry, id: newId(), segmentId: newId() }));
}

async function keepTexts({ database, place }: Filled, entries: readonly ReturnType<typeof newEntry>[]) {
  const values = entries.map(({ id, text }) => `('${place.workspaceId}', '${place.datasetId}', '${id}', '${text}')`);
  await runQuery(database, `insert into plain_texts values ${values.join(', ')}`);
}

function insertRows(perBatch: readonly Spent[]): readonly Row[] {
  const tenth = Math.max(1, Math.floor(perBatch.length / 10));
  const perChunk = (batches: readonly Spent[], of: (each: Spent) => number) =>
    batches.reduce((sum, each) => sum + of(each), 0) / (batches.length * BATCH);
  const cpu = (each: Spent) => each.cpu;
  const wall = perChunk(perBatch, (each) => each.wall);
  const first = perChunk(perBatch.slice(0, tenth), cpu);
  const last = perChunk(perBatch.slice(-tenth), cpu);
  const inDatabase = perChunk(perBatch, (each) => each.databaseCpu);
  return [
    { what: 'chunks written a second, one writer, batches of 500', value: 1_000 / wall, unit: '/s' },
    {
      what: 'processor time of a chunk: the last tenth',
      value: last,
      unit: 'ms',
      floor: { what: 'the first tenth', value: first },
    },
    { what: 'of a chunk on average, in the database', value: inDatabase, unit: 'ms' },
  ];
}

async function measureVectors(filled: Filled, questions: number): Promise<void> {
  const { database, indexes, place, ids, vectors, source, rows } = filled;
  const queries = Array.from({ length: questions }, () => unit(source.vector()));
  const truths = queries.map((query) => new Set(nearestRows(vectors, query).map((at) => ids[at])));
  for (const query of queries.slice(0, 5)) await indexes.searchVector(place, query, 10);
  let found = 0;
  const search = await spent(database, async () => {
    for (const [at, query] of queries.entries()) {
      const hits = await indexes.searchVector(place, query, 10);
      found += hits.filter(({ id }) => truths[at]?.has(id)).length;
    }
  });
  const some = queries.slice(0, 3);
  const exact = await spent(database, async () => {
    for (const query of some) await exactSearch(filled, query);
  });
  const inMemory = await spent(database, async () => {
    for (const query of some) nearestRows(vectors, query);
  });
  rows.push({
    what: 'recall@10 of the vector search, against all compared',
    value: found / (questions * 10),
    unit: '',
  });
  const floor = { what: 'all vectors of the base read and compared', value: exact.cpu / some.length };
  rows.push({ what: 'vector search, processor time', value: search.cpu / questions, unit: 'ms', floor });
  rows.push({ what: 'of it in the database', value: search.databaseCpu / questions, unit: 'ms' });
  const loop = { what: 'all compared in memory, without a database', value: inMemory.cpu / some.length };
  rows.push({ what: 'vector search, time', value: search.wall / questions, unit: 'ms', floor: loop });
}

/** The same answer without signs. */
async function exactSearch({ database, place }: Filled, query: Float32Array): Promise<readonly string[]> {
  const rows = await runQuery<{ id: string; scale: number; vector: Buffer }>(
    database,
    `select e.id, v.scale, v.vector from knowledge_entries e join knowledge_vectors v using (index_id, number)
     where e.index_id = '${place.indexId}' and segment_active and document_active`,
  );
  return rows
    .map(({ id, scale, vector }) => ({
      id,
      score: scale * dot(new Int8Array(vector.buffer, vector.byteOffset, vector.length), query),
    }))
    .sort((a, b) => b.score - a.score)
    .slice(0, 10)
    .map(({ id }) => id);
}

async function measureHybrid({ database, indexes, place, source, rows }: Filled, questions: number): Promise<void> {
  const asked = Array.from({ length: questions }, () => ({ text: source.question(), vector: unit(source.vector()) }));
  let found: readonly string[] = [];
  const hybrid = async ({ text, vector }: (typeof asked)[number]) => {
    const lists = [await indexes.searchVector(place, vector, 50), await indexes.searchText(place, text, 50)];
    found = lists.flat().map(({ id }) => id);
  };
  for (const each of asked.slice(0, 5)) await hybrid(each);
  const words = await spent(database, async () => {
    for (const { text } of asked) await indexes.searchText(place, text, 50);
  });
  const both = await spent(database, async () => {
    for (const each of asked) await hybrid(each);
  });
  const read = await spent(database, async () => {
    for (let turn = 0; turn < 5; turn += 1) await readTexts(database, `dataset_id = '${place.datasetId}'`);
  });
  const few = await spent(database, async () => {
    for (const _ of asked) await readTexts(database, `id in (${found.map((id) => `'${id}'`).join(', ')})`);
  });
  const what = 'the texts of the base read by its index';
  rows.push({ what: 'full-text search, processor time', value: words.cpu / questions, unit: 'ms' });
  rows.push({
    what: 'hybrid query, processor time',
    value: both.cpu / questions,
    unit: 'ms',
    floor: { what, value: read.cpu / 5 },
  });
  rows.push({
    what: 'hybrid query, time',
    value: both.wall / questions,
    unit: 'ms',
    floor: { what, value: read.wall / 5 },
  });
  const those = { what: 'only the texts it found read by their ids', value: few.wall / questions };
  rows.push({ what: 'the same', value: both.wall / questions, unit: 'ms', floor: those });
}

async function readTexts(database: Database, condition: string): Promise<void> {
  await runQuery(database, `select id, text from plain_texts where ${condition}`);
}
