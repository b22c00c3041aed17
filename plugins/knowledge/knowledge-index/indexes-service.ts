import type { ContentThreads } from '#plugins/content-threads/contract.ts';
import type { Database, OpenTransaction } from '#plugins/database/contract.ts';
import { BATCH } from './batch.ts';
import type {
  ActiveSelection,
  EntryFilter,
  EntryHit,
  EntrySelection,
  IndexEntry,
  IndexPlace,
  KnowledgeIndexes,
  ReadWords,
} from './contract.ts';
import { searchByText, searchByVector } from './entry-search.ts';
import { deleteEntries, deleteIndex, deleteIndexInSteps, nextBatches, updateActive } from './entry-store.ts';
import { readEntries, writeEntries } from './entry-writer.ts';
import type { FasterIndex } from './faster-index.ts';
import { markDead } from './posting-store.ts';
import { readSize, vectorsById } from './search-store.ts';
import { inOneMoment, inTransaction } from './transaction-store.ts';
import { restored } from './vector.ts';
import { run as readHere, wordsTask } from './words-task.ts';

/** Characters whose words are read at once: some milliseconds, which a thread would take as well. */
const SHORT = 20_000;

/** The indexes, in the database. */
export class IndexesService implements KnowledgeIndexes {
  readonly #database: Database;
  readonly #faster: FasterIndex;
  readonly #threads: ContentThreads;

  constructor(database: Database, faster: FasterIndex, threads: ContentThreads) {
    this.#database = database;
    this.#faster = faster;
    this.#threads = threads;
  }

  readWords(place: IndexPlace, entries: readonly Pick<IndexEntry, 'id' | 'text'>[]): Promise<ReadWords> {
    return this.#words(place, entries, this.#db(place));
  }

  async upsert(
    place: IndexPlace,
    entries: readonly IndexEntry[],
    within?: OpenTransaction,
    words?: ReadWords,
  ): Promise<void> {
    if (entries.length === 0) return;
    const read = await readEntries(entries);
    const known = words ?? (await this.#words(place, entries, within ?? this.#db(place)));
    const faster = await this.#faster.index();
    await this.#writing(place, within, (db) => writeEntries(db, place, { read, words: known, faster }));
  }

  async remove(place: IndexPlace, which: EntrySelection, within?: OpenTransaction): Promise<void> {
    const faster = await this.#faster.index();
    await this.#writing(place, within, async (db) => {
      const gone = await deleteEntries(db, place, which);
      const numbers = gone.map(({ number }) => number);
      await markDead(db, place, numbers);
      const ids = gone.map(({ id }) => id);
      if (ids.length > 0) await faster?.remove(place, ids, db);
    });
  }

  async setActive(place: IndexPlace, which: ActiveSelection, active: boolean, within?: OpenTransaction): Promise<void> {
    await this.#writing(place, within, (db) => updateActive(db, place, { which, active }));
  }

  async drop(place: IndexPlace, within?: OpenTransaction): Promise<void> {
    const faster = await this.#faster.index();
    if (within === undefined) await deleteIndexInSteps(this.#db(place), place);
    await this.#writing(place, within, async (db) => {
      await deleteIndex(db, place);
      await faster?.drop(place, db);
    });
  }

  async searchVector(
    place: IndexPlace,
    query: Float32Array,
    limit: number,
    filter: EntryFilter = {},
  ): Promise<readonly EntryHit[]> {
    return searchByVector(this.#db(place), place, { query, limit, filter }, await this.#faster.index());
  }

  async searchText(
    place: IndexPlace,
    query: string,
    limit: number,
    filter: EntryFilter = {},
  ): Promise<readonly EntryHit[]> {
    // Else an entry that is replaced meanwhile would be found neither by its old words nor by its new ones.
    return inOneMoment(this.#database, place.workspaceId, (db) => searchByText(db, place, { query, limit, filter }));
  }

  async vectorsOf(place: IndexPlace, entryIds: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    const rows = await vectorsById(this.#db(place), place, entryIds);
    return new Map(
      rows.map(({ id, scale, vector }) => [
        id,
        restored({ scale, numbers: new Int8Array(vector.buffer, vector.byteOffset, vector.length) }),
      ]),
    );
  }

  size(place: IndexPlace): Promise<{ readonly entries: number; readonly bytes: number }> {
    return readSize(this.#db(place), place);
  }

  async #words(
    { workspaceId }: IndexPlace,
    entries: readonly Pick<IndexEntry, 'id' | 'text'>[],
    db: OpenTransaction,
  ): Promise<ReadWords> {
    const last = new Map(entries.map(({ id, text }) => [id, text]));
    const texts = [...last.values()];
    const work = { texts, batches: await nextBatches(db, Math.ceil(texts.length / BATCH)) };
    const isShort = texts.reduce((sum, text) => sum + text.length, 0) <= SHORT;
    const batches = isShort ? readHere(work) : await this.#threads.run(wordsTask, work, { workspaceId });
    return { ids: [...last.keys()], batches };
  }

  #writing(
    place: IndexPlace,
    within: OpenTransaction | undefined,
    work: (db: OpenTransaction) => Promise<void>,
  ): Promise<void> {
    return within === undefined ? inTransaction(this.#database, place.workspaceId, work) : work(within);
  }

  #db({ workspaceId }: IndexPlace): OpenTransaction {
    return this.#database.workspace(workspaceId);
  }
}
