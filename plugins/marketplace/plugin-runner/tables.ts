import type { Generated } from 'kysely';

/** What packages keep (migrations/plugin-runner). */
export interface PluginStorageTables {
  plugin_storage: {
    workspace_id: string;
    installation_id: string;
    key: string;
    /** JSON text. */
    value: string;
    /** Of key and value. */
    bytes: number;
    updated_at: Generated<Date>;
  };
}
