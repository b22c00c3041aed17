import { json, jsonAnswer, objectSchema, type Route, route, schemas } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { ManagementToken } from './management-token.ts';

const example = { token: 'mgmt-3Qm7rX0bT2vK8yLw5ZsJ9dNcHfGpA1eUiRoY6tBk' };

/** For whoever runs the server. */
export function tokenRoute(token: Pick<ManagementToken, 'renew'>): Route {
  return route({
    id: 'management-token.renew',
    method: 'POST',
    path: '/console/api/installation/management-token/rotate',
    access: ManagementAccess,
    permission: 'installation.manage',
    summary: 'Replace the management token of the installation; previous tokens stop working',
    audit: 'path',
    docs: {
      tag: 'Installation',
      answers: {
        200: jsonAnswer(
          'The new token. Every process writes it to its data folder the next time it checks the database.',
          objectSchema('NewManagementToken', { token: schemas.text }),
          example,
        ),
      },
      errors: { 409: ['token_in_environment'] },
    },
    handle: async () => json({ token: await token.renew() }),
  });
}
