import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas, unixSeconds } from '#http';
import type { DayUse, Loan } from './account-store.ts';
import type { AccountProvider, Capability, ConnectedAccount, ProviderClient } from './contract.ts';

/** An account without anything secret. */
export function accountItem(account: ConnectedAccount, loans: readonly Loan[]) {
  return {
    id: account.id,
    owner: account.owner === 'workspace' ? ('workspace' as const) : ('me' as const),
    service: account.provider,
    base_url: account.baseUrl,
    label: account.label,
    way: account.way,
    state: account.state,
    reason: account.reason,
    capabilities: account.capabilities,
    connected_at: unixSeconds(account.connectedAt),
    last_used_at: unixSeconds(account.lastUsedAt),
    last_used_by: account.lastUsedBy,
    for_visitors: account.forVisitors,
    lent_to: loans.filter(({ accountId }) => accountId === account.id).map(loanItem),
  };
}

function loanItem({ id, consumer, lentAt }: Loan) {
  return { id, kind: consumer.kind, name: consumer.name, lent_at: unixSeconds(lentAt) };
}

export function useItem({ day, capability, consumer, uses }: DayUse) {
  return { day, capability, kind: consumer.kind, name: consumer.name, uses };
}

/** A service, and whether it can be connected here. */
export function serviceItem(
  provider: AccountProvider,
  facts: {
    readonly capabilities: ReadonlyMap<string, Capability>;
    readonly client: ProviderClient | null;
    readonly own: ProviderClient | null;
    readonly redirectUrl: string;
    readonly installUrl: string | null;
  },
) {
  const { client, own, capabilities, redirectUrl, installUrl } = facts;
  return {
    id: provider.id,
    label: provider.label,
    ways: provider.ways,
    base_url: provider.baseUrl,
    has_username: provider.hasUsername === true,
    ready: client !== null,
    own_client: own === null ? null : { client_id: own.clientId, base_url: own.baseUrl },
    redirect_url: redirectUrl,
    install_url: installUrl,
    capabilities: [...capabilities].map(([id, { title }]) => ({ id, title })),
  };
}

const { text, uuid, integer, boolean } = schemas;
const kind = { type: 'string', enum: ['source', 'repository', 'tool', 'attachment'] } as const;
const loan = objectSchema('AccountLoan', { id: uuid, kind, name: text, lent_at: schemas.seconds });
const fields = {
  id: uuid,
  owner: { type: 'string', enum: ['me', 'workspace'] },
  service: text,
  base_url: text,
  label: { type: 'string', description: 'What people know the account by: an address or a name.' },
  way: { type: 'string', enum: ['oauth', 'token'] },
  state: { type: 'string', enum: ['ready', 'broken'], description: '`broken`: the service refuses it; see `reason`.' },
  reason: orNull(text),
  capabilities: listOf(text),
  connected_at: schemas.seconds,
  last_used_at: orNull(schemas.seconds),
  last_used_by: orNull(text),
  for_visitors: {
    ...boolean,
    description:
      'An account of the workspace: visitors of its published apps work with it where they have none of their own.',
  },
  lent_to: listOf(loan),
} as const;
const account = objectSchema('ConnectedAccount', fields);
const use = objectSchema('AccountUse', { day: text, capability: text, kind, name: text, uses: integer });
const detail = objectSchema('ConnectedAccountDetail', { ...fields, uses: listOf(use) });
const service = objectSchema('AccountService', {
  id: text,
  label: text,
  ways: listOf({ type: 'string', enum: ['oauth', 'token'] }),
  base_url: { ...orNull(text), description: 'Its address. null: every installation has its own.' },
  has_username: { ...boolean, description: 'Tokens are sent with a user name.' },
  ready: { ...boolean, description: 'Accounts can be connected by consent: there is an OAuth client.' },
  own_client: orNull(objectSchema('AccountServiceClient', { client_id: text, base_url: text })),
  redirect_url: { type: 'string', description: 'The redirect address to register at the service.' },
  install_url: { ...orNull(text), description: 'Where the owner of a GitHub App chooses its repositories.' },
  capabilities: listOf(objectSchema('AccountCapability', { id: text, title: text })),
});

const example = {
  id: '0196f5c0-0000-7000-8000-000000000061',
  owner: 'me',
  service: 'google',
  base_url: 'https://accounts.google.com',
  label: 'ada@example.com',
  way: 'oauth',
  state: 'ready',
  reason: null,
  capabilities: ['drive.pick'],
  connected_at: 1_795_000_000,
  last_used_at: null,
  last_used_by: null,
  for_visitors: false,
  lent_to: [],
};
const address = objectSchema('ConnectAddress', { url: text });
const addressAnswer = {
  200: jsonAnswer('Send the browser to this address.', address, {
    url: 'https://accounts.google.com/o/oauth2/v2/auth?…',
  }),
};
const tag = 'Connected accounts';
const beginErrors = {
  400: ['unknown_provider', 'invalid_address', 'invalid_request'],
  403: ['not_allowed', 'address_refused'],
  409: ['not_set_up'],
};

