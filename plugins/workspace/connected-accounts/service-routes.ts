import { empty, json, Public, type Route, route } from '#http';
import type { Egress } from '#plugins/egress/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { accountDocs, serviceItem } from './account-items.ts';
import type { AccountsService } from './accounts-service.ts';
import { installAddress } from './app-manifest.ts';
import { type ArrivalParts, arrive, arriveAsVisitor } from './arrival.ts';
import type { Attempts } from './attempts.ts';
import { checkedBase } from './base-address.ts';
import { noClient } from './failures.ts';
import type { GrantStore } from './grant-store.ts';
import type { Providers } from './providers.ts';
import { ROOT, VISITOR_ROOT } from './state-cookie.ts';

const SERVICES = '/console/api/account-services';
const client = `${SERVICES}/:service/client`;
const text = (maxLength: number) =>
  ({
    type: 'string',
    minLength: 1,
    maxLength,
    pattern: '^[\\x21-\\x7e]+$',
    description: 'ASCII without spaces.',
  }) as const;
const baseUrl = { type: 'string', maxLength: 500, description: 'Where the service is, if you run your own.' } as const;
const params = { type: 'object', properties: { service: { type: 'string', maxLength: 60 } } } as const;
const ids = { 'params.service': { nothing: 'the id of a service, which is the same for all' } } as const;
const given = { type: 'string', maxLength: 4_000 } as const;
const manage = { access: ManagementAccess, permission: 'providers.manage', params, ids } as const;

export interface ServiceRouteParts extends ArrivalParts {
  readonly accounts: AccountsService;
  readonly attempts: Attempts;
  readonly providers: Providers;
  readonly grants: GrantStore;
  readonly egress: Egress;
  readonly callbackUrl: () => string;
  /** Address of a path where web apps are. */
  readonly webUrl: (path: string) => string;
}

/** Services, clients of the workspace at them, and where they send browsers back to. */
export function serviceRoutes(parts: ServiceRouteParts): Route[] {
  const { providers, grants, egress, callbackUrl } = parts;
  return [
    route({
      access: ManagementAccess,
      permission: 'apps.use',
      id: 'connected-accounts.services',
      method: 'GET',
      path: SERVICES,
      summary: 'List the services that accounts can be connected at',
      docs: accountDocs.services,
      async handle({ principal: { workspaceId } }) {
        const own = await providers.own(workspaceId);
        const data = [];
        for (const provider of providers.all()) {
          const registered = await providers.client(workspaceId, provider);
          data.push(
            serviceItem(provider, {
              capabilities: providers.capabilities(provider, registered),
              client: registered,
              own: own.find(({ provider: id }) => id === provider.id)?.client ?? null,
              redirectUrl: callbackUrl(),
              installUrl: installAddress(registered),
            }),
          );
        }
        return json({ data });
      },
    }),
    route({
      ...manage,
      id: 'connected-accounts.set-client',
      method: 'PUT',
      path: client,
      summary: 'Set the OAuth client of the workspace at a service',
      docs: accountDocs.setClient,
      audit: { body: ['client_id'] },
      ids: { ...ids, 'body.client_id': { nothing: 'the name of a client at a service' } },
      body: {
        type: 'object',
        required: ['client_id', 'client_secret'],
        additionalProperties: false,
        properties: {
          client_id: text(500),
          client_secret: text(2_000),
          base_url: baseUrl,
          drive_readonly: {
            type: 'boolean',
            default: false,
            description:
              'Google only: offer to read all of a Drive. Google wants the client to be Internal, or verified, for it.',
          },
        },
      },
      async handle({ principal, params: { service }, body }) {
        const provider = providers.get(service);
        const base = checkedBase(body.base_url ?? provider.baseUrl ?? '');
        await egress.check(base);
        const own = {
          ...{ clientId: body.client_id, clientSecret: body.client_secret, baseUrl: base },
          ...(body.drive_readonly && { extra: { driveReadonly: 'true' } }),
        };
        await providers.saveOwn(principal.workspaceId, provider.id, own);
        return empty();
      },
    }),
    route({
      ...manage,
      id: 'connected-accounts.remove-client',
      method: 'DELETE',
      path: client,
      summary: 'Remove the OAuth client of the workspace at a service; its accounts can no longer be renewed',
      docs: accountDocs.removeClient,
      audit: 'path',
      query: { type: 'object', properties: { base_url: baseUrl } },
      async handle({ principal, params: { service }, query }) {
        const provider = providers.get(service);
        const base = checkedBase(query.base_url ?? provider.baseUrl ?? '');
        if (!(await grants.removeClient(principal.workspaceId, provider.id, base))) throw noClient();
        return empty();
      },
    }),
    ...callbackRoutes(parts),
  ];
}

function callbackRoutes(parts: ServiceRouteParts): Route[] {
  const query = {
    type: 'object',
    properties: { state: given, code: given, error: given, picked_file_ids: { type: 'string', maxLength: 20_000 } },
  } as const;
  const common = { method: 'GET', access: Public, noCommand: 'browsers open it', query } as const;
  return [
    route({
      ...common,
      id: 'connected-accounts.callback',
      path: `${ROOT}/callback`,
      summary: 'OAuth callback of connected accounts',
      docs: accountDocs.callback,
      handle: (request) => arrive(parts, request),
    }),
    route({
      ...common,
      id: 'connected-accounts.visitor-callback',
      path: `${VISITOR_ROOT}/callback`,
      summary: 'OAuth callback of accounts that visitors of web apps connect',
      docs: accountDocs.callback,
      handle: (request) => arriveAsVisitor(parts, request),
    }),
  ];
}
