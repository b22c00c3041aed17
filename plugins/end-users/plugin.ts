import { definePlugin } from '../../kernel/index.ts';
import { Database } from '../database/contract.ts';
import { EndUsers } from './contract.ts';
import { EndUsersService } from './end-users-service.ts';
import { EndUserStore } from './store.ts';

export const plugin = definePlugin({
  id: 'end-users',
  needs: { database: Database },
  provides: [EndUsers],
  setup({ services, provide }) {
    provide(EndUsers, () => new EndUsersService(new EndUserStore(services.database)));
  },
});
