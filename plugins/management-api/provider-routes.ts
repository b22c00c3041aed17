import { empty, json, type Route, route } from '../../http/contract.ts';
import { PlatformError } from '../../kernel/index.ts';
import type { Apps } from '../apps/contract.ts';
import type { Models } from '../models/contract.ts';
import { ManagementAccess } from './contract.ts';
import { providerDocs } from './provider-docs.ts';
import { providerItem } from './provider-items.ts';

const credentials = { type: 'object', additionalProperties: { type: 'string', maxLength: 8192 } } as const;
/** Apps that a refusal names. */
const MOST_NAMED = 10;

/** Managing a workspace's model providers; credentials go in and never come out. */
export function providerRoutes(models: Models, apps: Apps): Route[] {
  const manage = { access: ManagementAccess, permission: 'providers.manage' } as const;
  const usersOf = async (workspaceId: string, provider: string) => {
    const id = models.providerOf(provider);
    const named = await apps.modelUse(workspaceId);
    return named.filter(({ providers }) => providers.some((name) => models.providerOf(name) === id));
  };
  const defaultsOf = async (workspaceId: string, provider: string) => {
    const id = models.providerOf(provider);
    const defaults = [...(await models.defaults(workspaceId))];
    return defaults.filter(([, named]) => models.providerOf(named.provider) === id).map(([type]) => type);
  };
  return [
    route({
      ...manage,
      id: 'management-api.list-providers',
      method: 'GET',
      path: '/console/api/providers',
      summary: 'List model providers',
      docs: providerDocs.list,
      handle: async ({ principal }) =>
        json({ data: (await models.providers(principal.workspaceId)).map(providerItem) }),
    }),
    route({
      ...manage,
      id: 'management-api.set-provider',
      method: 'PUT',
      path: '/console/api/providers/:provider',
      summary: "Store a provider's credentials, sealed",
      docs: providerDocs.set,
      body: {
        type: 'object',
        required: ['credentials'],
        additionalProperties: false,
        properties: {
          credentials,
          test: { type: 'boolean', description: 'Call the provider first; store nothing when it refuses.' },
        },
      },
      async handle({ principal, params, body }) {
        const { credentials: given, test = false } = body;
        await models.configure(principal.workspaceId, params.provider, given, { test });
        return json({ result: 'success' });
      },
    }),
    route({
      ...manage,
      id: 'management-api.remove-provider',
      method: 'DELETE',
      path: '/console/api/providers/:provider',
      summary: "Remove a provider's credentials, its added models and its defaults",
      docs: providerDocs.remove,
      query: {
        type: 'object',
        properties: {
          confirm: { type: 'boolean', description: 'Remove it although apps use it, or it is a default.' },
        },
      },
      async handle({ principal: { workspaceId }, params: { provider }, query }) {
        const confirmed = query.confirm === true;
        const users = confirmed ? [] : await usersOf(workspaceId, provider);
        if (users.length > 0 && models.providerOf(provider) !== null) {
          const names = users.slice(0, MOST_NAMED).map(({ name }) => `"${name}"`);
          const rest = users.length > MOST_NAMED ? ` and ${users.length - MOST_NAMED} more` : '';
          throw inUse(`These apps use the provider and would fail: ${names.join(', ')}${rest}.`);
        }
        const types = confirmed ? [] : await defaultsOf(workspaceId, provider);
        if (types.length > 0) {
          const what = `No app names the provider, but it is the default for ${types.join(', ')}`;
          throw inUse(`${what}: the default goes with it, and apps that name no model would fail.`);
        }
        await models.remove(workspaceId, provider);
        return empty();
      },
    }),
    route({
      ...manage,
      id: 'management-api.list-provider-apps',
      method: 'GET',
      path: '/console/api/providers/:provider/apps',
      summary: 'List the apps that use a provider',
      docs: providerDocs.apps,
      async handle({ principal, params }) {
        const users = await usersOf(principal.workspaceId, params.provider);
        const found = models.providerOf(params.provider) === null ? [] : users;
        return json({ data: found.map(({ id, name }) => ({ id, name })) });
      },
    }),
    route({
      ...manage,
      id: 'management-api.test-provider',
      method: 'POST',
      path: '/console/api/providers/:provider/test',
      summary: 'Call the provider with its stored, or the given, credentials',
      docs: providerDocs.test,
      body: { type: 'object', additionalProperties: false, properties: { credentials } },
      bodyPresence: 'optional',
      async handle({ principal, params, body }) {
        const given = body?.credentials;
        await models.test(principal.workspaceId, params.provider, given);
        return json({ result: 'success' });
      },
    }),
  ];
}

function inUse(why: string): PlatformError {
  const message = `${why} Remove it all the same with confirm=true.`;
  return new PlatformError('conflict', 'management-api.provider_in_use', message);
}
