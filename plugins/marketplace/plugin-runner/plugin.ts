import { definePlugin, type Needs } from '#kernel';
import { Database } from '#plugins/database/contract.ts';
import { Egress } from '#plugins/egress/contract.ts';
import { Models } from '#plugins/models/contract.ts';
import { InstallEndings, PluginInstalls } from '#plugins/plugin-installs/contract.ts';
import { ModuleSandboxes } from '#plugins/sandbox/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { PackageTiers, PluginRunner } from './contract.ts';
import { Runner } from './runner.ts';
import { sandboxTier } from './sandbox-tier.ts';
import { StorageStore } from './storage-store.ts';

interface RunnerConfig {
  readonly threads: number;
  readonly maxQueue: number;
  readonly idleMs: number;
}

const needs = {
  database: Database,
  egress: Egress,
  installs: PluginInstalls,
  models: Models,
  sandboxes: ModuleSandboxes,
  tiers: PackageTiers,
} satisfies Needs;

export const plugin = definePlugin<typeof needs, RunnerConfig>({
  id: 'plugin-runner',
  needs,
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        threads: {
          ...{ type: 'integer', default: 8, minimum: 1, maximum: 64 },
          description: 'Calls of installed plugins that run at the same time, each on a thread of about 30 MB.',
        },
        maxQueue: { type: 'integer', default: 200, minimum: 2, maximum: 10_000, description: 'Calls that may wait.' },
        idleMs: {
          ...{ type: 'integer', default: 60_000, minimum: 1000, maximum: 3_600_000 },
          description: 'Milliseconds until an idle thread ends.',
        },
      },
    },
    env: { WEFT_PLUGIN_THREADS: 'threads' },
  },
  setup({ services, config, logger, provide, contribute, onClose }) {
    const { database, egress, installs, models, sandboxes, tiers } = services;
    const sandbox = sandboxes.open(config);
    const storage = new StorageStore(database);
    const runner = new Runner({ installs, tiers, egress, models, storage, logger });
    provide(PluginRunner, () => runner);
    contribute(PackageTiers, sandboxTier(sandbox));
    contribute(InstallEndings, {
      id: 'plugin-runner.calls-and-storage',
      removing(installed) {
        runner.endCalls(installed);
        return storage.clear(installed.workspaceId, installed.id);
      },
    });
    contribute(ExportedTables, {
      id: 'plugin_storage',
      key: ['installation_id', 'key'],
      columns: ['installation_id', 'key', 'value', 'updated_at'],
    });
    onClose(async () => {
      runner.close();
      await sandbox.close();
    });
  },
});
