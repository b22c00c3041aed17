import { empty, json, type Reply, type Route, route } from '#http';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import { accountDocs, accountItem, useItem } from './account-items.ts';
import type { AccountStore } from './account-store.ts';
import type { AccountsService } from './accounts-service.ts';
import { checkedBase } from './base-address.ts';
import type { AccountOwner, ConnectedAccount } from './contract.ts';
import { inUse, noAccount, notAllowed } from './failures.ts';
import type { Providers } from './providers.ts';
import { ROOT } from './state-cookie.ts';

const uuid = { type: 'string', format: 'uuid' } as const;
const params = { type: 'object', properties: { id: uuid } } as const;
export const owner = {
  type: 'string',
  enum: ['me', 'workspace'],
  default: 'me',
  description: '`workspace`: for all of the workspace; for those who may manage providers.',
} as const;
export const service = { type: 'string', minLength: 1, maxLength: 60 } as const;
export const capabilities = { type: 'array', maxItems: 20, items: { type: 'string', maxLength: 60 } } as const;
const returnTo = {
  type: 'string',
  maxLength: 1000,
  default: '/account/integrations',
  description: 'A path of the console.',
} as const;
export const baseUrl = {
  type: 'string',
  maxLength: 500,
  description: 'Where the service is, if you run your own.',
} as const;
const secret = {
  type: 'string',
  minLength: 1,
  maxLength: 8_192,
  pattern: '^[\\x21-\\x7e]+$',
  description: 'An access token of the service: ASCII without spaces.',
} as const;
const use = { access: ManagementAccess, permission: 'apps.use' } as const;
const one = { ...use, params, ids: { 'params.id': 'connectedAccount' } } as const;
const noBrowser = 'weft accounts connect opens the page that calls it';

export interface AccountRouteParts {
  readonly accounts: AccountsService;
  readonly store: AccountStore;
  readonly providers: Providers;
}

/** Accounts of the person who asks, and of the workspace. */
export function accountRoutes({ accounts, store, providers }: AccountRouteParts): Route[] {
  const whole = async (account: ConnectedAccount) =>
    accountItem(account, await accounts.loans(account.workspaceId, [account]));
  return [
    route({
      ...use,
      id: 'connected-accounts.list',
      method: 'GET',
      path: ROOT,
      summary: 'List your connected accounts in the workspace, and the accounts of the workspace',
      docs: accountDocs.list,
      async handle({ principal }) {
        const { workspaceId, accountId } = principal;
        const own = accountId === null ? [] : await accounts.list(workspaceId, `account:${accountId}`);
        const all = [...own, ...(await accounts.list(workspaceId, 'workspace'))];
        const loans = await accounts.loans(workspaceId, all);
        return json({ data: all.map((account) => accountItem(account, loans)) });
      },
    }),
    route({
      ...one,
      id: 'connected-accounts.get',
      method: 'GET',
      path: `${ROOT}/:id`,
      summary: 'Get a connected account with what used it',
      docs: accountDocs.get,
      async handle({ principal, params: { id } }) {
        const account = await seen(accounts, principal, id);
        const uses = await store.uses(account.workspaceId, account.id);
        return json({ ...(await whole(account)), uses: uses.map(useItem) });
      },
    }),
    route({
      ...use,
      id: 'connected-accounts.paste',
      method: 'POST',
      path: ROOT,
      summary: 'Connect an account with an access token that was created at the service',
      docs: accountDocs.paste,
      ids: { 'body.token': { nothing: 'a secret of the service' } },
      audit: { body: ['owner', 'service'], answer: ['id', 'label'] },
      body: {
        type: 'object',
        required: ['service', 'token'],
        additionalProperties: false,
        properties: {
          owner,
          service,
          base_url: baseUrl,
          token: secret,
          username: {
            type: 'string',
            maxLength: 200,
            pattern: '^[^\\u0000-\\u001f:]*$',
            default: '',
            description: 'The user name, where the service wants one: without colons and control characters.',
          },
        },
      },
      async handle({ principal, body }) {
        const provider = providers.get(body.service);
        const base = checkedBase(body.base_url ?? provider.baseUrl ?? '');
        const given = {
          workspaceId: principal.workspaceId,
          owner: ownerOf(principal, body.owner),
          provider: provider.id,
        };
        const account = await accounts.paste({ ...given, baseUrl: base }, body);
        return json(await whole(account), { status: 201 });
      },
    }),
    ...consentRoutes({ accounts, store, providers }),
    ...endRoutes({ accounts, store, providers }),
  ];
}

