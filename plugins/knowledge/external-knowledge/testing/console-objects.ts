import type { ConsoleRequest, ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';
import { deafAddress } from '#plugins/webhooks/testing/deaf-address.ts';

/** A service that nobody answers for. */
export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['externalKnowledgeApi'],
    async make({ call, mark }) {
      const settings = { name: mark, endpoint: `http://${deafAddress}/${mark}`, api_key: 'external-kept-4711' };
      return { externalKnowledgeApi: (await call('external-knowledge-apis', settings)).id };
    },
  },
];

const apis = '/console/api/external-knowledge-apis';

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  [`POST ${apis}`]: { body: { name: 'Another', endpoint: `http://${deafAddress}`, api_key: 'k' } },
  [`PATCH ${apis}/:id`]: { body: { name: 'Other' } },
  [`POST ${apis}/:id/test`]: { body: { knowledge_id: 'handbook', query: 'Why?' } },
};
