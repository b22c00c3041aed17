import type { Generated } from 'kysely';

/** Tables of this plugin (migrations/dataset-indexing). */
export interface IndexingTables {
  indexing_work: {
    id: string;
    workspace_id: string;
    dataset_id: string;
    kind: string;
    revision: Generated<number>;
    version: Generated<number>;
    due_at: Generated<Date>;
    failures: Generated<number>;
    starts: Generated<number>;
    claim: string | null;
    claimed_until: Date | null;
    after_id: string | null;
    done: Generated<number>;
    total: Generated<number>;
    note: string | null;
    created_at: Generated<Date>;
  };
  rebuild_changes: {
    workspace_id: string;
    generation_id: string;
    segment_id: string;
    version: Generated<number>;
  };
  model_answers: {
    workspace_id: string;
    key: Buffer;
    kind: string;
    answer: Buffer;
    used_on: Generated<string>;
  };
}
