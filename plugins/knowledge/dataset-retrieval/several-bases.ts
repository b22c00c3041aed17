import { PlatformError } from '#kernel';
import type { DatasetDocuments } from '#plugins/dataset-documents/contract.ts';
import type { Dataset, Datasets, RetrievalModel } from '#plugins/datasets/contract.ts';
import type { ExternalKnowledge } from '#plugins/external-knowledge/contract.ts';
import type { FilterCondition, Reranking } from '#plugins/node-knowledge/contract.ts';
import type { BaseSearch } from './base-search.ts';
import type { SearchRequest } from './contract.ts';
import { type AnyHit, isExternal, judgedText } from './found-hit.ts';
import { type BaseHits, mergeByModel, mergeByWeights, mergeHits } from './merge.ts';
import type { ModelCaller, ModelCalls } from './model-calls.ts';
import { QueryVectors } from './query-vectors.ts';
import { someAtOnce } from './some-at-once.ts';
import type { Stopwatch } from './stopwatch.ts';

/** Bases that one question is asked at a time: a node may name hundreds. */
const MAX_AT_ONCE = 8;

/** Conditions on the metadata of documents. */
export interface DocumentFilter {
  readonly operator: 'and' | 'or';
  readonly conditions: readonly FilterCondition[];
}

/** A question to bases. */
export interface BasesQuestion {
  /** As `questionText` makes it; not empty. */
  readonly query: string;
  readonly filter: DocumentFilter | null;
  /** In place of the settings of each base. */
  readonly retrieval?: RetrievalModel | undefined;
  readonly external?: SearchRequest['external'];
  readonly caller: ModelCaller;
  readonly clock: Stopwatch;
}

/** How hits of several bases become one list. */
export interface Merging {
  readonly topK: number;
  readonly threshold: number | null;
  readonly reranking: Reranking | null;
}

interface SeveralBasesParts {
  readonly search: BaseSearch;
  readonly calls: ModelCalls;
  readonly datasets: Datasets;
  readonly documents: DatasetDocuments;
  readonly external: ExternalKnowledge;
}

/** Asks bases, each by its own settings, and puts what they find in one order. */
export class SeveralBases {
  readonly #parts: SeveralBasesParts;

  constructor(parts: SeveralBasesParts) {
    this.#parts = parts;
  }

