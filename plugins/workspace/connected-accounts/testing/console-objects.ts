import type { ConsoleRequest, ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';

/** An account of the workspace at a git server, which nobody asks who it is. */
export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['connectedAccount', 'accountLoan'],
    async make({ call, mark }) {
      const body = {
        owner: 'workspace',
        service: 'git',
        base_url: 'https://git.example.com',
        username: mark,
        token: `kept-${mark}`,
      };
      const { id } = await call('connected-accounts', body);
      return { connectedAccount: id, accountLoan: id };
    },
  },
];

const accounts = '/console/api/connected-accounts';
const base = 'https://git.example.com';

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  [`POST ${accounts}`]: { body: { service: 'git', base_url: base, username: 'a', token: 'b', owner: 'workspace' } },
  [`POST ${accounts}/connect`]: { body: { service: 'google', capabilities: ['sheets'], owner: 'workspace' } },
  [`POST ${accounts}/github-app`]: { body: {} },
  [`POST ${accounts}/:id/reconnect`]: { body: {} },
  [`PATCH ${accounts}/:id`]: { body: { for_visitors: true } },
  'PUT /console/api/account-services/:service/client': {
    body: { client_id: 'weft', client_secret: 'kept', base_url: base },
  },
};
