import type { Generated } from 'kysely';

/** Tables of apps (migrations/apps). `json` columns are written and selected as text. */
export interface AppTables {
  apps: {
    id: string;
    workspace_id: string;
    name: string;
    description: string;
    mode: string;
    icon: string;
    icon_type: string;
    icon_background: string;
    status: string;
    tags: string;
    author_name: string;
    draft: string;
    /** Sealed JSON object: values of secret environment variables by name, and what marks of the document stand for. */
    draft_secrets: string;
    published_version_id: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    deleted_at: Date | null;
    /** Whether what was typed into nodes is sealed, as all is that was saved since that is done. */
    is_sealed: Generated<boolean>;
    /** By which files name the app (`AppSources`). */
    code_key: Generated<string | null>;
  };
  /** Every name in `apps.tags` is here. */
  app_tags: { id: string; workspace_id: string; name: string; created_at: Generated<Date> };
  /** Each of a person (`account_id`). */
  app_favourites: { workspace_id: string; account_id: string; app_id: string; created_at: Generated<Date> };
  /** `outputs` is JSON text. */
  app_draft_pins: {
    workspace_id: string;
    app_id: string;
    node_id: string;
    outputs: string;
    handle: string | null;
    pinned_by: string;
    created_at: Generated<Date>;
  };
  app_versions: {
    id: string;
    app_id: string;
    workspace_id: string;
    number: number;
    document: string;
    secrets: string;
    is_sealed: Generated<boolean>;
    name: Generated<string>;
    note: Generated<string>;
    published_by: Generated<string>;
    created_at: Generated<Date>;
  };
  /** `operations` is written and selected as text. */
  app_draft_changes: {
    id: string;
    workspace_id: string;
    app_id: string;
    base: string;
    hash: string;
    operations: string | null;
    client_id: string;
    author_name: string;
    created_at: Generated<Date>;
  };
  app_keys: {
    id: string;
    app_id: string;
    workspace_id: string;
    name: string;
    hash: string;
    last_four: string;
    created_at: Generated<Date>;
    last_used_at: Date | null;
    revoked_at: Date | null;
  };
}
