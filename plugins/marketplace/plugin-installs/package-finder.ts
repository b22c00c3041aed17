import type { FoundPackage, PackageFinder } from '#plugins/import-plans/contract.ts';
import type { PluginSources } from '#plugins/plugin-sources/contract.ts';
import type { ToolPackageFinder } from '#plugins/tools/contract.ts';
import type { Installs } from './installs.ts';

/** Tells imports what could be installed for what a document lacks. */
export function packageFinder(installs: Installs, sources: Pick<PluginSources, 'named'>): PackageFinder {
  return {
    id: 'plugin-installs',
    async find(workspaceId, pluginIds) {
      const known = await installs.list(workspaceId);
      const found = await Promise.all(
        pluginIds.map(async (pluginId): Promise<FoundPackage | null> => {
          const own = known.find((one) => one.pluginId === pluginId || one.manifest.aliases.includes(pluginId));
          if (own !== undefined) {
            const { name, version, manifest } = own;
            return { pluginId, state: 'installed', name, version, title: manifest.title };
          }
          const offered = await sources.named(pluginId);
          if (offered === null) return null;
          const { name, version, title } = offered;
          return { pluginId, state: 'available', name, version, title };
        }),
      );
      return found.filter((one) => one !== null);
    },
  };
}

/** Names what can be installed for a tool that is missing. */
export function toolPackageFinder(finder: PackageFinder): ToolPackageFinder {
  return {
    id: finder.id,
    async packageOf(workspaceId, pluginId) {
      const found = await finder.find(workspaceId, [pluginId]);
      return found.find(({ state }) => state === 'available')?.name ?? null;
    },
  };
}
