import { Slices } from '#kernel';
import type { OpenTransaction } from '#plugins/database/contract.ts';
import { BATCH } from './batch.ts';
import type { IndexEntry, IndexPlace, ReadWords, VectorIndex } from './contract.ts';
import { deleteEntries, insertEntries, type PreparedEntry } from './entry-store.ts';
import { insertBatch, markDead } from './posting-store.ts';
import { POSTING } from './postings.ts';
import { centreOf, signsOf } from './signs.ts';
import { forgetTold, makeSpace, readSpace } from './space-store.ts';
import { normalised, quantised } from './vector.ts';
import type { WordBatch } from './words-task.ts';

/** Bytes of an entry in tables and their indexes, about, without its vector and words; and of a posting with its share of a row. */
const ENTRY_BYTES = 500;
const POSTING_BYTES = POSTING + 40;

/** An entry and its vector, of length 1. */
interface ReadEntry {
  readonly entry: IndexEntry;
  readonly vector: Float32Array | null;
}

/** What of each id is last counts. Vectors are normalised; those that are none are refused before anything is written. */
export async function readEntries(entries: readonly IndexEntry[]): Promise<ReadonlyMap<string, ReadEntry>> {
  const read = new Map<string, ReadEntry>();
  let dimensions: number | undefined;
  const slices = new Slices();
  for (const entry of new Map(entries.map((entry) => [entry.id, entry])).values()) {
    const vector = entry.vector === null ? null : normalised(entry.vector, dimensions);
    dimensions ??= vector?.length;
    read.set(entry.id, { entry, vector });
    await slices.next();
  }
  return read;
}

/** What is written: entries, and the words that were read of these and maybe of others, which are gone since. */
interface Written {
  readonly read: ReadonlyMap<string, ReadEntry>;
  readonly words: ReadWords;
  readonly faster: VectorIndex | undefined;
}

/** Writes entries in batches, in the transaction, and tells the faster index of their vectors. */
export async function writeEntries(db: OpenTransaction, place: IndexPlace, written: Written): Promise<void> {
  const { read, words, faster } = written;
  const prepared = await prepare(db, place, written);
  const gone = await deleteEntries(db, place, { entryIds: [...read.keys()] });
  await markDead(
    db,
    place,
    gone.map(({ number }) => number),
  );
  for (const [index, batch] of words.batches.entries()) {
    const ids = words.ids.slice(index * BATCH, (index + 1) * BATCH);
    const entries = ids.flatMap((id) => prepared.get(id) ?? []);
    if (entries.length === 0) continue;
    await writeBatch(db, place, { entries, batch, size: ids.length });
    const missing = ids.flatMap((id, at) => (prepared.has(id) ? [] : [batch.number * BATCH + at]));
    await markDead(db, place, missing);
  }
  const vectors = [...read.values()].flatMap(({ entry, vector }) =>
    vector === null ? [] : [{ id: entry.id, vector }],
  );
  if (vectors.length > 0) await faster?.upsert(place, vectors, db);
}

async function prepare(
  db: OpenTransaction,
  place: IndexPlace,
  { read, words, faster }: Written,
): Promise<ReadonlyMap<string, PreparedEntry>> {
  const space = await spaceFor(db, place, { read, faster });
  const prepared = new Map<string, PreparedEntry>();
  const slices = new Slices();
  for (const [index, id] of words.ids.entries()) {
    const found = read.get(id);
    if (found === undefined) continue;
    const { entry, vector } = found;
    const number = (words.batches[Math.floor(index / BATCH)]?.number ?? 0) * BATCH + (index % BATCH);
    if (vector === null || space === undefined) prepared.set(id, { entry, number, vector: null });
    else {
      const fitting = normalised(vector, space.dimensions);
      const kept = { ...quantised(fitting), signs: signsOf(fitting, space.centre) };
      prepared.set(id, { entry, number, vector: kept });
    }
    await slices.next();
  }
  return prepared;
}

/** What the vectors of the index have in common; undefined: no entry has one. */
async function spaceFor(db: OpenTransaction, place: IndexPlace, { read, faster }: Pick<Written, 'read' | 'faster'>) {
  const vectors = [...read.values()].flatMap(({ vector }) => (vector === null ? [] : [vector]));
  const dimensions = vectors[0]?.length;
  if (dimensions === undefined) return undefined;
  const told = faster?.id ?? '';
  const space =
    (await readSpace(db, place)) ??
    (await makeSpace(db, place, { dimensions, centre: centreOf(vectors, dimensions), told }));
  if (space.told !== '' && space.told !== told) await forgetTold(db, place);
  return space;
}

async function writeBatch(
  db: OpenTransaction,
  place: IndexPlace,
  {
    entries,
    batch,
    size,
  }: { readonly entries: readonly PreparedEntry[]; readonly batch: WordBatch; readonly size: number },
): Promise<void> {
  await insertEntries(db, place, entries);
  const { number, worded, tokens, postings } = batch;
  const vectorBytes = entries.reduce((sum, { vector }) => sum + (vector?.numbers.length ?? 0), 0);
  const bytes = size * ENTRY_BYTES + vectorBytes + (postings.bytes.length / POSTING) * POSTING_BYTES;
  await insertBatch(db, place, { number, entries: size, worded, tokens, bytes, postings });
}
