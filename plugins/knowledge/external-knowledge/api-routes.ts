import { empty, json, nameOf, type Route, route } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { apiDocs, apiItem, detailItem, recordItem } from './api-items.ts';
import type { ExternalKnowledge } from './contract.ts';

const manage = { access: ManagementAccess, permission: 'knowledge.manage' } as const;
const all = '/console/api/external-knowledge-apis';
const single = `${all}/:id`;
const one = {
  ...manage,
  params: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } },
  ids: { 'params.id': 'externalKnowledgeApi' },
} as const;
const noNull = { pattern: '^[^\\u0000]*$', description: 'Any text without the character U+0000.' } as const;
const settings = {
  name: nameOf(100),
  endpoint: { type: 'string', minLength: 1, maxLength: 2_000, ...noNull },
  api_key: {
    type: 'string',
    minLength: 1,
    maxLength: 4_096,
    pattern: '^[\\x21-\\x7e]+$',
    description: 'Sent as a bearer token. ASCII characters without spaces.',
  },
} as const;

/** Services that keep knowledge elsewhere. */
export function apiRoutes(external: ExternalKnowledge): Route[] {
  return [
    route({
      ...manage,
      id: 'external-knowledge.list',
      method: 'GET',
      path: all,
      summary: 'List the external knowledge APIs of the workspace',
      docs: apiDocs.list,
      handle: async ({ principal }) => json({ data: (await external.list(principal.workspaceId)).map(apiItem) }),
    }),
    route({
      ...manage,
      id: 'external-knowledge.add',
      method: 'POST',
      path: all,
      summary: 'Add an external knowledge API, for use by knowledge bases',
      audit: { body: ['name'], answer: ['id'] },
      docs: apiDocs.add,
      body: {
        type: 'object',
        required: ['name', 'endpoint', 'api_key'],
        additionalProperties: false,
        properties: settings,
      },
      async handle({ principal, body: { name, endpoint, api_key: apiKey } }) {
        return json(apiItem(await external.create(principal.workspaceId, { name, endpoint, apiKey })), { status: 201 });
      },
    }),
    route({
      ...one,
      id: 'external-knowledge.get',
      method: 'GET',
      path: single,
      summary: 'Get an external knowledge API with the knowledge bases that use it',
      docs: apiDocs.get,
      async handle({ principal: { workspaceId }, params: { id } }) {
        const api = await external.get(workspaceId, id);
        return json(detailItem(api, await external.uses(workspaceId, api.id)));
      },
    }),
    route({
      ...one,
      id: 'external-knowledge.change',
      method: 'PATCH',
      path: single,
      summary:
        'Change an external knowledge API; omitted fields are kept. A new address on another server requires the key again',
      audit: { body: ['name'] },
      docs: apiDocs.change,
      body: { type: 'object', additionalProperties: false, minProperties: 1, properties: settings },
      async handle({ principal, params: { id }, body: { name, endpoint, api_key: apiKey } }) {
        const changes = {
          ...(name !== undefined && { name }),
          ...(endpoint !== undefined && { endpoint }),
          ...(apiKey !== undefined && { apiKey }),
        };
        return json(apiItem(await external.change(principal.workspaceId, id, changes)));
      },
    }),
    route({
      ...one,
      id: 'external-knowledge.remove',
      method: 'DELETE',
      path: single,
      summary: 'Delete an external knowledge API; requires confirmation while knowledge bases use it',
      audit: 'path',
      docs: apiDocs.remove,
      query: { type: 'object', properties: { confirm: { type: 'boolean', default: false } } },
      async handle({ principal, params: { id }, query }) {
        await external.delete(principal.workspaceId, id, { isConfirmed: query.confirm });
        return empty();
      },
    }),
    testRoute(external),
  ];
}

function testRoute(external: ExternalKnowledge): Route {
  return route({
    ...one,
    ids: { ...one.ids, 'body.knowledge_id': { nothing: 'a name at another system' } },
    id: 'external-knowledge.test',
    method: 'POST',
    path: `${single}/test`,
    summary: 'Test an external knowledge API with a query',
    audit: 'path',
    docs: apiDocs.test,
    body: {
      type: 'object',
      required: ['knowledge_id', 'query'],
      additionalProperties: false,
      properties: {
        knowledge_id: { type: 'string', minLength: 1, maxLength: 500, ...noNull },
        query: { type: 'string', minLength: 1, maxLength: 250, ...noNull },
        top_k: { type: 'integer', minimum: 1, maximum: 100, default: 4 },
      },
    },
    async handle({ principal, params: { id }, body, signal }) {
      const { knowledge_id: knowledgeId, query, top_k: topK } = body;
      const question = { apiId: id, knowledgeId, query, topK, scoreThreshold: null, signal };
      return json({ records: (await external.retrieve(principal.workspaceId, question)).map(recordItem) });
    },
  });
}
