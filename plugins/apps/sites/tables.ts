import type { Generated } from 'kysely';

/** The table of sites (migrations/sites). */
export interface SiteTables {
  app_sites: {
    app_id: string;
    workspace_id: string;
    settings: string;
    embed_token: string;
    embed_number: Generated<number>;
    visitor_secret: string | null;
    secret_number: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
}
