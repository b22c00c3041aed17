import type { Generated } from 'kysely';
import type { SearchRequest } from './contract.ts';

/** The tables of searches (migrations/dataset-retrieval). */
export interface RetrievalTables {
  dataset_queries: {
    id: string;
    workspace_id: string;
    dataset_id: string;
    query: string;
    source: SearchRequest['source'];
    app_id: string | null;
    run_id: string | null;
    created_by: string | null;
    hits: number;
    created_at: Generated<Date>;
  };
}
