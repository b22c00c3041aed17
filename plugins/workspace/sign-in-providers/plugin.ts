import { HttpServer, Routes } from '#http';
import { definePlugin } from '#kernel';
import { AccountNoticed, Accounts, Sessions, SignInWays } from '#plugins/accounts/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { Egress } from '#plugins/egress/contract.ts';
import { Members } from '#plugins/members/contract.ts';
import { OAuthClients } from '#plugins/oauth-clients/contract.ts';
import { Secrets } from '#plugins/secrets/contract.ts';
import { AccountLinks, WAY } from './account-links.ts';
import { SignInCookies } from './cookies.ts';
import { IdentityStore } from './identity-store.ts';
import { linkRoutes } from './link-routes.ts';
import { ServiceClient } from './service-client.ts';
import { SignInAccounts } from './sign-in-accounts.ts';
import { SignInFlow } from './sign-in-flow.ts';
import { signInRoutes } from './sign-in-routes.ts';

export const plugin = definePlugin({
  id: 'sign-in-providers',
  needs: {
    database: Database,
    egress: Egress,
    secrets: Secrets,
    server: HttpServer,
    accounts: Accounts,
    sessions: Sessions,
    members: Members,
    clients: OAuthClients,
  },
  setup({ services, logger, events, contribute }) {
    const { database, egress, secrets, server, accounts, sessions, members, clients } = services;
    const identities = new IdentityStore(database);
    const isSecure = () => server.publicUrl('console').startsWith('https:');
    const cookies = new SignInCookies({ secrets, isSecure });
    const links = new AccountLinks({
      ...{ identities, clients, cookies, accounts, sessions },
      noticed: (notice) => events.emit(AccountNoticed, notice),
    });
    const people = new SignInAccounts({ identities, accounts, members });
    const service = new ServiceClient(egress);
    const parts = { clients, service, people, identities, links, cookies, accounts, sessions, server, logger };
    const flow = new SignInFlow(parts);
    contribute(SignInWays, { id: WAY, isOf: async (accountId) => (await links.usable(accountId)).length > 0 });
    contribute(Routes, ...signInRoutes({ flow, cookies, sessions }));
    contribute(Routes, ...linkRoutes({ flow, links, cookies, sessions }));
  },
});
