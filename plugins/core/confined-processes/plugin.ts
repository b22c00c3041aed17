import { definePlugin, HealthChecks, type Needs } from '#kernel';
import { confinementHealthCheck, logConfinement } from './confinement-watch.ts';
import { Confinement } from './contract.ts';
import { SystemConfinement } from './system-confinement.ts';

interface ConfinementConfig {
  readonly acceptWeaker: boolean;
}

/** After the server is ready, so that its first callers have the machine to themselves. */
const lookMs = 500;

export const plugin = definePlugin<Needs, ConfinementConfig>({
  id: 'confined-processes',
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        acceptWeaker: {
          type: 'boolean',
          default: false,
          description:
            "Run Python code and plugins of Node, and read documents and pictures, also where the system can't wall off the processes that do.",
        },
      },
    },
    env: { WEFT_ACCEPT_WEAKER_CONFINEMENT: 'acceptWeaker' },
  },
  setup({ config, logger, provide, contribute, onReady, onClose }) {
    const confinement = new SystemConfinement({ acceptsWeaker: config.acceptWeaker });
    provide(Confinement, () => confinement);
    contribute(HealthChecks, confinementHealthCheck(confinement));
    let look: NodeJS.Timeout | undefined;
    onReady(() => {
      look = setTimeout(() => void logConfinement(confinement, logger), lookMs).unref();
    });
    onClose(() => clearTimeout(look));
  },
});
