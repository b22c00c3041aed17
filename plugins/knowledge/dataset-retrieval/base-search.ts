import type { DatasetDocuments, FoundSegment } from '#plugins/dataset-documents/contract.ts';
import type { Dataset, RetrievalModel } from '#plugins/datasets/contract.ts';
import type { IndexPlace, KnowledgeIndexes } from '#plugins/knowledge-index/contract.ts';
import { type EntryQuestion, EntrySearch } from './entry-search.ts';
import { type FoundHit, judgedText } from './found-hit.ts';
import { candidatesFor, clamped, type FoundEntry, type Piece, passes, piecesOf, scoredEntries } from './fusion.ts';
import type { BaseHits } from './merge.ts';
import type { ModelCaller, ModelCalls } from './model-calls.ts';
import { type SearchPlan, searchPlan } from './search-plan.ts';

/** A question to one base. */
export interface BaseQuestion extends EntryQuestion {
  readonly retrieval: RetrievalModel;
  /** Both scores of each hit are wanted, whatever the settings of the base say. */
  readonly needsBoth: boolean;
  readonly caller: ModelCaller;
}

/** What it is about: a base that was indexed, and its index. */
export interface IndexedBase {
  readonly dataset: Dataset;
  readonly place: IndexPlace;
}

/** When children of few parents fill the list, it is this long. */
const MAX_ENTRIES = 1_000;

/** Searches one base by its settings. */
export class BaseSearch {
  readonly #indexes: KnowledgeIndexes;
  readonly #documents: DatasetDocuments;
  readonly #calls: ModelCalls;

  constructor(parts: {
    readonly indexes: KnowledgeIndexes;
    readonly documents: DatasetDocuments;
    readonly calls: ModelCalls;
  }) {
    this.#indexes = parts.indexes;
    this.#documents = parts.documents;
    this.#calls = parts.calls;
  }

  async search({ dataset, place }: IndexedBase, question: BaseQuestion): Promise<BaseHits<FoundHit>> {
    const plan = searchPlan(dataset, question.retrieval);
    const search = new EntrySearch(this.#indexes, place, question);
    const pieces = await this.#pieces(search, plan);
    const hits =
      plan.reranking === null
        ? await this.#best(dataset, pieces, { plan, question })
        : await this.#judged(dataset, pieces, { plan, question });
    const complete = question.needsBoth ? await this.#withBoth(hits, { search, dataset }) : hits;
    return { scale: plan.scale, hits: complete };
  }

  async #pieces(search: EntrySearch, plan: SearchPlan): Promise<readonly Piece[]> {
    const limit = candidatesFor(plan.topK);
    const entries = await search.entries(plan, limit);
    const pieces = piecesOf(scoredEntries(entries, plan.combination));
    if (pieces.length >= plan.topK || entries.length < limit) return pieces;
    const more = await search.entries(plan, MAX_ENTRIES);
    return piecesOf(scoredEntries(more, plan.combination));
  }

  async #best(
    dataset: Dataset,
    pieces: readonly Piece[],
    { plan, question }: { readonly plan: SearchPlan; readonly question: BaseQuestion },
  ): Promise<readonly FoundHit[]> {
    // What no stage has seen anything in is no hit.
    const good = pieces.filter(({ best }) => best.score > 0 && passes(best.score, plan.threshold));
    const chosen = good.slice(0, plan.topK);
    const rows = await this.#rows(dataset, chosen, question);
    return rows.map(({ segment, piece }) => hit(dataset, segment, piece));
  }

  async #judged(
    dataset: Dataset,
    pieces: readonly Piece[],
    { plan, question }: { readonly plan: SearchPlan; readonly question: BaseQuestion },
  ): Promise<readonly FoundHit[]> {
    const rows = await this.#rows(dataset, pieces.slice(0, candidatesFor(plan.topK)), question);
    const { reranking } = plan;
    // One alone is first in any case; but a threshold wants to know how good it is.
    if (reranking === null || rows.length === 0 || (rows.length === 1 && plan.threshold === null)) {
      return rows.map(({ segment, piece }) => hit(dataset, segment, piece));
    }
    const { query, caller, clock } = question;
    const judged = await clock.measure('rerank', () =>
      this.#calls.rerank(caller, reranking, { query, documents: rows.map(judgedText) }),
    );
    return judged
      .flatMap(({ index, score }) => {
        const row = rows[index];
        if (row === undefined) return [];
        return [{ ...hit(dataset, row.segment, row.piece), score: clamped(score), reranked: clamped(score) }];
      })
      .filter(({ score }) => passes(score, plan.threshold))
      .toSorted((left, right) => right.score - left.score)
      .slice(0, plan.topK);
  }

  /** The segments of pieces, in their order; those that went in the meantime are left out. */
  async #rows(dataset: Dataset, pieces: readonly Piece[], { clock }: BaseQuestion) {
    if (pieces.length === 0) return [];
    const ids = pieces.map(({ segmentId }) => segmentId);
    const entries = pieces.flatMap((piece) => piece.entries);
    const chunks = entries.filter(({ kind }) => kind === 'child').map(({ id }) => id);
    const found = await clock.measure('segments', () => this.#documents.found(dataset.workspaceId, ids, chunks));
    const segments = new Map(found.map((segment) => [segment.id, segment]));
    return pieces.flatMap((piece) => {
      const segment = segments.get(piece.segmentId);
      return segment === undefined || segment.datasetId !== dataset.id ? [] : [{ segment, piece }];
    });
  }

  async #withBoth(
    hits: readonly FoundHit[],
    { search, dataset }: { readonly search: EntrySearch; readonly dataset: Dataset },
  ): Promise<readonly FoundHit[]> {
    const entries = hits.map(({ piece }): FoundEntry => piece.best);
    const embedding = dataset.indexingTechnique === 'economy' ? null : dataset.embedding;
    const complete = await search.complete(entries, embedding);
    const scores = new Map(complete.map((entry) => [entry.id, entry]));
    return hits.map((found) => {
      const { vector = null, bm25 = null } = scores.get(found.piece.best.id) ?? {};
      return { ...found, vector, bm25 };
    });
  }
}

function hit(dataset: Dataset, segment: FoundSegment, piece: Piece): FoundHit {
  const { score, vector, bm25 } = piece.best;
  return { dataset, segment, piece, score, vector, bm25, reranked: null };
}
