import type { ColumnType, Generated } from 'kysely';
import type { OidcSettings, RoleRule, SamlSettings } from './connection.ts';

/** Row types of single sign-on's tables. */
export interface SsoTables {
  sso_connections: {
    id: string;
    workspace_id: string;
    kind: string;
    name: string;
    settings: ColumnType<OidcSettings | SamlSettings, string, string>;
    sealed_secret: string | null;
    domains: string[];
    approved_domains: string[];
    default_role: string | null;
    role_claim: string | null;
    role_mapping: ColumnType<RoleRule[], string, string>;
    enabled: boolean;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  sso_identities: {
    connection_id: string;
    issuer: string;
    subject: string;
    workspace_id: string;
    account_id: string;
    created_at: Generated<Date>;
    signed_in_at: Generated<Date>;
    /** False: linked, and not yet in the workspace. */
    has_entered: Generated<boolean>;
  };
  sso_assertions: {
    connection_id: string;
    workspace_id: string;
    /** SHA-256 of its id, in hex: ids are as long as a provider likes. */
    id_hash: string;
    until: Date;
  };
}
