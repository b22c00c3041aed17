import type { Generated } from 'kysely';

/** Tables of annotations (migrations/annotations). */
export interface AnnotationTables {
  annotations: {
    id: string;
    workspace_id: string;
    app_id: string;
    question: string;
    question_version: Generated<number>;
    answer: string;
    author_name: string;
    hit_count: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  annotation_vectors: {
    annotation_id: string;
    model: string;
    workspace_id: string;
    app_id: string;
    question_version: number;
    vector: Buffer;
  };
  annotation_replies: {
    app_id: string;
    id: string;
    workspace_id: string;
    enabled: Generated<boolean>;
    provider: Generated<string>;
    model: Generated<string>;
    score_threshold: Generated<number>;
    revision: Generated<number>;
    changed_at: Generated<Date>;
  };
  annotation_jobs: {
    id: string;
    workspace_id: string;
    app_id: string;
    action: string;
    status: string;
    provider: string;
    model: string;
    score_threshold: number;
    error: Generated<string>;
    attempts: Generated<number>;
    run_after: Generated<Date>;
    claim: string | null;
    claimed_until: Date | null;
    created_at: Generated<Date>;
  };
  annotation_hits: {
    message_id: string;
    workspace_id: string;
    app_id: string;
    annotation_id: string;
    query: string;
    score: number;
    source: string;
    created_at: Generated<Date>;
  };
}
