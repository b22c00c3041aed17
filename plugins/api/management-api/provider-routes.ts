import { empty, json, type Route, route } from '#http';
import { PlatformError } from '#kernel';
import type { Apps } from '#plugins/apps/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { Models } from '#plugins/models/contract.ts';
import { providerDocs } from './provider-docs.ts';
import { providerItem } from './provider-items.ts';

const providerName = { 'params.provider': { nothing: 'the name of a provider, which all workspaces have' } } as const;
const credentials = { type: 'object', additionalProperties: { type: 'string', maxLength: 8192 } } as const;
/** Apps that a refusal names. */
const MAX_NAMED = 10;

/** Managing a workspace's model providers; credentials go in and never come out. */
export function providerRoutes(models: Models, apps: Apps): Route[] {
  const manage = { access: ManagementAccess, permission: 'providers.manage' } as const;
  /** Which of the names mean the provider. */
  const namesOf = async (workspaceId: string, provider: string, names: readonly string[]) => {
    const id = await models.providerOf(workspaceId, provider);
    const all = [...new Set(names)];
    const ids = await Promise.all(all.map((name) => models.providerOf(workspaceId, name)));
    return new Set(all.filter((_, index) => ids[index] === id));
  };
  const usersOf = async (workspaceId: string, provider: string) => {
    const named = await apps.modelUse(workspaceId);
    const names = named.flatMap(({ providers }) => providers);
    const same = await namesOf(workspaceId, provider, names);
    return named.filter(({ providers }) => providers.some((name) => same.has(name)));
  };
  const defaultsOf = async (workspaceId: string, provider: string) => {
    const defaults = [...(await models.defaults(workspaceId))];
    const names = defaults.map(([, named]) => named.provider);
    const same = await namesOf(workspaceId, provider, names);
    return defaults.filter(([, named]) => same.has(named.provider)).map(([type]) => type);
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
      ids: providerName,
      audit: 'path',
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
      ids: providerName,
      audit: 'path',
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
        if (users.length > 0 && (await models.providerOf(workspaceId, provider)) !== null) {
          const names = users.slice(0, MAX_NAMED).map(({ name }) => `"${name}"`);
          const rest = users.length > MAX_NAMED ? ` and ${users.length - MAX_NAMED} more` : '';
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
      ids: providerName,
      docs: providerDocs.apps,
      async handle({ principal, params }) {
        const users = await usersOf(principal.workspaceId, params.provider);
        const id = await models.providerOf(principal.workspaceId, params.provider);
        const found = id === null ? [] : users;
        return json({ data: found.map(({ id, name }) => ({ id, name })) });
      },
    }),
    route({
      ...manage,
      id: 'management-api.test-provider',
      method: 'POST',
      path: '/console/api/providers/:provider/test',
      summary: 'Call the provider with its stored, or the given, credentials',
      ids: providerName,
      audit: 'path',
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
