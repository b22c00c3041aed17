import type { OpenTransaction } from '#plugins/database/contract.ts';
import type { IndexEntry, IndexPlace, VectorIndex } from './contract.ts';
import { BATCH, deleteEntries, insertEntries, nextBatch, type PreparedEntry } from './entry-store.ts';
import { insertBatch, markDead } from './posting-store.ts';
import { type EntryWords, POSTING, packed, wordsOf } from './postings.ts';
import { centreOf, signsOf } from './signs.ts';
import { forgetTold, makeSpace, readSpace } from './space-store.ts';
import { normalised, quantised } from './vector.ts';

/** Entries between which others get their turn: some milliseconds. */
const SLICE = 50;
/** Bytes of an entry in tables and their indexes, about, without its vector and words; and of a posting with its share of a row. */
const ENTRY_BYTES = 500;
const POSTING_BYTES = POSTING + 40;

/** An entry and the words of it. */
interface ReadEntry {
  readonly entry: IndexEntry;
  readonly vector: Float32Array | null;
  readonly words: EntryWords;
}

/** What of each id is last counts. Vectors are normalised; those that are none are refused before anything is written. */
export async function readEntries(entries: readonly IndexEntry[]): Promise<readonly ReadEntry[]> {
  const last = new Map(entries.map((entry) => [entry.id, entry]));
  const read: ReadEntry[] = [];
  let dimensions: number | undefined;
  for (const entry of last.values()) {
    const vector = entry.vector === null ? null : normalised(entry.vector, dimensions);
    dimensions ??= vector?.length;
    read.push({ entry, vector, words: wordsOf(entry.text) });
    if (read.length % SLICE === 0) await othersTurn();
  }
  return read;
}

/** Writes entries in batches, in the transaction, and tells the faster index of their vectors. */
export async function writeEntries(
  db: OpenTransaction,
  place: IndexPlace,
  { read, faster }: { readonly read: readonly ReadEntry[]; readonly faster: VectorIndex | undefined },
): Promise<void> {
  const prepared = await prepare(db, place, { read, faster });
  const gone = await deleteEntries(db, place, { entryIds: read.map(({ entry }) => entry.id) });
  await markDead(
    db,
    place,
    gone.map(({ number }) => number),
  );
  for (let start = 0; start < read.length; start += BATCH) {
    const entries = prepared.slice(start, start + BATCH);
    const words = read.slice(start, start + BATCH).map((each) => each.words);
    await writeBatch(db, place, { entries, words });
  }
  const vectors = read.flatMap(({ entry, vector }) => (vector === null ? [] : [{ id: entry.id, vector }]));
  if (vectors.length > 0) await faster?.upsert(place, vectors, db);
}

async function prepare(
  db: OpenTransaction,
  place: IndexPlace,
  { read, faster }: { readonly read: readonly ReadEntry[]; readonly faster: VectorIndex | undefined },
): Promise<readonly PreparedEntry[]> {
  const vectors = read.flatMap(({ vector }) => (vector === null ? [] : [vector]));
  const dimensions = vectors[0]?.length;
  if (dimensions === undefined) return read.map(({ entry }) => ({ entry, vector: null }));
  const told = faster?.id ?? '';
  const space =
    (await readSpace(db, place)) ??
    (await makeSpace(db, place, { dimensions, centre: centreOf(vectors, dimensions), told }));
  if (space.told !== '' && space.told !== told) await forgetTold(db, place);
  const prepared: PreparedEntry[] = [];
  for (const { entry, vector } of read) {
    if (vector === null) prepared.push({ entry, vector: null });
    else {
      const fitting = normalised(vector, space.dimensions);
      prepared.push({ entry, vector: { ...quantised(fitting), signs: signsOf(fitting, space.centre) } });
    }
    if (prepared.length % SLICE === 0) await othersTurn();
  }
  return prepared;
}

async function writeBatch(
  db: OpenTransaction,
  place: IndexPlace,
  { entries, words }: { readonly entries: readonly PreparedEntry[]; readonly words: readonly EntryWords[] },
): Promise<void> {
  const number = await nextBatch(db);
  const first = number * BATCH;
  await insertEntries(db, place, { entries, first });
  const postings = packed(words, first);
  const vectorBytes = entries.reduce((sum, { vector }) => sum + (vector?.numbers.length ?? 0), 0);
  await insertBatch(db, place, {
    number,
    entries: entries.length,
    worded: words.filter(({ tokens }) => tokens > 0).length,
    tokens: words.reduce((sum, { tokens }) => sum + tokens, 0),
    bytes: entries.length * ENTRY_BYTES + vectorBytes + (postings.bytes.length / POSTING) * POSTING_BYTES,
    postings,
  });
}

function othersTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
