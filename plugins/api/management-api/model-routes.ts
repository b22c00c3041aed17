import { empty, json, type Route, route } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { MODEL_TYPES, type Models } from '#plugins/models/contract.ts';
import { modelDocs } from './model-docs.ts';
import { availableItem } from './provider-items.ts';

const providerName = { 'params.provider': { nothing: 'the name of a provider, which all workspaces have' } } as const;
const type = { enum: [...MODEL_TYPES] } as const;
const model = {
  type: 'string',
  minLength: 1,
  maxLength: 256,
  pattern: '^[^\\s\\u0000-\\u001f\\u007f]+$',
  description: 'The name of a model, without spaces.',
} as const;
/** How requests name a model of a provider. */
export const namedModel = { type, model };

/** Which models a workspace has: those apps may choose, defaults, those it switched off or added. */
export function modelRoutes(models: Models): Route[] {
  const manage = { access: ManagementAccess, permission: 'providers.manage' } as const;
  return [
    route({
      access: ManagementAccess,
      permission: 'apps.edit',
      id: 'management-api.list-models',
      method: 'GET',
      path: '/console/api/models',
      summary: 'List the models that apps can use',
      docs: modelDocs.available,
      query: { type: 'object', properties: { type } },
      async handle({ principal, query }) {
        const available = await models.available(principal.workspaceId, query.type);
        return json({ data: available.map(availableItem) });
      },
    }),
    route({
      access: ManagementAccess,
      permission: 'apps.edit',
      id: 'management-api.list-default-models',
      method: 'GET',
      path: '/console/api/default-models',
      summary: 'List the default models, used where an app or feature names no model',
      docs: modelDocs.defaults,
      async handle({ principal }) {
        const defaults = await models.defaults(principal.workspaceId);
        return json({ data: MODEL_TYPES.map((of) => ({ type: of, model: defaults.get(of) ?? null })) });
      },
    }),
    route({
      ...manage,
      id: 'management-api.set-default-model',
      method: 'PUT',
      path: '/console/api/default-models',
      summary: 'Set the default model of a type, or remove it with null',
      audit: { body: ['type', 'model', 'model.provider', 'model.model'] },
      docs: modelDocs.setDefault,
      body: {
        type: 'object',
        required: ['type', 'model'],
        additionalProperties: false,
        properties: {
          type,
          model: {
            type: ['object', 'null'],
            required: ['provider', 'model'],
            additionalProperties: false,
            properties: { provider: { type: 'string', minLength: 1, maxLength: 256 }, model },
          },
        },
      },
      async handle({ principal, body: given }) {
        await models.setDefault(principal.workspaceId, given.type, given.model);
        return json({ result: 'success' });
      },
    }),
    ...ownModelRoutes(models),
  ];
}

function ownModelRoutes(models: Models): Route[] {
  const common = {
    access: ManagementAccess,
    permission: 'providers.manage',
    path: '/console/api/providers/:provider/models',
  } as const;
  return [
    route({
      ...common,
      id: 'management-api.enable-model',
      method: 'PATCH',
      summary: 'Turn a model of a provider on or off',
      audit: { body: ['type', 'model', 'enabled'] },
      ids: providerName,
      docs: modelDocs.enable,
      body: {
        type: 'object',
        required: ['type', 'model', 'enabled'],
        additionalProperties: false,
        properties: { ...namedModel, enabled: { type: 'boolean' } },
      },
      async handle({ principal, params: { provider }, body }) {
        const { enabled, ...name } = body;
        await models.setEnabled(principal.workspaceId, { ...name, provider }, enabled);
        return json({ result: 'success' });
      },
    }),
    route({
      ...common,
      id: 'management-api.add-model',
      method: 'POST',
      summary: 'Add a custom model to a provider that accepts any model name',
      audit: { body: ['type', 'model', 'context_size'] },
      ids: providerName,
      docs: modelDocs.add,
      body: {
        type: 'object',
        required: ['type', 'model'],
        additionalProperties: false,
        properties: { ...namedModel, context_size: { type: 'integer', minimum: 1, maximum: 100_000_000 } },
      },
      async handle({ principal, params: { provider }, body: given }) {
        const { context_size: contextSize = null, ...name } = given;
        await models.addModel(principal.workspaceId, { ...name, provider, contextSize });
        return json({ result: 'success' }, { status: 201 });
      },
    }),
    route({
      ...common,
      id: 'management-api.remove-model',
      method: 'DELETE',
      summary: 'Delete an added model of a provider; if it is the default of its type, the default is removed',
      audit: { query: ['type', 'model'] },
      ids: providerName,
      docs: modelDocs.remove,
      query: { type: 'object', required: ['type', 'model'], properties: namedModel },
      async handle({ principal, params: { provider }, query: name }) {
        await models.removeModel(principal.workspaceId, { ...name, provider });
        return empty();
      },
    }),
  ];
}
