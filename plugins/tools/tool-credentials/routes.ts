import { empty, json, type Route, route } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { toolDocs } from './route-docs.ts';
import type { ToolProvider, ToolProviders } from './tool-providers.ts';

const providerName = { 'params.provider': { nothing: 'the name of a provider, which all workspaces have' } } as const;
const credentials = { type: 'object', additionalProperties: { type: 'string', maxLength: 8192 } } as const;

/** The tools there are, and their credentials, which go in and never come out. */
export function toolRoutes(providers: ToolProviders): Route[] {
  const access = ManagementAccess;
  return [
    route({
      id: 'tool-credentials.list',
      method: 'GET',
      path: '/console/api/tools',
      access,
      permission: 'apps.edit',
      summary: 'List tools by provider',
      docs: toolDocs.list,
      handle: async ({ principal }) => json({ data: (await providers.list(principal.workspaceId)).map(providerItem) }),
    }),
    route({
      id: 'tool-credentials.set',
      method: 'PUT',
      path: '/console/api/tools/:provider',
      access,
      permission: 'plugins.install',
      summary: 'Store the credentials of a tool provider, encrypted',
      ids: providerName,
      audit: 'path',
      docs: toolDocs.set,
      body: { type: 'object', required: ['credentials'], additionalProperties: false, properties: { credentials } },
      async handle({ principal, params, body }) {
        const given = body.credentials;
        await providers.configure(principal.workspaceId, params.provider, given);
        return json({ result: 'success' });
      },
    }),
    route({
      id: 'tool-credentials.remove',
      method: 'DELETE',
      path: '/console/api/tools/:provider',
      access,
      permission: 'plugins.install',
      summary: 'Delete the credentials of a tool provider',
      ids: providerName,
      audit: 'path',
      docs: toolDocs.remove,
      async handle({ principal, params }) {
        await providers.remove(principal.workspaceId, params.provider);
        return empty();
      },
    }),
  ];
}

function providerItem({ kind, id, label, tools, credentials: schema, ...state }: ToolProvider) {
  return {
    kind,
    id,
    label,
    configured: state.isConfigured,
    unreadable: state.isUnreadable,
    credentials_schema: schema,
    tools: tools.map(({ name, label, description, parameters }) => ({ name, label, description, parameters })),
  };
}
