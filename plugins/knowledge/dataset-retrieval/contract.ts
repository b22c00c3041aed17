/** Searches in knowledge bases: one base by its settings, several at once for apps, and hit testing. */
import { token } from '#kernel';
import type { FoundSegment } from '#plugins/dataset-documents/contract.ts';
import type { Dataset, RetrievalModel } from '#plugins/datasets/contract.ts';
import type { FilterCondition } from '#plugins/node-knowledge/contract.ts';

/** Conditions on metadata as callers send them, and which documents count by them. */
export { conditionsSchema, filterOf } from './metadata-conditions.ts';

/** Scores of each stage; null: the stage did not see it. All from 0 to 1. */
export interface StageScores {
  readonly vector: number | null;
  readonly text: number | null;
  readonly fused: number | null;
  readonly reranked: number | null;
}

/** A segment that was found. */
export interface Hit {
  readonly segment: FoundSegment;
  readonly score: number;
  readonly scores: StageScores;
  /** Child chunks that were found in it, best first. */
  readonly children: readonly {
    readonly id: string;
    readonly content: string;
    readonly position: number;
    readonly score: number;
  }[];
}

/** What an external base answered with. */
export interface ExternalHit {
  readonly content: string;
  readonly title: string;
  readonly score: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A question to one base. */
export interface SearchRequest {
  /** Blanks that say nothing change nothing; the first 8,000 characters count. */
  readonly query: string;
  /** Absent: the base's own. */
  readonly retrieval?: RetrievalModel;
  readonly filter?: { readonly operator: 'and' | 'or'; readonly conditions: readonly FilterCondition[] };
  readonly external?: { readonly topK?: number; readonly scoreThreshold?: number | null };
  /** For the log of queries. */
  readonly source: 'hit_testing' | 'app' | 'api';
  readonly appId?: string;
  readonly runId?: string;
  readonly createdBy?: string | null;
  readonly signal: AbortSignal;
}

/** A line of the log of queries. Times are milliseconds since the epoch. */
export interface LoggedQuery {
  readonly id: string;
  readonly query: string;
  readonly source: SearchRequest['source'];
  readonly appId: string | null;
  readonly hits: number;
  readonly createdAt: number;
}

/** Searches in single bases, and what they were asked. */
export interface DatasetSearch {
  /**
   * Best first. Throws `dataset-retrieval.dataset_not_initialized` (invalid) where nothing was ever indexed, what models
   * throw for embedding and reranking, `external-knowledge.external_knowledge_failed` for external bases. `milliseconds` has
   * the parts of the search and their `total`.
   */
  search(
    dataset: Dataset,
    request: SearchRequest,
  ): Promise<{
    readonly hits: readonly Hit[];
    readonly external: readonly ExternalHit[];
    readonly milliseconds: Readonly<Record<string, number>>;
  }>;
  /** Newest first. They are kept for some days (`dataset-retrieval.queryDays`). */
  queries(
    dataset: Dataset,
    page: { readonly page: number; readonly limit: number },
  ): Promise<{ readonly queries: readonly LoggedQuery[]; readonly total: number }>;
}

/** The search of knowledge bases. */
export const DatasetSearch = token<DatasetSearch>('dataset-retrieval.search');
