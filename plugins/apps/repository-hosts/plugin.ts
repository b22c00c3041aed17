import { HttpServer } from '#http';
import { definePlugin } from '#kernel';
import { Accounts } from '#plugins/accounts/contract.ts';
import { ConnectedAccounts } from '#plugins/connected-accounts/contract.ts';
import { Git } from '#plugins/git/contract.ts';
import { Secrets } from '#plugins/secrets/contract.ts';
import { RepositoryHosts } from './contract.ts';
import { HostsService } from './hosts-service.ts';

export const plugin = definePlugin({
  id: 'repository-hosts',
  needs: { git: Git, connected: ConnectedAccounts, accounts: Accounts, secrets: Secrets, server: HttpServer },
  setup({ services, provide }) {
    provide(RepositoryHosts, () => new HostsService(services));
  },
});
