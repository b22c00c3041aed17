import { NodeTypes } from '#engine';
import { definePlugin, type Needs } from '#kernel';
import { NodeForms } from '#plugins/node-forms/contract.ts';
import { forms } from './forms/index.ts';
import { flowNodeTypes } from './node-types.ts';
import { type TemplateLimits, usualCharacters } from './template-limits.ts';

/** The nodes every graph is made of: roots, responses, branches, joins, assignments, templates. */
export const plugin = definePlugin<Needs, TemplateLimits>({
  id: 'node-flow',
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        templateCharacters: {
          type: 'integer',
          minimum: 1,
          maximum: 4_000_000,
          default: usualCharacters,
          description: 'Characters a template node may put out.',
        },
      },
    },
    env: { WEFT_TEMPLATE_CHARACTERS: 'templateCharacters' },
  },
  setup({ config, contribute }) {
    const withLimits = flowNodeTypes.map((type) =>
      type.type === 'template-transform' ? { ...type, options: config } : type,
    );
    contribute(NodeForms, ...forms);
    contribute(NodeTypes, ...withLimits);
  },
});
