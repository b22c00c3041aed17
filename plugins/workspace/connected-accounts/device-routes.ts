import { json, type Route, route } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { accountDocs, accountItem } from './account-items.ts';
import { baseUrl, capabilities, owner, ownerOf, service } from './account-routes.ts';
import type { AccountsService } from './accounts-service.ts';
import { checkedBase } from './base-address.ts';
import type { DeviceFlow } from './device-flow.ts';
import { ROOT } from './state-cookie.ts';

const use = { access: ManagementAccess, permission: 'apps.use' } as const;

/** For programs: a code that somebody types at the service, and the look whether they did. */
export function deviceRoutes(accounts: AccountsService, flow: DeviceFlow): Route[] {
  return [
    route({
      ...use,
      id: 'connected-accounts.device',
      method: 'POST',
      path: `${ROOT}/device`,
      summary: 'Begin to connect an account with a code that is typed at the service',
      docs: accountDocs.device,
      audit: { body: ['owner', 'service', 'capabilities'] },
      body: {
        type: 'object',
        required: ['service', 'capabilities'],
        additionalProperties: false,
        properties: { owner, service, capabilities, base_url: baseUrl },
      },
      async handle({ principal, body }) {
        const { id, userCode, url, expiresIn, interval } = await flow.begin({
          ...{ workspaceId: principal.workspaceId, owner: ownerOf(principal, body.owner) },
          ...{ provider: body.service, capabilities: body.capabilities },
          ...(body.base_url !== undefined && { baseUrl: checkedBase(body.base_url) }),
        });
        const told = { id, user_code: userCode, url, expires_in: expiresIn, interval };
        return json(told, { status: 201, headers: { 'Cache-Control': 'no-store' } });
      },
    }),
    route({
      ...use,
      id: 'connected-accounts.device-look',
      method: 'POST',
      path: `${ROOT}/device/look`,
      summary: 'Check whether the code was typed, and connect the account',
      docs: accountDocs.deviceLook,
      ids: { 'body.id': { nothing: 'a secret of who began' } },
      audit: { answer: ['account'] },
      body: {
        type: 'object',
        required: ['id'],
        additionalProperties: false,
        properties: {
          id: { type: 'string', maxLength: 100, description: 'From the response of the first call.' },
          owner,
        },
      },
      async handle({ principal, body }) {
        const { workspaceId } = principal;
        const id = await flow.look(workspaceId, ownerOf(principal, body.owner), body.id);
        if (id === null) return json({ account: null });
        const account = await accounts.connected(workspaceId, id);
        return json({ account: accountItem(account, await accounts.loans(workspaceId, [account])) });
      },
    }),
  ];
}
