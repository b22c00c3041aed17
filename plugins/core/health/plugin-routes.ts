import { json, jsonAnswer, listOf, objectSchema, orNull, type Route, route, schemas, unixSeconds } from '#http';
import type { KernelInfo } from '#kernel';
import { ManagementAccess } from '#plugins/management-access/contract.ts';

const { seconds, text } = schemas;
const plugin = objectSchema('ServerPlugin', {
  id: text,
  group: orNull(text),
  origin: { enum: ['built-in', 'added', 'memory'], description: '`added`: from a folder of the configuration.' },
  state: {
    enum: ['started', 'failed', 'skipped', 'off'],
    description: '`skipped`: a dependency failed or is missing; `off`: turned off by the configuration.',
  },
  needed_by: {
    ...listOf(text),
    description: 'Ids of plugins that depend on it. Empty: it can be turned off.',
  },
  reason: { ...orNull(text), description: 'Why it is not running. null: it is running.' },
});
const example = {
  version: '1.4.0',
  started_at: 1_795_000_000,
  data: [{ id: 'health', group: 'core', origin: 'built-in', state: 'started', needed_by: [], reason: null }],
};

/** For whoever runs the server: what of it runs, and why. */
export function pluginRoutes(kernel: Pick<KernelInfo, 'report' | 'startedAt' | 'version'>): Route {
  return route({
    id: 'health.plugins',
    method: 'GET',
    path: '/console/api/installation/plugins',
    access: ManagementAccess,
    permission: 'installation.manage',
    summary: 'Get the version of this process and its plugins, in start order',
    docs: {
      tag: 'Installation',
      answers: {
        200: jsonAnswer(
          'All plugins, including those that are not running.',
          objectSchema('ServerPlugins', { version: text, started_at: seconds, data: listOf(plugin) }),
          example,
        ),
      },
    },
    handle: async () =>
      json({
        version: kernel.version,
        started_at: unixSeconds(kernel.startedAt),
        data: kernel.report().plugins.map(({ id, group, origin, state, neededBy, reason }) => ({
          id,
          group,
          origin,
          state,
          needed_by: neededBy,
          reason,
        })),
      }),
  });
}
