import { definePlugin } from '#kernel';
import { Database, Notifications } from '#plugins/database/contract.ts';
import { PersonalData } from '#plugins/erasure/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { EndUsers } from './contract.ts';
import { EndUsersService } from './end-users-service.ts';
import { ErasureStore, GONE } from './erasure-store.ts';
import { exportedTables } from './exported-tables.ts';
import { EndUserStore } from './store.ts';

export const plugin = definePlugin({
  id: 'end-users',
  needs: { database: Database, notifications: Notifications },
  provides: [EndUsers],
  setup({ services, provide, contribute, onClose }) {
    contribute(ExportedTables, ...exportedTables);
    const { database, notifications } = services;
    const endUsers = new EndUsersService(new EndUserStore(database));
    provide(EndUsers, () => endUsers);
    contribute(PersonalData, new ErasureStore(database, notifications));
    onClose(notifications.listen(GONE, (id) => endUsers.forget(id)));
  },
});
