import { definePlugin } from '#kernel';
import { Confinement } from '#plugins/confined-processes/contract.ts';
import { Egress, Sockets } from '#plugins/egress/contract.ts';
import { gitConfig } from './configuration.ts';
import { Git } from './contract.ts';
import { GitService } from './git-service.ts';

export const plugin = definePlugin({
  id: 'git',
  needs: { egress: Egress, sockets: Sockets, confinement: Confinement },
  config: gitConfig,
  setup({ services, config, provide, onClose }) {
    const git = new GitService({ ...services, ...config });
    provide(Git, () => git);
    onClose(() => git.close());
  },
});
