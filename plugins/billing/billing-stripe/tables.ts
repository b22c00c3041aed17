import type { Generated } from 'kysely';

/** Tables of Stripe (migrations/billing-stripe). */
export interface StripeTables {
  stripe_customers: {
    workspace_id: string;
    customer_id: string;
    questions: Generated<number>;
    ordering_until: Date | null;
    created_at: Generated<Date>;
  };
  stripe_events: { id: string; received_at: Generated<Date> };
}
