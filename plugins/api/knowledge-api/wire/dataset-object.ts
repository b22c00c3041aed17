import { unixSeconds } from '#http';
import type { Dataset, MetadataField } from '#plugins/datasets/contract.ts';

/** What belongs to a base and lies elsewhere. */
export interface DatasetFacts {
  readonly documents: number;
  /** Documents that may be found. */
  readonly available: number;
  readonly words: number;
  readonly apps: number;
  readonly tags: readonly { readonly id: string; readonly name: string }[];
  readonly fields: readonly MetadataField[];
  /** Of its embedding model, as the API writes it; null: it has none. */
  readonly embeddingProvider: string | null;
  readonly isEmbeddingAvailable: boolean;
  /** Of an external base; null: its API is gone. */
  readonly externalApi: { readonly name: string; readonly endpoint: string } | null;
  /** Account ids; undefined: they are not told. */
  readonly members?: readonly string[] | undefined;
}

/** A knowledge base (runtime API, Dataset). */
export function datasetObject(dataset: Dataset, facts: DatasetFacts) {
  const { retrieval, external } = dataset;
  const isEconomy = dataset.indexingTechnique === 'economy';
  return {
    id: dataset.id,
    name: dataset.name,
    description: dataset.description,
    provider: dataset.provider,
    permission: dataset.permission,
    data_source_type: dataset.dataSourceType,
    indexing_technique: dataset.indexingTechnique,
    app_count: facts.apps,
    document_count: facts.documents,
    word_count: facts.words,
    created_by: dataset.createdBy,
    author_name: dataset.authorName === '' ? null : dataset.authorName,
    created_at: unixSeconds(dataset.createdAt),
    updated_by: dataset.updatedBy,
    updated_at: unixSeconds(dataset.updatedAt),
    embedding_model: dataset.embedding?.model ?? null,
    embedding_model_provider: facts.embeddingProvider,
    embedding_available: facts.isEmbeddingAvailable,
    retrieval_model_dict: { ...retrieval, search_method: isEconomy ? 'keyword_search' : retrieval.search_method },
    summary_index_setting: dataset.summaryIndex,
    tags: facts.tags.map(({ id, name }) => ({ id, name, type: 'knowledge' as const })),
    doc_form: dataset.docForm,
    external_knowledge_info: external && {
      external_knowledge_id: external.knowledgeId,
      external_knowledge_api_id: external.apiId,
      external_knowledge_api_name: facts.externalApi?.name ?? '',
      external_knowledge_api_endpoint: facts.externalApi?.endpoint ?? '',
    },
    external_retrieval_model: external && {
      top_k: external.topK,
      score_threshold: external.scoreThreshold ?? 0,
      score_threshold_enabled: external.scoreThreshold !== null,
    },
    doc_metadata: facts.fields.map(({ id, name, type }) => ({ id, name, type })),
    built_in_field_enabled: dataset.builtInFields,
    // Bases that a pipeline of a workflow fills are not made here.
    pipeline_id: null,
    runtime_mode: 'general' as const,
    chunk_structure: null,
    icon_info: iconOf(dataset.icon),
    is_published: false,
    total_documents: facts.documents,
    total_available_documents: facts.available,
    enable_api: dataset.apiEnabled,
    is_multimodal: false,
    maintainer: null,
    ...(facts.members !== undefined && { partial_member_list: facts.members }),
  };
}

function iconOf(icon: Dataset['icon']) {
  if (icon === null) return null;
  const textOf = (name: string) => (typeof icon[name] === 'string' ? icon[name] : null);
  return {
    icon_type: textOf('icon_type'),
    icon: textOf('icon'),
    icon_background: textOf('icon_background'),
    icon_url: textOf('icon_url'),
  };
}
