import { HttpServer, Routes } from '#http';
import { definePlugin } from '#kernel';
import { Sessions } from '#plugins/accounts/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { Egress } from '#plugins/egress/contract.ts';
import { Members } from '#plugins/members/contract.ts';
import { OAuthClients } from '#plugins/oauth-clients/contract.ts';
import { SealedColumns, Secrets } from '#plugins/secrets/contract.ts';
import { accountRoutes } from './account-routes.ts';
import { AccountStore, type StoredAccount } from './account-store.ts';
import { AccountsService } from './accounts-service.ts';
import { AppManifest } from './app-manifest.ts';
import { Attempts } from './attempts.ts';
import { AccountProviders, type AccountState, AccountStateChanged, ConnectedAccounts } from './contract.ts';
import { DeviceFlow } from './device-flow.ts';
import { deviceRoutes } from './device-routes.ts';
import { GrantStore, type StoredGrant } from './grant-store.ts';
import { Grants } from './grants.ts';
import { manifestRoutes } from './manifest-routes.ts';
import { bitbucket, gitea, github, gitlab, gitServer } from './providers/code-hosts.ts';
import { microsoft, notion } from './providers/documents.ts';
import { google } from './providers/google.ts';
import { Providers } from './providers.ts';
import { Requests } from './requests.ts';
import { Sealed, sealedColumns } from './sealed.ts';
import { serviceRoutes } from './service-routes.ts';
import { ROOT } from './state-cookie.ts';
import { Uses } from './uses.ts';

export const plugin = definePlugin({
  id: 'connected-accounts',
  needs: {
    database: Database,
    secrets: Secrets,
    egress: Egress,
    server: HttpServer,
    sessions: Sessions,
    members: Members,
    clients: OAuthClients,
    contributed: AccountProviders,
  },
  setup({ services, logger, events, provide, contribute, onStop }) {
    const { database, secrets, egress, server, sessions, members, clients, contributed } = services;
    const store = new AccountStore(database);
    const grantStore = new GrantStore(database);
    const sealed = new Sealed(secrets);
    const providers = new Providers({
      contributed,
      store: grantStore,
      sealed,
      installation: (provider) => clients.of(provider),
    });
    const changed = ({ id, workspaceId, owner, label, reason }: StoredAccount, state: AccountState | 'gone') =>
      events.emit(AccountStateChanged, { workspaceId, accountId: id, owner, label, reason, state });
    const setBroken = async (account: StoredAccount, grant: StoredGrant, reason: string) => {
      // Somebody connected it again meanwhile.
      if (!(await grantStore.refuse(account.workspaceId, grant))) return;
      const isNews = await store.setReason(account.workspaceId, account.id, reason);
      if (isNews) changed({ ...account, reason }, 'broken');
    };
    const grants = new Grants({ store: grantStore, sealed, providers, egress, setBroken });
    const uses = new Uses(store, logger);
    const requests = new Requests({ store, grants, providers, egress, members, uses, setBroken });
    const consoleUrl = (path: string) => `${server.publicUrl('console')}${path}`;
    const callbackUrl = () => consoleUrl(`${ROOT}/callback`);
    const webUrl = (path: string) => `${server.publicUrl('web-app')}${path}`;
    const isSecure = () => server.publicUrl('console').startsWith('https:');
    const isRootSecure = (root: string) => (root === ROOT ? consoleUrl('') : webUrl('')).startsWith('https:');
    const attempts = new Attempts({
      ...{ accounts: store, store: grantStore, sealed, providers, egress, secrets, callbackUrl },
    });
    const accounts = new AccountsService({
      ...{ store, grants: grantStore, sealed, providers, attempts, requests, egress, changed, logger },
      isSecure: isRootSecure,
    });
    provide(ConnectedAccounts, () => accounts);
    contribute(AccountProviders, google, github, gitlab, gitea, bitbucket, gitServer, microsoft, notion);
    contribute(SealedColumns, ...sealedColumns);
    contribute(Routes, ...accountRoutes({ accounts, store, providers }));
    contribute(
      Routes,
      ...serviceRoutes({
        ...{ accounts, attempts, providers, grants: grantStore, sessions, egress },
        ...{ callbackUrl, consoleUrl, webUrl, isSecure },
      }),
    );
    const deviceFlow = new DeviceFlow({ attempts, store: grantStore, sealed, providers, egress, secrets });
    contribute(Routes, ...deviceRoutes(accounts, deviceFlow));
    const manifest = new AppManifest({
      ...{ store: grantStore, sealed, providers, egress, secrets, callbackUrl, consoleUrl },
      registeredUrl: () => consoleUrl(`${ROOT}/github-app/registered`),
    });
    contribute(Routes, ...manifestRoutes(manifest, { sessions, consoleUrl, isSecure }));
    onStop(() => uses.flush());
  },
});
