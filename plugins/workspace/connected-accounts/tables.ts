import type { ColumnType, Generated } from 'kysely';
import type { AccountOwner, ConnectWay, Consumer } from './contract.ts';

/** The tables of connected accounts (migrations/connected-accounts). */
export interface AccountTables {
  connected_accounts: {
    id: string;
    workspace_id: string;
    owner: AccountOwner;
    provider: string;
    base_url: string;
    subject: string;
    label: string;
    way: ConnectWay;
    /** Why the service refuses it; null: it does not. */
    reason: string | null;
    connected_at: Generated<Date>;
    last_used_at: Date | null;
    last_used_by: string | null;
    /** Of a visitor's: the app they visit. */
    app_id: string | null;
    /** Of a workspace's: visitors of its published apps work with it. */
    for_visitors: Generated<boolean>;
  };
  connected_account_grants: {
    id: string;
    workspace_id: string;
    account_id: string;
    /** `main`, or the capability that was asked for alone. */
    kind: string;
    scopes: string[];
    /** JSON text of a StoredGrant. */
    sealed: string;
    version: Generated<number>;
    refreshing_until: Date | null;
    /** The service says no to it. */
    is_refused: Generated<boolean>;
  };
  connected_account_attempts: {
    state_hash: string;
    workspace_id: string;
    /** JSON text of an Attempt. */
    sealed: string;
    created_at: Generated<Date>;
  };
  connected_account_loans: {
    id: string;
    workspace_id: string;
    account_id: string;
    consumer_kind: Consumer['kind'];
    consumer_id: string;
    consumer_name: string;
    lent_at: Generated<Date>;
  };
  connected_account_uses: {
    workspace_id: string;
    account_id: string;
    day: ColumnType<Date, string, string>;
    capability: string;
    consumer_kind: Consumer['kind'];
    consumer_id: string;
    consumer_name: string;
    uses: number;
  };
  connected_account_clients: {
    id: string;
    workspace_id: string;
    provider: string;
    base_url: string;
    /** JSON text of a ProviderClient. */
    sealed: string;
    created_at: Generated<Date>;
  };
}
