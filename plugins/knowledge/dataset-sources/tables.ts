import type { Generated } from 'kysely';
import type { SourceIndexing, SourceSettings } from './contract.ts';

/** The tables of sources (migrations/dataset-sources). */
export interface SourceTables {
  dataset_sources: {
    id: string;
    workspace_id: string;
    dataset_id: string;
    kind: string;
    name: string;
    settings: SourceSettings;
    indexing: SourceIndexing;
    sealed_token: string | null;
    token_hint: string;
    refresh: string;
    on_vanished: string;
    paused: Generated<boolean>;
    status: Generated<string>;
    error: string | null;
    incomplete: Generated<boolean>;
    run: Generated<number>;
    step: Generated<number>;
    started_at: Date | null;
    finished_at: Date | null;
    seen_at: Generated<Date>;
    next_refresh_at: Date | null;
    account_id: string | null;
    held: Generated<boolean>;
    cursor: unknown;
    created_by: string | null;
    author_name: string;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  dataset_source_pages: {
    id: string;
    workspace_id: string;
    dataset_id: string;
    source_id: string;
    address: string;
    role: string;
    depth: number;
    run: number;
    status: string;
    document_id: string | null;
    content_hash: string | null;
    disabled: Generated<boolean>;
    tries: Generated<number>;
    message: string | null;
    read_at: Date | null;
    parent: string | null;
    name: string | null;
    title: string | null;
    found_version: string | null;
    version: string | null;
    target: string | null;
    details: Readonly<Record<string, unknown>> | null;
    gone: string | null;
  };
}
