import { NodeTypes } from '../../engine/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { containerNodeTypes } from './node-types.ts';

/** Nodes with an inside that runs several times: iteration and loop. */
export const plugin = definePlugin({
  id: 'node-containers',
  setup({ contribute }) {
    contribute(NodeTypes, ...containerNodeTypes);
  },
});
