import type { ExportedTable } from '#plugins/workspace-export/contract.ts';

/** What an export of a workspace tells of its plugins: no secret, no address of an endpoint. */
export const exportedTables: readonly ExportedTable[] = [
  {
    id: 'plugin_installations',
    key: ['id'],
    columns: ['id', 'name', 'plugin_id', 'settings', 'is_enabled', 'installed_by', 'created_at'],
  },
  {
    id: 'plugin_installation_versions',
    key: ['installation_id', 'activated_at'],
    columns: ['installation_id', 'activated_at', 'integrity', 'granted', 'trust', 'signer', 'source'],
  },
  {
    id: 'plugin_pins',
    key: ['name', 'owner', 'version'],
    columns: ['name', 'owner', 'version', 'integrity', 'trust', 'signer', 'source', 'pinned_at'],
  },
];
