import type { ConnectedAccounts } from '#plugins/connected-accounts/contract.ts';
import type { Erased, PersonalDataOwner } from '#plugins/erasure/contract.ts';

/** Forgets the accounts that an end user has connected, with their grants and uses. */
export function erasedAccounts(accounts: Pick<ConnectedAccounts, 'forget'>): PersonalDataOwner {
  return {
    id: 'account-calls',
    stage: 'data',
    async removeRest({ workspaceId, of, id }: Erased) {
      if (of === 'end-user') await accounts.forget(workspaceId, `end_user:${id}`);
    },
  };
}
