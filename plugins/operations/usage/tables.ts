import type { Generated } from 'kysely';

interface Share {
  workspace_id: string;
  day: string;
  app_id: string;
  shard: number;
}

/** Tables of usage (migrations/usage). */
export interface UsageTables {
  usage_days: Share & {
    runs_succeeded: Generated<number>;
    runs_partial: Generated<number>;
    runs_failed: Generated<number>;
    runs_stopped: Generated<number>;
    messages: Generated<number>;
    users: Generated<number>;
    requests: Generated<number>;
  };
  usage_models: Share & {
    model: string;
    currency: string;
    runs: Generated<number>;
    calls: Generated<number>;
    prompt_tokens: Generated<number>;
    completion_tokens: Generated<number>;
    total_tokens: Generated<number>;
    cached_tokens: Generated<number>;
    cache_write_tokens: Generated<number>;
    reasoning_tokens: Generated<number>;
    unpriced_tokens: Generated<number>;
    price: Generated<string>;
  };
  usage_keys: Share & {
    key_id: string;
    currency: string;
    runs: Generated<number>;
    calls: Generated<number>;
    prompt_tokens: Generated<number>;
    completion_tokens: Generated<number>;
    total_tokens: Generated<number>;
    cached_tokens: Generated<number>;
    cache_write_tokens: Generated<number>;
    reasoning_tokens: Generated<number>;
    unpriced_tokens: Generated<number>;
    price: Generated<string>;
  };
  usage_latencies: Share & { bucket: number; runs: Generated<number> };
  usage_failures: Share & { code: string; runs: Generated<number> };
  usage_users: { workspace_id: string; day: string; app_id: string; end_user_id: string };
  usage_calls: { id: string; workspace_id: string; called_at: Generated<Date> };
  usage_budgets: {
    id: string;
    workspace_id: string;
    app_id: string | null;
    key_id: string | null;
    period: string;
    unit: string;
    currency: string;
    amount: string;
    action: string;
    model_provider: string | null;
    model_name: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  /** Of all processes (`open-store.ts`). */
  usage_open_runs: {
    workspace_id: string;
    process_id: string;
    of: string;
    id: string;
    currency: string;
    tokens: string;
    price: string;
    reported_at: Date;
    told: number;
  };
  /** Of all processes (`grant-store.ts`). */
  usage_budget_grants: {
    workspace_id: string;
    budget_id: string;
    process_id: string;
    amount: string;
    expires_at: Date;
  };
}
