import { json, jsonAnswer, listOf, objectSchema, orNull, type Route, route, schemas } from '#http';
import type { KernelInfo } from '#kernel';
import { ManagementAccess } from '#plugins/management-access/contract.ts';

const { seconds, text } = schemas;
const plugin = objectSchema('ServerPlugin', {
  id: text,
  group: orNull(text),
  origin: { enum: ['built-in', 'added', 'memory'], description: '`added`: from a folder of the configuration.' },
  state: {
    enum: ['started', 'failed', 'skipped', 'off'],
    description: '`skipped`: something it needs failed or is not here; `off`: the configuration switches it off.',
  },
  needed_by: {
    ...listOf(text),
    description: 'Ids of plugins that can’t run without it; none: it can be switched off.',
  },
  reason: { ...orNull(text), description: 'Why it does not run; null while it does.' },
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
    summary: 'Show the version of this process, and its plugins in the order of their start',
    docs: {
      tag: 'Installation',
      answers: {
        200: jsonAnswer(
          'All, also those that do not run.',
          objectSchema('ServerPlugins', { version: text, started_at: seconds, data: listOf(plugin) }),
          example,
        ),
      },
    },
    handle: async () =>
      json({
        version: kernel.version,
        started_at: Math.floor(kernel.startedAt / 1000),
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
