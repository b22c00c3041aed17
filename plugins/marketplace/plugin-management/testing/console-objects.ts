import type { ConsoleRequest, ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';
import { InstallChanging } from '#plugins/plugin-installs/contract.ts';
import { installPackage } from '#plugins/plugin-installs/testing/install-package.ts';
import { examplePackage } from '#plugins/plugin-packages/testing/example-package.ts';

/** A plugin in the workspace. */
export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['pluginInstallation'],
    async make({ platform: { kernel }, workspaceId, mark }) {
      const { bytes } = examplePackage({ name: `@owned/${mark}` }, { title: mark });
      const { id } = await installPackage(kernel, workspaceId, bytes);
      const settings = { api_key: 'plugin-kept-4714' };
      await kernel.resolve(InstallChanging).configure(workspaceId, id, { settings });
      return { pluginInstallation: id };
    },
  },
];

const all = '/console/api/plugins';

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'GET /console/api/plugin-catalogue/package': { query: { name: '@weft/run-journal' } },
  [`POST ${all}`]: { body: { name: '@acme/none', consent: 'x' } },
  [`POST ${all}/plan`]: { body: { name: '@acme/none' } },
  [`POST ${all}/lock`]: { body: { lock_version: 1, packages: [], consent: true } },
  [`PATCH ${all}/:installation_id`]: { body: { is_enabled: true } },
  'POST /console/api/installation/plugin-keys': { body: { public_key: 'bm9uZQ==', scopes: ['@acme'] } },
  'POST /console/api/installation/plugin-blocks': { body: { name: '@acme/none', reason: 'For tests.' } },
};
