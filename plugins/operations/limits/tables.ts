import type { Generated } from 'kysely';

/** The table of apps' limits (migrations/limits). */
export interface LimitTables {
  app_limits: {
    app_id: string;
    workspace_id: string;
    requests_per_minute: Generated<number | null>;
    concurrent_runs: Generated<number | null>;
    tokens_per_day: Generated<number | null>;
    user_requests_per_minute: Generated<number | null>;
    user_concurrent_runs: Generated<number | null>;
    user_tokens_per_day: Generated<number | null>;
    updated_at: Generated<Date>;
  };
}
