import type { Generated } from 'kysely';
import type { SubscriptionChange, SubscriptionState } from './contract.ts';

/** Tables of billing (migrations/billing). */
export interface BillingTables {
  subscriptions: {
    workspace_id: string;
    provider: string;
    state: SubscriptionState;
    plan: string;
    ordered_plan: string | null;
    external_id: string | null;
    period_start: Date | null;
    period_end: Date | null;
    trial_end: Date | null;
    grace_until: Date | null;
    cancel_at_period_end: boolean;
    paused_at: Date | null;
    base_plan: string;
    effective_plan: string | null;
    applied_plan: string | null;
    next_change_at: Date | null;
    version: number;
    /** Number of the last question that a provider's answer was to. */
    answer: Generated<number>;
    updated_at: Generated<Date>;
  };
  subscription_changes: {
    id: string;
    workspace_id: string;
    event: SubscriptionChange['event'];
    source: string;
    from_state: SubscriptionState | null;
    to_state: SubscriptionState;
    plan: string;
    at: Date;
  };
}
