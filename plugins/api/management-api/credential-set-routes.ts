import { empty, json, nameOf, type Route, route } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { CredentialSets, CredentialSetView } from '#plugins/models/contract.ts';
import { credentialSetDocs } from './credential-set-docs.ts';

const path = '/console/api/providers/:provider/credential-sets';
const credentials = { type: 'object', additionalProperties: { type: 'string', maxLength: 8192 } } as const;
const test = {
  type: 'boolean',
  description: 'Call the provider first, and store nothing if it rejects the credentials.',
} as const;
const name = {
  ...nameOf(50),
  description: 'Unique among the credential sets of the provider. Case-insensitive.',
} as const;
const params = { type: 'object', properties: { set_id: { type: 'string', format: 'uuid' } } } as const;
const ofProvider = {
  'params.provider': { nothing: 'the name of a provider, which all workspaces have' },
} as const;
const ofSet = { ...ofProvider, 'params.set_id': 'credentialSet' } as const;

/** Managing a provider's sets of credentials; what is in them goes in and never comes out. */
export function credentialSetRoutes(sets: CredentialSets): Route[] {
  const manage = { access: ManagementAccess, permission: 'providers.manage' } as const;
  return [
    route({
      ...manage,
      id: 'management-api.list-credential-sets',
      method: 'GET',
      path,
      summary: 'List the credential sets of a provider, with the models that use each',
      ids: ofProvider,
      docs: credentialSetDocs.list,
      async handle({ principal, params: { provider } }) {
        return json({ data: (await sets.list(principal.workspaceId, provider)).map(setItem) });
      },
    }),
    route({
      ...manage,
      id: 'management-api.create-credential-set',
      method: 'POST',
      path,
      summary: 'Create a credential set, encrypted; the first one of a provider becomes its default',
      ids: ofProvider,
      audit: { body: ['name'], answer: ['id'] },
      docs: credentialSetDocs.create,
      body: {
        type: 'object',
        required: ['name', 'credentials'],
        additionalProperties: false,
        properties: { name, credentials, test },
      },
      async handle({ principal, params: { provider }, body }) {
        return json({ id: await sets.create(principal.workspaceId, provider, body) }, { status: 201 });
      },
    }),
    ...setRoutes(sets),
  ];
}

/** Of one set. */
function setRoutes(sets: CredentialSets): Route[] {
  const manage = { access: ManagementAccess, permission: 'providers.manage' } as const;
  return [
    route({
      ...manage,
      id: 'management-api.change-credential-set',
      method: 'PATCH',
      path: `${path}/:set_id`,
      summary: 'Rename a credential set, replace its credentials, or make it the default',
      ids: ofSet,
      params,
      audit: { body: ['name', 'default'] },
      docs: credentialSetDocs.change,
      body: {
        type: 'object',
        additionalProperties: false,
        minProperties: 1,
        properties: {
          name,
          credentials,
          default: { const: true, description: 'Models that name no set are called with it from now on.' },
          test,
        },
      },
      async handle({ principal, params: { provider, set_id: id }, body }) {
        const { default: isDefault, ...change } = body;
        const made = isDefault === true ? { isDefault } : {};
        await sets.change(principal.workspaceId, provider, id, { ...change, ...made });
        return json({ result: 'success' });
      },
    }),
    route({
      ...manage,
      id: 'management-api.delete-credential-set',
      method: 'DELETE',
      path: `${path}/:set_id`,
      summary: 'Delete a credential set',
      ids: ofSet,
      params,
      audit: 'path',
      docs: credentialSetDocs.remove,
      query: {
        type: 'object',
        properties: { confirm: { type: 'boolean', description: 'Delete it even if models use it.' } },
      },
      async handle({ principal, params: { provider, set_id: id }, query }) {
        await sets.remove(principal.workspaceId, provider, id, { isConfirmed: query.confirm === true });
        return empty();
      },
    }),
    route({
      ...manage,
      id: 'management-api.test-credential-set',
      method: 'POST',
      path: `${path}/:set_id/test`,
      summary: 'Test the provider with a credential set, or with the given credentials',
      ids: ofSet,
      params,
      audit: 'path',
      docs: credentialSetDocs.test,
      body: { type: 'object', additionalProperties: false, properties: { credentials } },
      bodyPresence: 'optional',
      async handle({ principal, params: { provider, set_id: id }, body }) {
        await sets.test(principal.workspaceId, provider, id, body?.credentials);
        return json({ result: 'success' });
      },
    }),
  ];
}

function setItem(set: CredentialSetView) {
  return {
    id: set.id,
    name: set.name,
    default: set.isDefault,
    credentials: set.credentials,
    models: set.models.map(({ type, model }) => ({ type, model })),
    created_at: Math.floor(set.createdAt.getTime() / 1000),
    updated_at: Math.floor(set.updatedAt.getTime() / 1000),
  };
}
