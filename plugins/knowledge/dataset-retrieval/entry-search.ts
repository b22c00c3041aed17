import type { EntryFilter, EntryHit, IndexPlace, KnowledgeIndexes } from '#plugins/knowledge-index/contract.ts';
import { clamped, type FoundEntry } from './fusion.ts';
import type { NamedModel } from './model-calls.ts';
import { cosine, type QueryVectors } from './query-vectors.ts';
import type { SearchPlan } from './search-plan.ts';
import type { Stopwatch } from './stopwatch.ts';

/** What is looked for. */
export interface EntryQuestion {
  /** As `questionText` makes it; not empty. */
  readonly query: string;
  readonly filter: EntryFilter;
  readonly vectors: QueryVectors;
  readonly clock: Stopwatch;
}

/** Finds entries of one index for one question, each with the scores that it takes. */
export class EntrySearch {
  readonly #indexes: KnowledgeIndexes;
  readonly #place: IndexPlace;
  readonly #question: EntryQuestion;

  constructor(indexes: KnowledgeIndexes, place: IndexPlace, question: EntryQuestion) {
    this.#indexes = indexes;
    this.#place = place;
    this.#question = question;
  }

  /** What is near, what has words of it, or both: as many of each as the limit says. */
  async entries({ embedding, usesText }: SearchPlan, limit: number): Promise<readonly FoundEntry[]> {
    const [near, worded] = await Promise.all([
      embedding === null ? [] : this.#near(embedding, limit),
      usesText ? this.#worded(limit) : [],
    ]);
    const found = new Map<string, FoundEntry>();
    for (const { score, ...entry } of near) found.set(entry.id, { ...entry, vector: score, bm25: null });
    for (const { score, ...entry } of worded) {
      const vector = found.get(entry.id)?.vector ?? null;
      found.set(entry.id, { ...entry, vector, bm25: score });
    }
    const entries = [...found.values()];
    return embedding !== null && usesText ? this.complete(entries, embedding) : entries;
  }

  /**
   * The same entries with both scores: what only one of the lists has, has a score in the other all the same. 0 where it
   * has none of the words, or no vector. Without a model, scores of vectors stay null.
   */
  async complete(entries: readonly FoundEntry[], embedding: NamedModel | null): Promise<readonly FoundEntry[]> {
    const [vectors, texts] = await Promise.all([
      embedding === null ? new Map<string, number>() : this.#cosines(withNull(entries, 'vector'), embedding),
      this.#scores(withNull(entries, 'bm25')),
    ]);
    return entries.map((entry) => ({
      ...entry,
      vector: entry.vector ?? (embedding === null ? null : (vectors.get(entry.id) ?? 0)),
      bm25: entry.bm25 ?? texts.get(entry.id) ?? 0,
    }));
  }

  async #near(embedding: NamedModel, limit: number): Promise<readonly EntryHit[]> {
    const { filter, clock } = this.#question;
    const query = await this.#vector(embedding);
    if (query === null) return [];
    return clock.measure('vector', () => this.#indexes.searchVector(this.#place, query, limit, filter));
  }

  #worded(limit: number): Promise<readonly EntryHit[]> {
    const { query, filter, clock } = this.#question;
    return clock.measure('text', () => this.#indexes.searchText(this.#place, query, limit, filter));
  }

  async #cosines(ids: readonly string[], embedding: NamedModel): Promise<ReadonlyMap<string, number>> {
    const query = ids.length === 0 ? null : await this.#vector(embedding);
    if (query === null) return new Map();
    const vectors = await this.#question.clock.measure('vector', () => this.#indexes.vectorsOf(this.#place, ids));
    return new Map([...vectors].map(([id, vector]) => [id, clamped(cosine(query, vector))]));
  }

  async #scores(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (ids.length === 0) return new Map();
    const { query, clock } = this.#question;
    const hits = await clock.measure('text', () =>
      this.#indexes.searchText(this.#place, query, ids.length, { entryIds: ids }),
    );
    return new Map(hits.map(({ id, score }) => [id, score]));
  }

  /** null: the question has nothing that the model knows, and is near to nothing. */
  async #vector(embedding: NamedModel): Promise<Float32Array | null> {
    const { vectors, clock } = this.#question;
    const vector = await clock.measure('embedding', () => vectors.of(embedding));
    return vector.some((value) => value !== 0) ? vector : null;
  }
}

/** At most 1,000: as many as may be asked for by their ids. */
function withNull(entries: readonly FoundEntry[], score: 'vector' | 'bm25'): readonly string[] {
  return entries
    .filter((entry) => entry[score] === null)
    .slice(0, 1_000)
    .map(({ id }) => id);
}
