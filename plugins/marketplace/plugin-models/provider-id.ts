import type { Installed } from '#plugins/plugin-installs/contract.ts';
import type { PackageProvider } from '#plugins/plugin-packages/contract.ts';

/** `author~package~provider`: ids stand in addresses, which hold no slash. Documents write `author/package/provider` as well. */
export function providerIdOf({ pluginId }: Pick<Installed, 'pluginId'>, { id }: Pick<PackageProvider, 'id'>): string {
  return `${pluginId.replace('/', '~')}~${id}`;
}
