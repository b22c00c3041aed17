import { json, type Route, route } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { type CredentialSets, SET_MODES } from '#plugins/models/contract.ts';
import { credentialSetDocs } from './credential-set-docs.ts';
import { namedModel } from './model-routes.ts';

const providerName = { 'params.provider': { nothing: 'the name of a provider, which all workspaces have' } } as const;

/** What single models are called with: fields of their own, and sets of their provider's credentials. */
export function modelCredentialRoutes(sets: CredentialSets): Route[] {
  const common = {
    access: ManagementAccess,
    permission: 'providers.manage',
    path: '/console/api/providers/:provider/models/credentials',
    ids: providerName,
  } as const;
  return [
    route({
      ...common,
      id: 'management-api.get-model-credentials',
      method: 'GET',
      summary: 'Get the credentials of a model: its own fields and its credential sets',
      docs: credentialSetDocs.ofModel,
      query: { type: 'object', required: ['type', 'model'], properties: namedModel },
      async handle({ principal, params: { provider }, query: { type, model } }) {
        const found = await sets.ofModel(principal.workspaceId, { provider, type, model });
        return json({
          fields: found.fields.map((field) => ({ ...field })),
          credentials: found.credentials,
          mode: found.mode,
          credential_sets: found.sets.map(({ id, name }) => ({ id, name })),
        });
      },
    }),
    route({
      ...common,
      id: 'management-api.set-model-credentials',
      method: 'PUT',
      summary: 'Set the credentials of a model; without credential sets it uses the default of its provider',
      audit: { body: ['type', 'model', 'mode', 'credential_sets'] },
      docs: credentialSetDocs.setOfModel,
      body: {
        type: 'object',
        required: ['type', 'model', 'mode', 'credential_sets'],
        additionalProperties: false,
        properties: {
          ...namedModel,
          credentials: {
            type: 'object',
            additionalProperties: { type: 'string', maxLength: 8192 },
            description: 'Fields of the model itself. Omitted: they are kept. Empty: they are removed.',
          },
          mode: { enum: [...SET_MODES] },
          credential_sets: { type: 'array', maxItems: 10, items: { type: 'string', format: 'uuid' } },
        },
      },
      async handle({ principal, params: { provider }, body: { type, model, credentials, mode, credential_sets } }) {
        const own = credentials === undefined ? {} : { credentials };
        const change = { ...own, mode, setIds: credential_sets };
        await sets.setOfModel(principal.workspaceId, { provider, type, model }, change);
        return json({ result: 'success' });
      },
    }),
  ];
}
