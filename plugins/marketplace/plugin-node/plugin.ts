import { definePlugin, type Needs } from '#kernel';
import { Confinement } from '#plugins/confined-processes/contract.ts';
import { InstallEndings } from '#plugins/plugin-installs/contract.ts';
import { PackageTiers } from '#plugins/plugin-runner/contract.ts';
import { NodeTier } from './node-tier.ts';

interface NodeConfig {
  readonly processes: number;
  readonly callsEach: number;
  readonly maxQueue: number;
  readonly idleMs: number;
}

const needs = { confinement: Confinement } satisfies Needs;
const integer = (description: string, bounds: object) => ({ type: 'integer', description, ...bounds });

export const plugin = definePlugin<typeof needs, NodeConfig>({
  id: 'plugin-node',
  needs,
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        processes: integer(
          'Processes of installed plugins at the same time, each of some 60 MB and what its calls need.',
          {
            ...{ default: 4, minimum: 1, maximum: 64 },
          },
        ),
        callsEach: integer('Calls that one process works on at the same time.', {
          default: 8,
          minimum: 1,
          maximum: 64,
        }),
        maxQueue: integer('Calls that may wait.', { default: 200, minimum: 2, maximum: 10_000 }),
        idleMs: integer('Milliseconds until an idle process ends.', {
          default: 60_000,
          minimum: 1000,
          maximum: 3_600_000,
        }),
      },
    },
    env: { WEFT_PLUGIN_PROCESSES: 'processes' },
  },
  setup({ services: { confinement }, config, contribute, onClose }) {
    const tier = new NodeTier({ confinement, ...config });
    contribute(PackageTiers, tier);
    contribute(InstallEndings, {
      id: 'plugin-node.processes',
      removing: ({ workspaceId, integrity }) => tier.end(workspaceId, integrity),
    });
    onClose(() => tier.close());
  },
});