/** What callers are told of the routes. */
export const accountDocs = {
  services: {
    tag,
    answers: {
      200: jsonAnswer('The services.', objectSchema('AccountServiceList', { data: listOf(service) }), {
        data: [
          {
            ...{ id: 'google', label: 'Google', ways: ['oauth'], base_url: 'https://accounts.google.com' },
            ...{ has_username: false, ready: true, own_client: null },
            redirect_url: 'https://weft.example.com/console/api/connected-accounts/callback',
            install_url: null,
            capabilities: [{ id: 'drive.pick', title: 'See and change files that you pick in Drive' }],
          },
        ],
      }),
    },
  },
  list: {
    tag,
    answers: {
      200: jsonAnswer(
        'Your accounts in this workspace, and its own.',
        objectSchema('ConnectedAccountList', { data: listOf(account) }),
        {
          data: [example],
        },
      ),
    },
  },
  get: {
    tag,
    answers: {
      200: jsonAnswer('The account, and its uses of the last 90 days.', detail, {
        ...example,
        uses: [{ day: '2026-11-30', capability: 'drive.pick', kind: 'source', name: 'Handbook', uses: 12 }],
      }),
    },
    errors: { 404: ['not_found'] },
  },
  connect: { tag, answers: addressAnswer, errors: beginErrors },
  device: {
    tag,
    description:
      'Show the person `url` and `user_code`, and check every `interval` seconds whether it was typed, for `expires_in` seconds (RFC 8628).',
    answers: {
      201: jsonAnswer(
        'The code.',
        objectSchema('AccountDeviceCode', {
          id: text,
          user_code: text,
          url: text,
          expires_in: integer,
          interval: integer,
        }),
        {
          ...{ id: 'mX3…', user_code: 'WDJB-MJHT', url: 'https://github.com/login/device' },
          ...{ expires_in: 600, interval: 5 },
        },
      ),
    },
    errors: { ...beginErrors, 400: [...beginErrors[400], 'no_device_flow', 'refused'] },
  },
  deviceLook: {
    tag,
    answers: {
      200: jsonAnswer(
        'The account; null until the code has been typed.',
        objectSchema('AccountDeviceLook', { account: orNull(account) }),
        { account: { ...example, service: 'github' } },
      ),
    },
    errors: { 400: ['attempt_over', 'refused', 'invalid_request'], 403: ['not_allowed'], 409: ['not_set_up'] },
  },
  reconnect: { tag, answers: addressAnswer, errors: { ...beginErrors, 404: ['not_found'] } },
  paste: {
    tag,
    answers: { 201: jsonAnswer('The account.', account, { ...example, service: 'github', way: 'token' }) },
    errors: {
      400: ['unknown_provider', 'invalid_address', 'invalid_answer', 'invalid_request', 'refused'],
      403: ['not_allowed', 'address_refused'],
    },
  },
  change: {
    tag,
    answers: { 200: jsonAnswer('The account.', account, { ...example, owner: 'workspace', for_visitors: true }) },
    errors: { 400: ['invalid_request'], 403: ['not_allowed'], 404: ['not_found'] },
  },
  disconnect: {
    tag,
    answers: { 204: emptyAnswer('Disconnected.') },
    errors: { 403: ['not_allowed'], 404: ['not_found'], 409: ['in_use'] },
  },
  takeBack: {
    tag,
    answers: { 204: emptyAnswer('It works with the account no more.') },
    errors: { 403: ['not_allowed'], 404: ['not_found'] },
  },
  setClient: {
    tag,
    answers: { 204: emptyAnswer('Stored.') },
    errors: { 400: ['unknown_provider', 'invalid_address', 'invalid_request'], 403: ['address_refused'] },
  },
  removeClient: {
    tag,
    answers: { 204: emptyAnswer('Removed.') },
    errors: { 400: ['unknown_provider', 'invalid_address'], 404: ['no_client'] },
  },
  registerApp: {
    tag,
    answers: {
      200: jsonAnswer('Open this page in the browser.', address, {
        url: 'https://weft.example.com/console/api/connected-accounts/github-app/new',
      }),
    },
    errors: { 400: ['invalid_address', 'invalid_request'], 403: ['address_refused'] },
  },
  appPage: {
    tag,
    answers: { 200: { description: 'A page with a button.', content: { 'text/html': { schema: text } } } },
    errors: { 400: ['attempt_over'] },
  },
  callback: {
    tag,
    answers: {
      303: { description: 'Redirects to the page that began, with `connected` or `connect_error` in its query.' },
    },
  },
} satisfies Readonly<Record<string, RouteDocs>>;
