import type { ConsoleRequest, ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';
import { deafDocument, deafLogin } from './deaf-document.ts';

/** Custom tools of an API that nobody serves. */
export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['customToolProvider'],
    async make({ call, mark }) {
      const credentials = { client_id: 'me', client_secret: 'secret' };
      const given = { document: deafDocument(mark), name: mark, authentication: deafLogin, credentials };
      const { id } = await call('custom-tools', given);
      // One authorization waits for its browser.
      await call(`custom-tools/${id}/authorize`, {});
      return { customToolProvider: id };
    },
  },
];

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'POST /console/api/custom-tools/preview': { body: { document: deafDocument('Preview') } },
  'POST /console/api/custom-tools': { body: { document: deafDocument('Other'), name: 'Other' } },
  'PATCH /console/api/custom-tools/:provider_id': { body: { description: 'changed' } },
  'POST /console/api/custom-tools/authorizations': { body: { state: 'none', code: 'none' } },
  'POST /console/api/custom-tools/:provider_id/tools/:tool/test': { body: { arguments: {} } },
};
