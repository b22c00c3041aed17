import { definePlugin } from '../../kernel/index.ts';
import { EndUsers } from './contract.ts';
import { EndUsersService } from './end-users-service.ts';

export const plugin = definePlugin({
  id: 'end-users',
  provides: [EndUsers],
  setup({ provide }) {
    provide(EndUsers, () => new EndUsersService());
  },
});
