import { NodeTypes } from '#engine';
import { definePlugin, type Needs } from '#kernel';
import { NodeForms } from '#plugins/node-forms/contract.ts';
import { forms } from './forms.ts';
import { type ContainerLimits, usualLimits } from './limits.ts';
import { containerNodeTypes } from './node-types.ts';

/** Nodes with an inside that runs several times: iteration and loop. */
export const plugin = definePlugin<Needs, ContainerLimits>({
  id: 'node-containers',
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        loopRounds: {
          type: 'integer',
          minimum: 1,
          maximum: 10_000,
          default: usualLimits.loopRounds,
          description: 'Rounds a loop may ask for.',
        },
        iterationWidth: {
          type: 'integer',
          minimum: 1,
          maximum: 100,
          default: usualLimits.iterationWidth,
          description: 'Rounds of a parallel iteration that run at the same time, whatever it asks for.',
        },
      },
    },
    env: { WEFT_LOOP_ROUNDS: 'loopRounds', WEFT_ITERATION_WIDTH: 'iterationWidth' },
  },
  setup({ config, contribute }) {
    const containers = containerNodeTypes.map((type) =>
      type.traits.container === undefined ? type : { ...type, options: config },
    );
    contribute(NodeForms, ...forms);
    contribute(NodeTypes, ...containers);
  },
});
