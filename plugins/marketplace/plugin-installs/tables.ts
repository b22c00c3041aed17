import type { Generated } from 'kysely';

/** The tables of migrations/plugin-installs. Manifests, grants and settings are JSON texts. */
export interface PluginInstallTables {
  plugin_packages: {
    integrity: string;
    name: string;
    version: string;
    manifest: string;
    code: string;
    created_at: Generated<Date>;
  };
  plugin_installations: {
    id: string;
    workspace_id: string;
    name: string;
    plugin_id: string;
    settings: string;
    secrets: string | null;
    is_enabled: boolean;
    endpoint_key: string | null;
    /** What events of runs the version that counts hears of. */
    events: string[];
    installed_by: string | null;
    created_at: Generated<Date>;
  };
  plugin_installation_versions: {
    workspace_id: string;
    installation_id: string;
    integrity: string;
    granted: string;
    trust: string;
    signer: string | null;
    source: string;
    activated_at: Date;
  };
  /** Versions that a workspace ever had, by whose they were: kept when a plugin is removed. */
  plugin_pins: {
    workspace_id: string;
    name: string;
    owner: string;
    version: string;
    integrity: string;
    trust: string;
    signer: string | null;
    source: string;
    /** When it last began to count. */
    pinned_at: Date;
  };
  plugin_trusted_keys: {
    id: string;
    kind: string;
    /** Of a publisher: what its signatures count for. */
    scopes: string[];
    public_key: string;
    label: string;
    expires_at: Date | null;
    created_at: Generated<Date>;
  };
  plugin_blocks: {
    id: string;
    name: string;
    version: string | null;
    reason: string;
    created_at: Generated<Date>;
  };
}
