import type { Generated } from 'kysely';

/** Row types of signing in with services. */
export interface SignInTables {
  account_identities: {
    issuer: string;
    subject: string;
    provider: string;
    account_id: string;
    /** As the service told it last; for show. */
    email: string | null;
    created_at: Generated<Date>;
    signed_in_at: Generated<Date>;
  };
}
