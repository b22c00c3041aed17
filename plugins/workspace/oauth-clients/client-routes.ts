import { empty, type HttpServer, json, type Route, route, unixSeconds } from '#http';
import type { Egress } from '#plugins/egress/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { checkClient } from './client-check.ts';
import { clientDocs } from './client-docs.ts';
import { type ClientsService, noClient, type ServiceState } from './clients-service.ts';
import { addressTrouble, callbackPaths } from './redirect-addresses.ts';

const operator = { access: ManagementAccess, permission: 'installation.manage' } as const;
const all = '/console/api/installation/oauth-clients';
const ids = { 'params.provider': { nothing: 'the name of a service' } };
const printable = '^[\\x21-\\x7e]+$';

const clientBody = {
  type: 'object',
  required: ['client_id'],
  additionalProperties: false,
  properties: {
    client_id: {
      type: 'string',
      minLength: 1,
      maxLength: 300,
      pattern: printable,
      description: 'Client id assigned by the service. Printable ASCII characters without spaces.',
    },
    client_secret: {
      type: 'string',
      minLength: 1,
      maxLength: 1000,
      pattern: printable,
      description:
        'Printable ASCII characters without spaces. Omit to keep the secret. Required when the client id or the address changes.',
    },
    base_url: {
      type: 'string',
      maxLength: 500,
      description: 'Address of a GitHub Enterprise Server or a GitLab server. Omit for the public service.',
    },
    domains: {
      type: 'array',
      maxItems: 100,
      default: [],
      items: { type: 'string', maxLength: 253 },
      description: 'E-mail domains whose people may sign in without an invitation.',
    },
    tenant: {
      type: 'string',
      minLength: 1,
      maxLength: 253,
      pattern: '^[A-Za-z0-9.-]+$',
      description: 'Microsoft: the id or domain of the tenant. Needed for sign-in.',
    },
    drive_readonly: {
      type: 'boolean',
      default: false,
      description: 'Google: whether the client may request to read a whole Drive (internal, or verified by Google).',
    },
  },
} as const;

interface RouteParts {
  readonly clients: ClientsService;
  readonly egress: Egress;
  readonly server: HttpServer;
}

/** What whoever runs the server registered at services. */
export function clientRoutes({ clients, egress, server }: RouteParts): Route[] {
  const site = () => server.publicUrl('console');
  const item = (state: ServiceState) => clientItem(state, site());
  return [
    route({
      ...operator,
      id: 'oauth-clients.list',
      method: 'GET',
      path: all,
      summary: 'List the OAuth clients of this server at Google, Microsoft, GitHub and GitLab',
      docs: clientDocs.list,
      handle: async () =>
        json({
          data: (await clients.states()).map(item),
          redirect_uris: [
            { used_for: 'sign_in' as const, url: site() + callbackPaths.signIn },
            { used_for: 'connected_accounts' as const, url: site() + callbackPaths.connectedAccounts },
          ],
        }),
    }),
    route({
      ...operator,
      id: 'oauth-clients.set',
      method: 'PUT',
      path: `${all}/:provider`,
      summary: 'Set the OAuth client of this server at a service',
      ids: { ...ids, 'body.client_id': { nothing: 'the name of a client at a service' } },
      audit: { body: ['client_id', 'domains', 'tenant', 'drive_readonly'] },
      docs: clientDocs.set,
      body: clientBody,
      async handle({ params: { provider }, body }) {
        const { client_id: clientId, client_secret: clientSecret, base_url: baseUrl, domains, tenant } = body;
        const state = await clients.set(provider, {
          ...{ clientId, domains, driveReadonly: body.drive_readonly },
          ...(clientSecret !== undefined && { clientSecret }),
          ...(baseUrl !== undefined && { baseUrl }),
          ...(tenant !== undefined && { tenant }),
        });
        return json(item(state));
      },
    }),
    route({
      ...operator,
      id: 'oauth-clients.remove',
      method: 'DELETE',
      path: `${all}/:provider`,
      summary: 'Remove the OAuth client of this server at a service',
      ids,
      audit: 'path',
      docs: clientDocs.remove,
      async handle({ params: { provider } }) {
        await clients.remove(provider);
        return empty();
      },
    }),
    route({
      ...operator,
      id: 'oauth-clients.test',
      method: 'POST',
      path: `${all}/:provider/test`,
      summary: 'Ask a service whether it accepts the OAuth client of this server',
      ids,
      audit: 'path',
      docs: clientDocs.test,
      async handle({ params: { provider } }) {
        const client = await clients.of(provider);
        if (client === null) throw noClient();
        return json(await checkClient(egress, client, site() + callbackPaths.signIn));
      },
    }),
  ];
}

function clientItem({ service, client, setBy, updatedAt }: ServiceState, site: string) {
  const baseUrl = client?.baseUrl ?? service.baseUrl;
  return {
    provider: service.id as 'google' | 'microsoft' | 'github' | 'gitlab',
    label: service.label,
    set_by: setBy,
    client_id: client?.clientId ?? null,
    base_url: baseUrl,
    has_own_servers: service.hasOwnServers,
    domains: client?.domains ?? [],
    tenant: client?.extra?.tenant ?? null,
    drive_readonly: client?.extra?.driveReadonly === 'true',
    registration_url: service.registration.startsWith('/') ? baseUrl + service.registration : service.registration,
    address_trouble: addressTrouble(service.id, site),
    updated_at: unixSeconds(updatedAt),
  };
}
