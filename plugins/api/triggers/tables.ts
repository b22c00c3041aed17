import type { Generated } from 'kysely';
import type { SignatureScheme } from './contract.ts';

/** How a webhook's callers sign, as it is kept. */
export interface StoredSignature {
  readonly scheme: SignatureScheme;
  /** `hmac` only: the header with the signature, and the one with the time; null: no time is signed. In lower case. */
  readonly header: string | null;
  readonly timestampHeader: string | null;
  /** Seconds that a signed time may be off. */
  readonly tolerance: number;
}

/** The tables of triggers (migrations/triggers), and what is read of apps. */
export interface TriggerTables {
  trigger_apps: { app_id: string; workspace_id: string; version_id: string | null; is_live: boolean };
  triggers: {
    id: string;
    workspace_id: string;
    app_id: string;
    node_id: string;
    kind: 'schedule' | 'webhook';
    title: string;
    enabled: Generated<boolean>;
    cron: string | null;
    timezone: string | null;
    next_at: Date | null;
    last_due_at: Date | null;
    missed: Generated<number>;
    token_hash: string | null;
    sealed_token: string | null;
    signature: Generated<StoredSignature | null>;
    sealed_secret: Generated<string | null>;
    previous_secret: Generated<string | null>;
    previous_until: Generated<Date | null>;
    refused: Generated<number>;
    last_refusal: Generated<string | null>;
    last_refused_at: Generated<Date | null>;
    absent_since: Generated<Date | null>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  trigger_firings: {
    id: string;
    workspace_id: string;
    app_id: string;
    trigger_id: string;
    source: 'schedule' | 'webhook' | 'manual';
    key: string;
    due_at: Date;
    status: string;
    run_id: string | null;
    error: string | null;
    created_at: Generated<Date>;
    finished_at: Date | null;
  };
  apps: {
    id: string;
    workspace_id: string;
    name: string;
    mode: string;
    status: string;
    published_version_id: string | null;
    deleted_at: Date | null;
  };
}
