import type { ConsoleRequest, ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';
import { deafAddress } from '#plugins/webhooks/testing/deaf-address.ts';

/** A sign-in of the workspace's own. */
export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['connection'],
    async make({ call, mark }) {
      const connection = {
        kind: 'oidc',
        name: `${mark} sign-in`,
        issuer: `http://${deafAddress}/`,
        client_id: 'weft',
        client_secret: `${mark} secret`,
      };
      return { connection: (await call('sso/connections', connection)).id };
    },
  },
];

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'PATCH /console/api/sso/connections/:connection_id': { body: { name: 'taken' } },
  'POST /console/api/sso/connections/:connection_id/approve': { body: { domains: ['taken.example'] } },
};
