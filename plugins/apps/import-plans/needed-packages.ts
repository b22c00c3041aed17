import { pluginOfProvider, pluginOfTool } from '#engine';
import type { Contributions } from '#kernel';
import type { PackageFinder } from './contract.ts';

/** What a plan has found missing. */
export interface MissingParts {
  readonly tools: readonly {
    readonly kind: string;
    readonly provider: string;
    readonly plugin: string;
    readonly missing: string | null;
  }[];
  readonly models: readonly { readonly provider: string; readonly state: string }[];
}

const MAX_PACKAGES = 20;

/** The plugins that would bring what is missing, and whether they can be installed here. */
export async function neededPackages(
  finders: Contributions<PackageFinder>,
  workspaceId: string,
  { tools, models }: MissingParts,
) {
  const missing = [
    ...tools
      .filter((tool) => tool.missing !== null && ['builtin', 'plugin', ''].includes(tool.kind))
      .map((tool) => pluginOfTool(unversioned(tool.plugin || tool.provider))),
    ...models.filter(({ state }) => state === 'provider_missing').map(({ provider }) => pluginOfProvider(provider)),
  ];
  const wanted = [...new Set(missing)].slice(0, MAX_PACKAGES);
  if (wanted.length === 0) return [];
  const found = (await Promise.all(finders.all().map((finder) => finder.find(workspaceId, wanted)))).flat();
  return wanted.map((pluginId) => {
    const one = found.find((each) => each.pluginId === pluginId);
    if (one === undefined)
      return { plugin_id: pluginId, state: 'unknown' as const, name: null, version: null, title: null };
    const { state, name, version, title } = one;
    return { plugin_id: pluginId, state, name, version, title };
  });
}

/** What a document names without its version: `author/name:1.0.0@sha256`. */
function unversioned(named: string): string {
  return named.split(/[:@]/)[0] ?? '';
}
