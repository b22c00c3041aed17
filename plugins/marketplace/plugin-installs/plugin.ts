import { definePlugin, type Needs } from '#kernel';
import { ContentThreads } from '#plugins/content-threads/contract.ts';
import { Database, Notifications, withRetry } from '#plugins/database/contract.ts';
import { PackageFinders } from '#plugins/import-plans/contract.ts';
import { packageReader } from '#plugins/plugin-packages/contract.ts';
import { PluginSources } from '#plugins/plugin-sources/contract.ts';
import { SealedColumns, Secrets, sealedColumn } from '#plugins/secrets/contract.ts';
import { ToolPackages } from '#plugins/tools/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { BlockList } from './block-list.ts';
import { InstallChanging, InstallEndings, PluginInstalls, PluginTrust } from './contract.ts';
import { exportedTables } from './exported-tables.ts';
import { InstallChanges } from './install-changes.ts';
import { InstallStore } from './install-store.ts';
import { Installs, SETTINGS_PURPOSE } from './installs.ts';
import { packageFinder, toolPackageFinder } from './package-finder.ts';
import type { Policy } from './policy.ts';
import { TrustService } from './trust-service.ts';
import { TrustStore } from './trust-store.ts';

interface InstallsConfig extends Policy {
  readonly blocked: readonly string[];
}

const needs = {
  database: Database,
  notifications: Notifications,
  secrets: Secrets,
  sources: PluginSources,
  endings: InstallEndings,
  threads: ContentThreads,
} satisfies Needs;

const names = { type: 'array', items: { type: 'string' }, default: [] };

export const plugin = definePlugin<typeof needs, InstallsConfig>({
  id: 'plugin-installs',
  needs,
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        allowUnsigned: {
          ...{ type: 'boolean', default: false },
          description: 'Let workspaces install plugins that nobody who is trusted here has signed.',
        },
        allow: { ...names, description: 'Names of plugins that may be installed; empty: all.' },
        minimumAgeDays: {
          ...{ type: 'integer', default: 3, minimum: 0, maximum: 365 },
          description: 'Days a version of a registry must be out, unless a trusted key has signed it.',
        },
        allowNode: {
          ...{ type: 'boolean', default: false },
          description: 'Let workspaces install plugins that run as confined processes of Node.',
        },
        blocked: { ...names, description: 'Plugins that may not run: `name`, or `name@version`.' },
      },
    },
    env: {
      WEFT_PLUGINS_ALLOW_UNSIGNED: 'allowUnsigned',
      WEFT_PLUGINS_ALLOW_NODE: 'allowNode',
      WEFT_PLUGINS_BLOCKED: 'blocked',
    },
  },
  setup({ services, config, logger, provide, contribute, onReady, onClose }) {
    const { database, notifications, secrets, sources, endings, threads } = services;
    const { blocked, ...policy } = config;
    const [store, trust] = [new InstallStore(database), new TrustStore(database)];
    const blocks = new BlockList({ store: trust, notifications, logger, configured: blocked });
    const installs = new Installs({ store, secrets, notifications, blocks });
    const changes = new InstallChanges({
      ...{ installs, store, trust, blocks, sources, secrets, endings, policy },
      read: packageReader(threads),
    });
    provide(PluginInstalls, () => installs);
    provide(InstallChanging, () => changes);
    provide(PluginTrust, () => new TrustService(trust, blocks));
    const finder = packageFinder(installs, sources);
    contribute(PackageFinders, finder);
    contribute(ToolPackages, toolPackageFinder(finder));
    contribute(ExportedTables, ...exportedTables);
    contribute(SealedColumns, sealedColumn('plugin_installations.secrets', SETTINGS_PURPOSE));
    // The server listens by now: that the database is away for a moment doesn't end it.
    onReady(() => withRetry(() => blocks.start()));
    onClose(() => {
      blocks.close();
      installs.close();
    });
  },
});
