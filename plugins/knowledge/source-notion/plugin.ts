import { definePlugin } from '#kernel';
import { accountReader } from '#plugins/account-sources/contract.ts';
import { ConnectedAccounts } from '#plugins/connected-accounts/contract.ts';
import { SourceReaders } from '#plugins/dataset-sources/contract.ts';
import { notionStore } from './notion-store.ts';

export const plugin = definePlugin({
  id: 'source-notion',
  needs: { accounts: ConnectedAccounts },
  setup({ services, contribute }) {
    contribute(SourceReaders, accountReader(notionStore, services.accounts));
  },
});
