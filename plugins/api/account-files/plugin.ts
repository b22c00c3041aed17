import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Sessions } from '#plugins/accounts/contract.ts';
import { Apps } from '#plugins/apps/contract.ts';
import { ConnectedAccounts } from '#plugins/connected-accounts/contract.ts';
import { GroupCommit } from '#plugins/database/contract.ts';
import { EndUsers } from '#plugins/end-users/contract.ts';
import { StoredFiles } from '#plugins/files/contract.ts';
import { draftRoute } from './draft-route.ts';
import { visitorRoutes } from './visitor-routes.ts';

export const plugin = definePlugin({
  id: 'account-files',
  needs: {
    accounts: ConnectedAccounts,
    files: StoredFiles,
    endUsers: EndUsers,
    groupCommit: GroupCommit,
    sessions: Sessions,
    apps: Apps,
  },
  setup({ services, contribute }) {
    contribute(Routes, draftRoute(services), ...visitorRoutes(services));
  },
});
