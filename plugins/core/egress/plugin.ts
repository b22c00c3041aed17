import { ThreadServices } from '#engine';
import { definePlugin, type Needs } from '#kernel';
import { createAllowList } from './allow-list.ts';
import { Egress, Sockets } from './contract.ts';
import { openLater } from './open-later.ts';
import { createSockets } from './sockets.ts';

interface EgressConfig {
  readonly allow: readonly string[];
}

export const plugin = definePlugin<Needs, EgressConfig>({
  id: 'egress',
  config: {
    schema: {
      type: 'object',
      properties: {
        allow: {
          type: 'array',
          items: { type: 'string' },
          default: [],
          description: 'Hosts, host:port, addresses and ranges that may be reached although they are not public.',
        },
      },
      additionalProperties: false,
    },
    env: { WEFT_EGRESS_ALLOW: 'allow' },
  },
  setup({ config, provide, contribute, onClose }) {
    // The client opens with its first call: a wrong entry is to be told of before that.
    createAllowList(config.allow);
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
