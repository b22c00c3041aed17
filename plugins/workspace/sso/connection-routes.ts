import { empty, type HttpServer, json, type Route, route } from '#http';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import type { Connection } from './connection.ts';
import { changesOf, connectionItem } from './connection-items.ts';
import { connectionProperties, domains } from './connection-schema.ts';
import type { ConnectionsService } from './connections-service.ts';
import { ssoDocs } from './sso-docs.ts';

const all = '/console/api/sso/connections';
const one = `${all}/:connection_id`;
const params = { type: 'object', properties: { connection_id: { type: 'string', format: 'uuid' } } } as const;
const owner = { access: ManagementAccess, permission: 'workspace.manage' } as const;

/** The connections of a workspace. */
export function connectionRoutes(connections: ConnectionsService, server: HttpServer): Route[] {
  const item = (connection: Connection) => connectionItem(connection, server);
  const mayApprove = (principal: ManagementCaller) => principal.can('installation.manage');
  return [
    route({
      ...owner,
      id: 'sso.list',
      method: 'GET',
      path: all,
      summary: 'List the identity providers of the workspace',
      docs: ssoDocs.list,
      handle: async ({ principal }) => json({ data: (await connections.list(principal.workspaceId)).map(item) }),
    }),
    route({
      ...owner,
      id: 'sso.create',
      method: 'POST',
      path: all,
      summary: 'Connect an identity provider',
      audit: {
        body: ['kind', 'name', 'domains', 'preset', 'issuer', 'client_id', 'default_role', 'enabled'],
        answer: ['id'],
      },
      ids: {
        'body.client_id': { nothing: 'a name that a provider of identities gives' },
        'body.idp_entity_id': { nothing: 'a name that a provider of identities has' },
      },
      docs: ssoDocs.create,
      body: {
        type: 'object',
        required: ['kind', 'name'],
        additionalProperties: false,
        properties: { kind: { type: 'string', enum: ['oidc', 'saml'] }, ...connectionProperties },
      },
      async handle({ principal, body }) {
        const { kind, ...values } = body;
        const changes = { changes: changesOf(values), mayApprove: mayApprove(principal) };
        const made = await connections.create(principal.workspaceId, kind, changes);
        return json(item(made), { status: 201 });
      },
    }),
    route({
      ...owner,
      id: 'sso.show',
      method: 'GET',
      path: one,
      summary: 'Get an identity provider',
      docs: ssoDocs.show,
      params,
      handle: async ({ principal, params: { connection_id: id } }) =>
        json(item(await connections.get(principal.workspaceId, id))),
    }),
    route({
      ...owner,
      id: 'sso.update',
      method: 'PATCH',
      path: one,
      summary: 'Change an identity provider; omitted fields are kept',
      audit: { body: ['name', 'domains', 'preset', 'issuer', 'client_id', 'default_role', 'enabled'] },
      ids: {
        'body.client_id': { nothing: 'a name that a provider of identities gives' },
        'body.idp_entity_id': { nothing: 'a name that a provider of identities has' },
      },
      docs: ssoDocs.update,
      params,
      body: { type: 'object', additionalProperties: false, properties: connectionProperties },
      async handle({ principal, params: { connection_id: id }, body }) {
        const changes = changesOf(body);
        return json(item(await connections.update(principal.workspaceId, id, changes, mayApprove(principal))));
      },
    }),
    ...usingRoutes(connections, server),
  ];
}

function usingRoutes(connections: ConnectionsService, server: HttpServer): Route[] {
  const item = (connection: Connection) => connectionItem(connection, server);
  return [
    route({
      ...owner,
      id: 'sso.delete',
      method: 'DELETE',
      path: one,
      summary: 'Delete an identity provider; users who signed in with it remain members',
      audit: 'path',
      docs: ssoDocs.delete,
      params,
      async handle({ principal, params: { connection_id: id } }) {
        await connections.delete(principal.workspaceId, id);
        return empty();
      },
    }),
    route({
      ...owner,
      id: 'sso.test',
      method: 'POST',
      path: `${one}/test`,
      summary: 'Test an identity provider, as a sign-in would use it',
      audit: 'path',
      docs: ssoDocs.test,
      params,
      async handle({ principal, params: { connection_id: id } }) {
        const { issuer, authorizationEndpoint, redirectUri } = await connections.test(principal.workspaceId, id);
        return json({
          result: 'success',
          issuer,
          authorization_endpoint: authorizationEndpoint,
          redirect_uri: redirectUri,
        });
      },
    }),
    route({
      access: ManagementAccess,
      permission: 'installation.manage',
      id: 'sso.approve',
      method: 'POST',
      path: `${one}/approve`,
      summary: 'Approve the e-mail domains whose accounts an identity provider may sign in',
      audit: { body: ['domains'] },
      docs: ssoDocs.approve,
      params,
      body: { type: 'object', required: ['domains'], additionalProperties: false, properties: { domains } },
      async handle({ principal, params: { connection_id: id }, body }) {
        const { domains: given } = body;
        return json(item(await connections.approve(principal.workspaceId, id, given)));
      },
    }),
  ];
}
