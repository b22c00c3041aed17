import { definePlugin } from '#kernel';
import { ModelProviderSources, Models } from '#plugins/models/contract.ts';
import { InstallEndings, PluginInstalls } from '#plugins/plugin-installs/contract.ts';
import { PluginRunner } from '#plugins/plugin-runner/contract.ts';
import { packageProviders } from './package-providers.ts';
import { providerIdOf } from './provider-id.ts';

export const plugin = definePlugin({
  id: 'plugin-models',
  needs: { installs: PluginInstalls, runner: PluginRunner, models: Models },
  setup({ services, contribute }) {
    const { installs, runner, models } = services;
    contribute(ModelProviderSources, packageProviders({ installs, runner }));
    contribute(InstallEndings, {
      id: 'plugin-models.credentials',
      // Who installs a package of the same name later must not get what was given to this one.
      async removing(installed) {
        for (const provider of installed.manifest.providers) {
          await models.forget(installed.workspaceId, providerIdOf(installed, provider));
        }
      },
    });
  },
});
