import type { ColumnType, Generated } from 'kysely';
import type { SummaryIndexSetting } from './contract.ts';
import type { RetrievalModel } from './retrieval-model.ts';

/** Read as values, written as text (`JSON.stringify`). */
type Json<Value> = ColumnType<Value, string | null, string | null>;

/** How an external base is asked, as on the wire (runtime API, Dataset). */
export interface ExternalRetrieval {
  readonly top_k: number;
  readonly score_threshold: number | null;
}

/** Tables of knowledge bases (migrations/datasets). */
export interface DatasetTables {
  datasets: {
    id: string;
    workspace_id: string;
    name: string;
    description: string;
    provider: string;
    permission: string;
    indexing_technique: string | null;
    doc_form: string | null;
    data_source_type: string | null;
    retrieval_model: Json<RetrievalModel>;
    embedding_provider: string | null;
    embedding_model: string | null;
    index_id: string | null;
    summary_index_setting: Json<SummaryIndexSetting | null>;
    built_in_fields: boolean;
    api_enabled: boolean;
    icon: Json<Readonly<Record<string, unknown>> | null>;
    external_api_id: string | null;
    external_knowledge_id: string | null;
    external_retrieval_model: Json<ExternalRetrieval | null>;
    next_position: Generated<number>;
    created_by: string | null;
    author_name: string;
    updated_by: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    deleted_at: Date | null;
  };
  dataset_members: { workspace_id: string; dataset_id: string; account_id: string };
  dataset_tags: { id: string; workspace_id: string; name: string; created_at: Generated<Date> };
  dataset_tag_bindings: { workspace_id: string; tag_id: string; dataset_id: string };
  dataset_metadata_fields: {
    id: string;
    workspace_id: string;
    dataset_id: string;
    name: string;
    type: string;
    created_at: Generated<Date>;
  };
  dataset_generations: {
    id: string;
    workspace_id: string;
    dataset_id: string;
    embedding_provider: string | null;
    embedding_model: string | null;
    state: string;
    error: string | null;
    created_at: Generated<Date>;
    activated_at: Date | null;
  };
}