/** Consent, in a browser. */
function consentRoutes({ accounts, providers }: AccountRouteParts): Route[] {
  return [
    route({
      ...use,
      id: 'connected-accounts.connect',
      method: 'POST',
      path: `${ROOT}/connect`,
      summary: 'Begin to connect an account: returns the address of the service for the browser',
      docs: accountDocs.connect,
      audit: { body: ['owner', 'service', 'capabilities'] },
      noCommand: noBrowser,
      body: {
        type: 'object',
        required: ['service', 'capabilities'],
        additionalProperties: false,
        properties: {
          owner,
          service,
          capabilities,
          base_url: baseUrl,
          return_to: returnTo,
          picking: {
            type: 'boolean',
            default: false,
            description: 'Show the file picker of the service with the consent.',
          },
        },
      },
      async handle({ principal, body }) {
        const begun = await accounts.begin({
          ...{ workspaceId: principal.workspaceId, owner: ownerOf(principal, body.owner), person: principal.accountId },
          ...{
            provider: body.service,
            capabilities: body.capabilities,
            returnTo: body.return_to,
            isPicking: body.picking,
          },
          ...(body.base_url !== undefined && { baseUrl: checkedBase(body.base_url) }),
        });
        return toService(begun);
      },
    }),
    route({
      ...one,
      id: 'connected-accounts.reconnect',
      method: 'POST',
      path: `${ROOT}/:id/reconnect`,
      summary: 'Begin to connect an account again, or to allow more',
      docs: accountDocs.reconnect,
      audit: { body: ['capabilities'] },
      noCommand: noBrowser,
      body: {
        type: 'object',
        additionalProperties: false,
        properties: { capabilities: { ...capabilities, default: [] }, return_to: returnTo },
      },
      async handle({ principal, params: { id }, body }) {
        const account = await managed(accounts, principal, id);
        providers.get(account.provider);
        const ask = { capabilities: body.capabilities, returnTo: body.return_to, person: principal.accountId };
        return toService(await accounts.beginAgain(account, ask));
      },
    }),
  ];
}

/** Whom an account is for, its end, and the end of what it is lent to. */
function endRoutes({ accounts, store }: AccountRouteParts): Route[] {
  return [
    route({
      ...one,
      id: 'connected-accounts.change',
      method: 'PATCH',
      path: `${ROOT}/:id`,
      summary: 'Allow or forbid visitors of published apps to work with an account of the workspace',
      docs: accountDocs.change,
      audit: { body: ['for_visitors'] },
      body: {
        type: 'object',
        required: ['for_visitors'],
        additionalProperties: false,
        properties: { for_visitors: { type: 'boolean' } },
      },
      async handle({ principal, params: { id }, body }) {
        const account = await managed(accounts, principal, id);
        if (account.owner !== 'workspace')
          throw notAllowed('Visitors work with accounts of the workspace, never with somebody’s own.');
        await store.setForVisitors(account.workspaceId, id, body.for_visitors);
        const loans = await accounts.loans(account.workspaceId, [account]);
        return json(accountItem({ ...account, forVisitors: body.for_visitors }, loans));
      },
    }),
    route({
      ...one,
      id: 'connected-accounts.disconnect',
      method: 'DELETE',
      path: `${ROOT}/:id`,
      summary: 'Disconnect an account; requires confirmation while something works with it',
      docs: accountDocs.disconnect,
      audit: 'path',
      query: { type: 'object', properties: { confirm: { type: 'boolean', default: false } } },
      async handle({ principal, params: { id }, query }) {
        const account = await managed(accounts, principal, id);
        const loans = await accounts.loans(account.workspaceId, [account]);
        if (loans.length > 0 && !query.confirm) throw inUse(loans.map(({ consumer }) => consumer.name));
        await accounts.end(account);
        return empty();
      },
    }),
    route({
      ...one,
      id: 'connected-accounts.take-back',
      method: 'DELETE',
      path: `${ROOT}/:id/loans/:loan_id`,
      summary: 'Stop something from working with your account',
      docs: accountDocs.takeBack,
      audit: 'path',
      params: { type: 'object', properties: { id: uuid, loan_id: uuid } },
      ids: { 'params.id': 'connectedAccount', 'params.loan_id': 'accountLoan' },
      async handle({ principal, params: { id, loan_id: loanId } }) {
        const account = await managed(accounts, principal, id);
        if (!(await store.endLoans(account.workspaceId, { accountId: account.id, loanId }))) throw noAccount();
        return empty();
      },
    }),
  ];
}

function toService({ url, cookie }: { readonly url: string; readonly cookie: string }): Reply<{ url: string }> {
  return json({ url }, { headers: { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' } });
}

const MANAGE = 'providers.manage';

/** Whose the account is to be; throws `connected-accounts.not_allowed`. */
export function ownerOf(caller: ManagementCaller, wanted: 'me' | 'workspace'): AccountOwner {
  const { accountId } = caller;
  if (wanted === 'workspace') {
    if (!caller.can(MANAGE))
      throw notAllowed('Accounts of the workspace are for those who may manage its providers; connect your own.');
    return 'workspace';
  }
  if (accountId === null) throw notAllowed('The management token is nobody: connect the account for the workspace.');
  return `account:${accountId}`;
}

/** One's own, or the workspace's: those of others are not there. */
async function seen(
  accounts: AccountsService,
  { workspaceId, accountId }: ManagementCaller,
  id: string,
): Promise<ConnectedAccount> {
  const account = await accounts.get(workspaceId, id);
  const isOwn = account?.owner === `account:${accountId}`;
  if (account === null || !(isOwn || account.owner === 'workspace')) throw noAccount();
  return account;
}

async function managed(accounts: AccountsService, principal: ManagementCaller, id: string): Promise<ConnectedAccount> {
  const account = await seen(accounts, principal, id);
  ownerOf(principal, account.owner === 'workspace' ? 'workspace' : 'me');
  return account;
}
