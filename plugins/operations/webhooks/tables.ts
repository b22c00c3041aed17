import type { Generated } from 'kysely';

/** The tables of webhooks (migrations/webhooks). */
export interface WebhookTables {
  webhook_endpoints: {
    id: string;
    workspace_id: string;
    app_id: string;
    url: string;
    events: string[];
    enabled: boolean;
    disabled_reason: string | null;
    sealed_secret: string;
    previous_secret: string | null;
    previous_until: Date | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  webhook_deliveries: {
    id: string;
    workspace_id: string;
    app_id: string;
    endpoint_id: string;
    run_id: string | null;
    type: string;
    occurred_at: Date;
    body: string;
    status: Generated<'pending' | 'delivered' | 'dead'>;
    attempts: Generated<number>;
    last_status: number | null;
    last_error: string | null;
    created_at: Generated<Date>;
    last_attempt_at: Date | null;
  };
}
