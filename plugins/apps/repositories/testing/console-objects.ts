import type { ConsoleRequest, ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';
import { deafAddress } from '#plugins/webhooks/testing/deaf-address.ts';

/** A repository that nobody answers for. */
export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['repository'],
    async make({ call, mark }) {
      const place = { url: `http://${deafAddress}/${mark}.git`, branch: 'main' };
      const { id } = await call('repositories', { ...place, direction: 'pull' });
      return { repository: id };
    },
  },
];

const all = '/console/api/repositories';
const single = `${all}/:repository_id`;
const place = { url: `http://${deafAddress}/other.git`, branch: 'main', direction: 'pull' };

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  [`POST ${all}`]: { body: place },
  [`PATCH ${single}`]: { body: { branch: 'other', direction: 'pull' } },
  [`POST ${single}/sync`]: { body: {} },
  [`GET ${single}/folders`]: { query: { branch: 'main' } },
  [`POST ${single}/hook`]: {},
  [`POST ${single}/hook-secret`]: {},
  [`POST ${single}/plan`]: { body: { branch: 'other' } },
  [`POST ${single}/pause`]: { body: { paused: true } },
  [`POST ${single}/apps/:key/solve`]: { body: { choices: { '[]': 'ours' } } },
  [`POST ${single}/apps/:key/settle`]: { body: { what: 'commit' } },
  'POST /console/api/repository-keys': { body: { url: `ssh://git@${deafAddress}/other.git` } },
  'POST /console/api/repository-branches': { body: { url: place.url } },
  'POST /console/api/repository-folders': { body: { url: place.url, branch: 'main' } },
  'POST /console/api/repository-plans': { body: place },
};
