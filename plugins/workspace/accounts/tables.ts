import type { ColumnType, Generated } from 'kysely';
import type { StoredBlob } from '#plugins/blobs/contract.ts';

/** Row types of the accounts' tables. */
export interface AccountTables {
  accounts: {
    id: string;
    email: string;
    name: string;
    language: string;
    password_hash: string | null;
    second_factor: string | null;
    second_factor_pending: string | null;
    second_factor_step: Generated<number>;
    current_workspace_id: string | null;
    created_at: Generated<Date>;
    signed_in_at: Date | null;
    /** When a link last set the password. */
    password_reset_at: Generated<Date | null>;
    avatar: ColumnType<StoredBlob | null, never, never>;
  };
  account_sessions: {
    id: string;
    account_id: string;
    access_hash: string;
    access_until: Date;
    refresh_hash: string;
    refresh_until: Date;
    user_agent: string;
    address: string;
    created_at: Generated<Date>;
    refreshed_at: Generated<Date>;
    /** Of the refresh token before this one, for as long as it may still be shown. */
    previous_hash: Generated<string | null>;
    previous_salt: Generated<string | null>;
    previous_until: Generated<Date | null>;
    /** Begun at an identity provider. */
    over_provider: boolean;
  };
  account_tokens: { hash: string; account_id: string; purpose: string; expires_at: Date };
  recovery_codes: { account_id: string; hash: string };
  personal_keys: {
    id: string;
    account_id: string;
    name: string;
    hash: string;
    last_four: string;
    permissions: readonly string[] | null;
    expires_at: Date | null;
    created_at: Generated<Date>;
    last_used_at: Date | null;
  };
  account_places: { account_id: string; place: string; seen_at: Generated<Date> };
  account_attempts: { key: string; count: number; until: Date };
}
