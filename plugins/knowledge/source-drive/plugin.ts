import { definePlugin } from '#kernel';
import { accountReader } from '#plugins/account-sources/contract.ts';
import { ConnectedAccounts } from '#plugins/connected-accounts/contract.ts';
import { SourceReaders } from '#plugins/dataset-sources/contract.ts';
import { driveStore } from './drive-store.ts';

export const plugin = definePlugin({
  id: 'source-drive',
  needs: { accounts: ConnectedAccounts },
  setup({ services, contribute }) {
    contribute(SourceReaders, accountReader(driveStore, services.accounts));
  },
});
