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

/** A provider of a workspace. */
interface Asked {
  readonly workspaceId: string;
  readonly provider: string;
}

/** Which of the names mean the provider. */
async function namesOf(
  models: Models,
  { workspaceId, provider, names }: Asked & { readonly names: readonly string[] },
) {
  const id = await models.providerOf(workspaceId, provider);
  const all = [...new Set(names)];
  const ids = await Promise.all(all.map((name) => models.providerOf(workspaceId, name)));
  return new Set(all.filter((_, index) => ids[index] === id));
}

/** Apps that use it. */
async function usersOf({ models, apps }: { readonly models: Models; readonly apps: Apps }, asked: Asked) {
  const named = await apps.modelUse(asked.workspaceId);
  const same = await namesOf(models, { ...asked, names: named.flatMap(({ providers }) => providers) });
  return named.filter(({ providers }) => providers.some((name) => same.has(name)));
}

/** Model types for which one of its models is the default. */
async function defaultsOf(models: Models, asked: Asked) {
  const defaults = [...(await models.defaults(asked.workspaceId))];
  const same = await namesOf(models, { ...asked, names: defaults.map(([, named]) => named.provider) });
  return defaults.filter(([, named]) => same.has(named.provider)).map(([type]) => type);
}

/** Managing a workspace's model providers; credentials go in and never come out. */
export function providerRoutes(models: Models, apps: Apps): Route[] {
  const manage = { access: ManagementAccess, permission: 'providers.manage' } as const;
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
      summary: 'Store the credentials of a provider, encrypted',
      ids: providerName,
      audit: 'path',
      docs: providerDocs.set,
      body: {
        type: 'object',
        required: ['credentials'],
        additionalProperties: false,
        properties: {
          credentials,
          test: {
            type: 'boolean',
            description: 'Call the provider first, and store nothing if it rejects the credentials.',
          },
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
      summary: 'Delete the credentials of a provider, its added models and its defaults',
      ids: providerName,
      audit: 'path',
      docs: providerDocs.remove,
      query: {
        type: 'object',
        properties: {
          confirm: {
            type: 'boolean',
            description: 'Delete them even if apps use the provider, or one of its models is a default.',
          },
        },
      },
      async handle({ principal: { workspaceId }, params: { provider }, query }) {
        const confirmed = query.confirm === true;
        const users = confirmed ? [] : await usersOf({ models, apps }, { workspaceId, provider });
        if (users.length > 0 && (await models.providerOf(workspaceId, provider)) !== null) {
          const names = users.slice(0, MAX_NAMED).map(({ name }) => `"${name}"`);
          const rest = users.length > MAX_NAMED ? ` and ${users.length - MAX_NAMED} more` : '';
          throw inUse(`These apps use the provider and would fail: ${names.join(', ')}${rest}.`);
        }
        const types = confirmed ? [] : await defaultsOf(models, { workspaceId, provider });
        if (types.length > 0) {
          const what = `No app names the provider, but it is the default for ${types.join(', ')}`;
          throw inUse(`${what}: the default goes with it, and apps that name no model would fail.`);
        }
        await models.remove(workspaceId, provider);
        return empty();
      },
    }),
    ...usedRoutes(models, apps),
  ];
}

function usedRoutes(models: Models, apps: Apps): Route[] {
  const manage = { access: ManagementAccess, permission: 'providers.manage' } as const;
  return [
    route({
      ...manage,
      id: 'management-api.list-provider-apps',
      method: 'GET',
      path: '/console/api/providers/:provider/apps',
      summary: 'List the apps that use a provider',
      ids: providerName,
      docs: providerDocs.apps,
      async handle({ principal, params }) {
        const users = await usersOf(
          { models, apps },
          { workspaceId: principal.workspaceId, provider: params.provider },
        );
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
      summary: 'Test a provider with its stored, or the given, credentials',
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
