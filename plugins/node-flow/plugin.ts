import { NodeTypes } from '../../engine/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { flowNodeTypes } from './node-types.ts';

/** The nodes every graph is made of: roots, responses, branches, joins, assignments, templates. */
export const plugin = definePlugin({
  id: 'node-flow',
  setup({ contribute }) {
    contribute(NodeTypes, ...flowNodeTypes);
  },
});
