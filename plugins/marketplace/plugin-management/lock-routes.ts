import { json, type Route, route } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { InstallChanges } from '#plugins/plugin-installs/contract.ts';
import type { Installations } from './installations.ts';
import { applyLock, lockOf, type PluginLock } from './lock.ts';
import { pluginDocs, takes } from './route-docs.ts';

export interface LockRouteParts {
  readonly changes: InstallChanges;
  readonly installations: Installations;
}

const path = '/console/api/plugins/lock';

/** What is installed, written down and installed elsewhere. */
export function lockRoutes({ changes, installations }: LockRouteParts): Route[] {
  return [
    route({
      access: ManagementAccess,
      permission: 'apps.edit',
      id: 'plugin-management.lock',
      method: 'GET',
      path,
      summary: 'Export the list of installed plugins, to install them elsewhere',
      docs: pluginDocs.lock,
      handle: async ({ principal }) => json(await lockOf(changes, principal.workspaceId)),
    }),
    route({
      access: ManagementAccess,
      permission: 'plugins.install',
      id: 'plugin-management.apply-lock',
      method: 'POST',
      path,
      summary: 'Install plugins from an exported list',
      audit: { body: ['packages.name', 'packages.version'], answer: ['failed.name'] },
      docs: pluginDocs.applyLock,
      body: {
        type: 'object',
        required: ['lock_version', 'packages', 'consent'],
        additionalProperties: false,
        properties: {
          lock_version: { const: 1 },
          packages: {
            type: 'array',
            maxItems: 200,
            items: {
              type: 'object',
              required: ['name', 'version', 'integrity'],
              additionalProperties: false,
              properties: {
                name: takes.name,
                version: { type: 'string', minLength: 1, maxLength: 100 },
                integrity: {
                  type: 'string',
                  pattern: '^sha512-[A-Za-z0-9+/]{86}==$',
                  description: '`sha512-…` of its tarball.',
                },
                source: { type: 'string', maxLength: 100, default: '' },
                signer: { type: ['string', 'null'], maxLength: 200, default: null },
                granted: { type: 'object', additionalProperties: true, default: {} },
              },
            },
          },
          consent: { const: true, description: 'Consent to the permissions of each plugin, as listed in the lock.' },
        },
      },
      async handle({ principal: { workspaceId, accountId }, body, origin }) {
        const done = await applyLock(changes, body as PluginLock, { workspaceId, accountId });
        const shown = await installations.list(workspaceId, origin);
        const ids = new Set(done.installed.map(({ id }) => id));
        return json({ ...done, installed: shown.filter(({ id }) => ids.has(id)) });
      },
    }),
  ];
}
