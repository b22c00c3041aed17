import { ThreadServices } from '#engine';
import { definePlugin, HealthChecks, readEnvironment } from '#kernel';
import { createAllowList } from './allow-list.ts';
import { egressConfig } from './configuration.ts';
import { Egress, Sockets } from './contract.ts';
import { egressHealthCheck } from './health-check.ts';
import { openLater } from './open-later.ts';
import { createSockets } from './sockets.ts';

export const plugin = definePlugin({
  id: 'egress',
  config: egressConfig,
  setup({ config, provide, contribute, onClose }) {
    // The client opens with its first call: a wrong entry is to be told of before that.
    createAllowList(config.allow);
    contribute(HealthChecks, egressHealthCheck(config.allow, readEnvironment()));
    const client = openLater({ allow: config.allow });
    provide(Egress, () => client);
    onClose(() => client.close());
    provide(Sockets, () => createSockets({ allow: config.allow }));
    contribute(ThreadServices, {
      id: Egress.id,
      module: new URL('./thread.ts', import.meta.url),
      settings: () => ({ allow: config.allow }),
    });
  },
});
