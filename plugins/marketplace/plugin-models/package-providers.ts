import type { ModelProviderSource, OwnModelProvider } from '#plugins/models/contract.ts';
import type { Installed, PluginInstalls } from '#plugins/plugin-installs/contract.ts';
import { type PackageProvider, providerOf } from '#plugins/plugin-packages/contract.ts';
import type { PluginRunner } from '#plugins/plugin-runner/contract.ts';
import { implementationOf } from './implementation.ts';
import { providerIdOf } from './provider-id.ts';

export interface PackageProvidersParts {
  readonly installs: Pick<PluginInstalls, 'list' | 'byId'>;
  readonly runner: Pick<PluginRunner, 'call'>;
}

/** Providers of models that the packages of a workspace bring. */
export function packageProviders({ installs, runner }: PackageProvidersParts): ModelProviderSource {
  return {
    id: 'plugin-models',
    async list(workspaceId, runId) {
      const found: OwnModelProvider[] = [];
      for (const { id, manifest } of await installs.list(workspaceId)) {
        if (manifest.kind !== 'model') continue;
        const installed = await installs.byId(workspaceId, id, runId);
        for (const provider of installed?.manifest.providers ?? []) {
          if (installed !== null) found.push(ownProvider(installed, provider, runner));
        }
      }
      return found;
    },
  };
}

function ownProvider(
  installed: Installed,
  provider: PackageProvider,
  runner: PackageProvidersParts['runner'],
): OwnModelProvider {
  const { id, title, types, models, openCatalogue, credentials, keyless, aliases = [] } = provider;
  const plugins = [installed.pluginId, ...installed.manifest.aliases];
  return {
    id: providerIdOf(installed, provider),
    label: title,
    // The plugin's name alone means its provider of the same name.
    aliases: [
      id,
      ...aliases,
      ...plugins.flatMap((plugin) => [`${plugin}/${id}`, ...(providerOf(plugin) === id ? [plugin] : [])]),
    ],
    credentials: { additionalProperties: false, ...credentials },
    types,
    models,
    ...(openCatalogue !== undefined && { openCatalogue }),
    ...(keyless !== undefined && { keyless }),
    implementation: implementationOf({ installed, provider, runner }),
  };
}
