/** What the settings of a base mean for a search. */
import type { Dataset, RetrievalModel } from '#plugins/datasets/contract.ts';
import type { Combination } from './fusion.ts';
import type { NamedModel } from './model-calls.ts';

/** How one base is searched. */
export interface SearchPlan {
  /** The model of its vectors; null: only words are searched for. */
  readonly embedding: NamedModel | null;
  readonly usesText: boolean;
  readonly combination: Combination;
  readonly reranking: NamedModel | null;
  readonly topK: number;
  readonly threshold: number | null;
  /** What its scores mean; null: nothing outside of this search. */
  readonly scale: string | null;
}

/** Provider of vectors that know words alone: words count more beside them. */
const LEXICAL = 'lexical';

export function searchPlan(dataset: Dataset, retrieval: RetrievalModel): SearchPlan {
  const { embedding } = dataset;
  const isTextual =
    embedding === null ||
    dataset.indexingTechnique === 'economy' ||
    retrieval.search_method === 'keyword_search' ||
    retrieval.search_method === 'full_text_search';
  const isHybrid = !isTextual && retrieval.search_method === 'hybrid_search';
  const reranking = rerankModel(retrieval);
  const weights = weightsOf(retrieval, embedding);
  const model = embedding === null ? '' : `${embedding.provider}/${embedding.model}`;
  const common = {
    embedding: isTextual ? null : embedding,
    usesText: isTextual || isHybrid,
    topK: retrieval.top_k,
    threshold: retrieval.score_threshold_enabled ? retrieval.score_threshold : null,
    reranking,
  };
  const rerankScale = reranking === null ? null : `rerank ${reranking.provider}/${reranking.model}`;
  if (isHybrid && reranking !== null) return { ...common, combination: { by: 'ranks' }, scale: rerankScale };
  if (isHybrid) {
    const scale = `weights ${model} ${weights.vectorWeight} ${weights.textWeight}`;
    return { ...common, combination: { by: 'weights', ...weights }, scale };
  }
  if (isTextual) return { ...common, combination: { by: 'text' }, scale: rerankScale };
  return { ...common, combination: { by: 'vector' }, scale: rerankScale ?? `cosine ${model}` };
}

/** The reranking model that is named, where one is to be asked. */
function rerankModel({ reranking_enable, reranking_mode, reranking_model }: RetrievalModel): NamedModel | null {
  if (!reranking_enable || reranking_mode === 'weighted_score') return null;
  const { reranking_provider_name: provider, reranking_model_name: model } = reranking_model;
  return provider === '' || model === '' ? null : { provider, model };
}

function weightsOf({ weights }: RetrievalModel, embedding: Dataset['embedding']) {
  if (weights === null) {
    const isLexical = embedding?.provider === LEXICAL;
    return isLexical ? { vectorWeight: 0.3, textWeight: 0.7 } : { vectorWeight: 0.7, textWeight: 0.3 };
  }
  return { vectorWeight: weights.vector_setting.vector_weight, textWeight: weights.keyword_setting.keyword_weight };
}
