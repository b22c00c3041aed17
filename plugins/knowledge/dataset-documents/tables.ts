import type { Generated } from 'kysely';
import type { StoredBlob } from '#plugins/blobs/contract.ts';

/** Tables of documents of knowledge bases (migrations/dataset-documents). */
export interface DocumentTables {
  dataset_process_rules: {
    id: string;
    workspace_id: string;
    dataset_id: string;
    rule: unknown;
    created_at: Generated<Date>;
  };
  dataset_documents: {
    id: string;
    workspace_id: string;
    dataset_id: string;
    batch: string;
    position: number;
    name: string;
    data_source_type: string;
    source: Readonly<Record<string, unknown>>;
    source_key: string | null;
    content_hash: string;
    blob: Pick<StoredBlob, 'store' | 'key'>;
    size: number;
    extension: string;
    mime_type: string;
    process_rule_id: string;
    doc_form: string;
    doc_language: string;
    doc_metadata: Readonly<Record<string, string | number | null>>;
    created_from: string;
    created_by: string | null;
    uploader_name: string;
    tokens: number;
    word_count: number;
    segment_count: number;
    indexing_status: string;
    error: string | null;
    revision: number;
    enabled: boolean;
    disabled_at: Date | null;
    disabled_by: string | null;
    archived: boolean;
    need_summary: boolean;
    processing_started_at: Date | null;
    parsing_completed_at: Date | null;
    cleaning_completed_at: Date | null;
    splitting_completed_at: Date | null;
    completed_at: Date | null;
    was_completed: boolean;
    paused_at: Date | null;
    stopped_at: Date | null;
    created_at: Date;
    updated_at: Date;
  };
  dataset_segments: {
    id: string;
    workspace_id: string;
    dataset_id: string;
    document_id: string;
    position: number;
    content: string;
    answer: string | null;
    word_count: number;
    tokens: number;
    keywords: readonly string[] | null;
    hash: string;
    page: number | null;
    heading: string | null;
    enabled: boolean;
    disabled_at: Date | null;
    disabled_by: string | null;
    status: string;
    error: string | null;
    summary: string | null;
    created_by: string | null;
    created_at: Date;
    updated_at: Date;
    updated_by: string | null;
    indexing_at: Date | null;
    completed_at: Date | null;
    stopped_at: Date | null;
  };
  dataset_child_chunks: {
    id: string;
    workspace_id: string;
    dataset_id: string;
    document_id: string;
    segment_id: string;
    position: number;
    content: string;
    word_count: number;
    type: string;
    created_at: Date;
    updated_at: Date;
  };
  dataset_hits: {
    workspace_id: string;
    dataset_id: string;
    document_id: string;
    segment_id: string;
    hits: number;
  };
  /** Kept by triggers of the documents. */
  dataset_uses: { workspace_id: string; documents: number };
}
