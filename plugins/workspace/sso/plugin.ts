import { HttpServer, Routes } from '#http';
import { definePlugin } from '#kernel';
import { AccountNoticed, Accounts, Sessions, SignInWays } from '#plugins/accounts/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { Egress } from '#plugins/egress/contract.ts';
import { Members } from '#plugins/members/contract.ts';
import { SealedColumns, Secrets, sealedColumn } from '#plugins/secrets/contract.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { AccountLinks } from './account-links.ts';
import { AssertionStore } from './assertion-store.ts';
import { SECRET } from './connection.ts';
import { connectionRoutes } from './connection-routes.ts';
import { ConnectionStore } from './connection-store.ts';
import { ConnectionsService } from './connections-service.ts';
import { SsoVisits } from './contract.ts';
import { IdentityStore } from './identity-store.ts';
import { linkRoutes } from './link-routes.ts';
import { SsoLoginRedirect } from './login-redirect.ts';
import { SsoMembership } from './membership.ts';
import type { OidcClient } from './oidc/oidc-client.ts';
import { OidcSetup } from './oidc/oidc-setup.ts';
import { ProviderRefresh } from './saml/provider-refresh.ts';
import { SamlClient } from './saml/saml-client.ts';
import { SamlSetup } from './saml/saml-setup.ts';
import { SamlSignIn } from './saml/saml-sign-in.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { SsoSignIn } from './sso-sign-in.ts';
import { VisitProofs } from './visit-proofs.ts';
import { SsoVisitorRedirect } from './visitor-redirect.ts';

const SWEEP_INTERVAL = 600_000;

export const plugin = definePlugin({
  id: 'sso',
  needs: {
    database: Database,
    egress: Egress,
    secrets: Secrets,
    server: HttpServer,
    accounts: Accounts,
    sessions: Sessions,
    members: Members,
    workspaces: Workspaces,
  },
  setup({ services, logger, events, provide, contribute, onReady, onStop }) {
    const { database, egress, secrets, server, accounts, sessions, members, workspaces } = services;
    const store = new ConnectionStore(database);
    const assertions = new AssertionStore(database);
    const refresh = new ProviderRefresh({ store, egress, logger });
    let opened: Promise<OidcClient> | undefined;
    // Its library is loaded by the first who signs in that way.
    const oidc = () => {
      opened ??= import('./oidc/oidc-client.ts').then((module) => new module.OidcClient(egress));
      return opened;
    };
    const saml = new SamlSignIn({ client: new SamlClient({ secrets, server }), refresh, assertions });
    const connections = new ConnectionsService({
      ...{ store, secrets },
      oidc: { client: oidc, setup: new OidcSetup(egress, secrets) },
      saml: { refresh, setup: new SamlSetup(egress, secrets) },
      server,
    });
    const identities = new IdentityStore(database);
    const membership = new SsoMembership({ identities, accounts, members });
    const loginRedirect = new SsoLoginRedirect({ membership, accounts, sessions, workspaces, secrets, server, logger });
    const links = new AccountLinks({ identities, sessions, store, membership, workspaces, secrets });
    const proofs = new VisitProofs({ store, used: assertions, workspaces, secrets, server });
    provide(SsoVisits, () => proofs);
    const visitors = new SsoVisitorRedirect({ membership, proofs, workspaces, server, logger });
    const signIn = new SsoSignIn({ store, oidc, saml, loginRedirect, visitors, sessions, workspaces, secrets, server });
    contribute(SealedColumns, sealedColumn('sso_connections.sealed_secret', `${SECRET}/`, { purposeColumn: 'id' }));
    contribute(Routes, ...connectionRoutes(connections, server), ...signInRoutes(signIn, server));
    const isOf = async (accountId: string) => (await identities.ofAccount(accountId)).length > 0;
    contribute(SignInWays, { id: 'sso', isOf });
    contribute(Routes, ...linkRoutes(links, server, (notice) => events.emit(AccountNoticed, notice)));

    let timer: NodeJS.Timeout | undefined;
    const sweep = async () => {
      try {
        while (await assertions.sweep());
      } catch (error) {
        logger.warn({ err: error }, 'assertions that are over were not removed');
      }
    };
    onReady(async () => {
      timer = setInterval(sweep, SWEEP_INTERVAL);
      timer.unref();
    });
    onStop(async () => clearInterval(timer));
  },
});
