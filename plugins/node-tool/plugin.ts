import { NodeTypes } from '../../engine/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { TOOL_SETTINGS } from './settings.ts';

const toolNode = {
  type: 'tool',
  settings: TOOL_SETTINGS,
  // What a tool does outside nobody knows; those that do nothing say so themselves (`Tool.sideEffects`).
  traits: { retry: true, sideEffects: true },
  module: new URL('./node.ts', import.meta.url),
};

/** The tool node. Version 2 is the same node with a newer editor's layout. */
export const plugin = definePlugin({
  id: 'node-tool',
  setup({ contribute }) {
    contribute(NodeTypes, { ...toolNode, id: 'tool@1', version: '1' }, { ...toolNode, id: 'tool@2', version: '2' });
  },
});
