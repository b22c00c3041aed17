import { definePlugin } from '#kernel';
import { accountReader } from '#plugins/account-sources/contract.ts';
import { ConnectedAccounts } from '#plugins/connected-accounts/contract.ts';
import { SourceReaders } from '#plugins/dataset-sources/contract.ts';
import { Egress } from '#plugins/egress/contract.ts';
import { oneDriveStore } from './onedrive-store.ts';

export const plugin = definePlugin({
  id: 'source-onedrive',
  needs: { accounts: ConnectedAccounts, egress: Egress },
  setup({ services, contribute }) {
    contribute(SourceReaders, accountReader(oneDriveStore(services.egress), services.accounts));
  },
});
