import type { Dataset, DatasetPermission, DocForm, Generation, IndexingTechnique } from './contract.ts';
import type { RetrievalModel } from './retrieval-model.ts';
import type { ExternalRetrieval } from './tables.ts';

/** A row of `datasets`, as it is read. */
export interface DatasetRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly description: string;
  readonly provider: string;
  readonly permission: string;
  readonly indexing_technique: string | null;
  readonly doc_form: string | null;
  readonly data_source_type: string | null;
  readonly retrieval_model: RetrievalModel;
  readonly embedding_provider: string | null;
  readonly embedding_model: string | null;
  readonly index_id: string | null;
  readonly summary_index_setting: Dataset['summaryIndex'];
  readonly built_in_fields: boolean;
  readonly api_enabled: boolean;
  readonly icon: Dataset['icon'];
  readonly external_api_id: string | null;
  readonly external_knowledge_id: string | null;
  readonly external_retrieval_model: ExternalRetrieval | null;
  readonly created_by: string | null;
  readonly author_name: string;
  readonly updated_by: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export function toDataset(row: DatasetRow): Dataset {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    description: row.description,
    provider: row.provider as Dataset['provider'],
    permission: row.permission as DatasetPermission,
    indexingTechnique: row.indexing_technique as IndexingTechnique | null,
    docForm: row.doc_form as DocForm | null,
    dataSourceType: row.data_source_type,
    retrieval: row.retrieval_model,
    embedding: embeddingOf(row),
    indexId: row.index_id,
    summaryIndex: row.summary_index_setting,
    builtInFields: row.built_in_fields,
    apiEnabled: row.api_enabled,
    icon: row.icon,
    external: externalOf(row),
    createdBy: row.created_by,
    authorName: row.author_name,
    updatedBy: row.updated_by,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
}

/** A row of `dataset_generations`, as it is read. */
export interface GenerationRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly dataset_id: string;
  readonly embedding_provider: string | null;
  readonly embedding_model: string | null;
  readonly state: string;
  readonly error: string | null;
  readonly created_at: Date;
}

export function toGeneration(row: GenerationRow): Generation {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    datasetId: row.dataset_id,
    embedding: embeddingOf(row),
    state: row.state as Generation['state'],
    error: row.error,
    createdAt: row.created_at.getTime(),
  };
}

function embeddingOf(row: {
  readonly embedding_provider: string | null;
  readonly embedding_model: string | null;
}): Dataset['embedding'] {
  const { embedding_provider: provider, embedding_model: model } = row;
  return provider === null || model === null ? null : { provider, model };
}

function externalOf(row: DatasetRow): Dataset['external'] {
  if (row.external_api_id === null || row.external_knowledge_id === null) return null;
  const { top_k: topK, score_threshold: scoreThreshold } = row.external_retrieval_model ?? defaultExternal;
  return { apiId: row.external_api_id, knowledgeId: row.external_knowledge_id, topK, scoreThreshold };
}

const defaultExternal: ExternalRetrieval = { top_k: 4, score_threshold: null };