  /** Hits of each base, in the order of the bases; those in which nothing was ever indexed have none. */
  async ask(
    datasets: readonly Dataset[],
    question: BasesQuestion,
    needsBoth = false,
  ): Promise<readonly BaseHits<AnyHit>[]> {
    const vectors = new QueryVectors(this.#parts.calls, question.caller, question.query);
    return someAtOnce(datasets, MAX_AT_ONCE, (dataset) =>
      dataset.external === null
        ? this.#askOwn(dataset, question, { vectors, needsBoth })
        : this.#askExternal(dataset, question),
    );
  }

  /** Throws `dataset-retrieval.rerank_model_needed` where weights can't put these bases in one order. */
  async merged(datasets: readonly Dataset[], question: BasesQuestion, merging: Merging): Promise<readonly AnyHit[]> {
    const { reranking, topK, threshold } = merging;
    if (reranking?.mode === 'weighted_score') {
      checkAlike(datasets);
      const { vectorWeight, keywordWeight } = reranking;
      // What bases of words alone find has no vectors to weigh.
      const isTextual = datasets.every(isEconomy);
      const weights = isTextual ? { vectorWeight: 0, textWeight: 1 } : { vectorWeight, textWeight: keywordWeight };
      const bases = await this.ask(datasets, question, true);
      return datasets.some(({ external }) => external !== null)
        ? mergeHits(bases, merging)
        : mergeByWeights(bases, weights, { topK, threshold });
    }
    const bases = await this.ask(datasets, question);
    if (reranking === null) return mergeHits(bases, merging);
    const hits = bases.flatMap((base) => base.hits);
    if (hits.length === 0 || (hits.length === 1 && threshold === null)) return hits.slice(0, topK);
    const documents = hits.map((hit) => (isExternal(hit) ? hit.external.content : judgedText(hit)));
    const { query, caller, clock } = question;
    const judged = await clock.measure('rerank', () =>
      this.#parts.calls.rerank(caller, reranking, { query, documents }),
    );
    return mergeByModel(hits, judged, { topK, threshold });
  }

  async #askOwn(
    dataset: Dataset,
    question: BasesQuestion,
    { vectors, needsBoth }: { readonly vectors: QueryVectors; readonly needsBoth: boolean },
  ): Promise<BaseHits<AnyHit>> {
    const found = await this.#searchOwn(dataset, question, { vectors, needsBoth });
    if (found !== null && found.hits.length > 0) return found;
    // A new index may have taken the place of the one that was asked.
    const now = await this.#parts.datasets.find(dataset.workspaceId, dataset.id);
    if (now === null || now.indexId === dataset.indexId) return found ?? nothing;
    return (await this.#searchOwn(now, question, { vectors, needsBoth })) ?? nothing;
  }

  /** null: nothing was ever indexed. */
  async #searchOwn(
    dataset: Dataset,
    { query, filter, retrieval = dataset.retrieval, caller, clock }: BasesQuestion,
    { vectors, needsBoth }: { readonly vectors: QueryVectors; readonly needsBoth: boolean },
  ): Promise<BaseHits<AnyHit> | null> {
    const { id: datasetId, workspaceId, indexId } = dataset;
    if (indexId === null) return null;
    const documents = filter === null ? undefined : await this.#parts.documents.where(dataset, filter);
    const asked = { query, retrieval, filter: documents === undefined ? {} : { documents } };
    const base = { dataset, place: { workspaceId, datasetId, indexId } };
    return this.#parts.search.search(base, { ...asked, needsBoth, caller, vectors, clock });
  }

  async #askExternal(dataset: Dataset, question: BasesQuestion): Promise<BaseHits<AnyHit>> {
    const { external: settings, workspaceId } = dataset;
    if (settings === null) return nothing;
    const { query, filter, caller, clock, external: asked = {} } = question;
    const { topK = settings.topK, scoreThreshold = settings.scoreThreshold } = asked;
    const records = await clock.measure('external', () =>
      this.#parts.external.retrieve(workspaceId, {
        apiId: settings.apiId,
        knowledgeId: settings.knowledgeId,
        query,
        topK,
        scoreThreshold,
        filter: filter ?? undefined,
        signal: caller.signal,
      }),
    );
    return {
      scale: null,
      hits: records.map((external) => ({ dataset, external, score: external.score, vector: null, bm25: null })),
    };
  }
}

const nothing: BaseHits<AnyHit> = { scale: null, hits: [] };

function isEconomy({ indexingTechnique, external }: Dataset): boolean {
  return external === null && indexingTechnique === 'economy';
}

/** Weights compare scores, which mean the same only where bases are made alike. */
function checkAlike(datasets: readonly Dataset[]): void {
  const [first, ...others] = datasets.filter(({ indexId, external }) => indexId !== null || external !== null);
  if (first === undefined) return;
  const isOther = (left: Dataset, right: Dataset) =>
    left.provider !== right.provider || isEconomy(left) !== isEconomy(right);
  const otherKind = others.find((dataset) => isOther(first, dataset));
  if (otherKind !== undefined) throw unlike('different indexing technique', first, otherKind);
  const otherModel = others.find(
    ({ embedding }) => embedding?.provider !== first.embedding?.provider || embedding?.model !== first.embedding?.model,
  );
  if (otherModel !== undefined) throw unlike('different embedding model', first, otherModel);
}

/** In the words of the family, which those who come from there look for. */
function unlike(how: string, first: Dataset, other: Dataset): PlatformError {
  const names = [first, other].map(({ name }) => JSON.stringify(name)).join(' and ');
  const message = `The configured knowledge base list have ${how}, please set reranking model. (${names})`;
  return new PlatformError('invalid', 'dataset-retrieval.rerank_model_needed', message, { field: 'reranking_mode' });
}
