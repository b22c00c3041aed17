import { json, type Route, route } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { ModelLists, ModelParameter } from '#plugins/models/contract.ts';
import { modelListDocs } from './model-list-docs.ts';
import { namedModel } from './model-routes.ts';
import { fetchedItem } from './provider-items.ts';

const ids = { 'params.provider': { nothing: 'the name of a provider, which all workspaces have' } } as const;
/** Models that are added at once. */
const MAX_ADDED = 100;

/** What may be set of a model, and the models a provider says it has. */
export function modelParameterRoutes(models: ModelLists): Route[] {
  return [
    route({
      access: ManagementAccess,
      permission: 'apps.edit',
      id: 'management-api.list-model-parameters',
      method: 'GET',
      path: '/console/api/providers/:provider/models/parameter-rules',
      summary: 'List the parameters of a model, for forms',
      ids,
      docs: modelListDocs.parameters,
      query: { type: 'object', required: ['type', 'model'], properties: namedModel },
      async handle({ principal, params: { provider }, query: { type, model } }) {
        const found = await models.parameters(principal.workspaceId, { provider, type, model });
        return json({ data: found.map(parameterItem) });
      },
    }),
    route({
      access: ManagementAccess,
      permission: 'providers.manage',
      id: 'management-api.fetch-models',
      method: 'POST',
      path: '/console/api/providers/:provider/models/fetch',
      summary: 'List the models that a provider offers',
      ids,
      audit: 'path',
      docs: modelListDocs.fetch,
      async handle({ principal, params: { provider } }) {
        return json({ data: (await models.fetchModels(principal.workspaceId, provider)).map(fetchedItem) });
      },
    }),
    route({
      access: ManagementAccess,
      permission: 'providers.manage',
      id: 'management-api.add-fetched-models',
      method: 'POST',
      path: '/console/api/providers/:provider/models/fetched',
      summary: 'Add models that a provider offers',
      ids,
      audit: { body: ['models.type', 'models.model'] },
      docs: modelListDocs.add,
      body: {
        type: 'object',
        required: ['models'],
        additionalProperties: false,
        properties: {
          models: {
            type: 'array',
            minItems: 1,
            maxItems: MAX_ADDED,
            items: {
              type: 'object',
              required: ['type', 'model'],
              additionalProperties: false,
              properties: namedModel,
            },
          },
        },
      },
      async handle({ principal, params: { provider }, body }) {
        const added = await models.addFetched(principal.workspaceId, provider, body.models);
        return json({ data: added.map(fetchedItem) }, { status: 201 });
      },
    }),
  ];
}

function parameterItem(parameter: ModelParameter) {
  const { name, label, type, min = null, max = null, precision = null, options = [], help = '' } = parameter;
  return { name, label, type, default: parameter.default ?? null, min, max, precision, options, help };
}
