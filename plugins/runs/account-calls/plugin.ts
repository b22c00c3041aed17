import { HostCalls } from '#engine';
import { definePlugin } from '#kernel';
import { ConnectedAccounts } from '#plugins/connected-accounts/contract.ts';
import { EndUsers } from '#plugins/end-users/contract.ts';
import { PersonalData } from '#plugins/erasure/contract.ts';
import { Runs } from '#plugins/runs/contract.ts';
import { accountsRequest } from './accounts-request.ts';
import { erasedAccounts } from './erased-accounts.ts';

export const plugin = definePlugin({
  id: 'account-calls',
  needs: { accounts: ConnectedAccounts, runs: Runs, endUsers: EndUsers },
  setup({ services, contribute }) {
    contribute(HostCalls, accountsRequest(services));
    contribute(PersonalData, erasedAccounts(services.accounts));
  },
});
