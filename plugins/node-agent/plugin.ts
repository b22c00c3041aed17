import { NodeTypes } from '../../engine/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { AGENT_SETTINGS } from './settings.ts';

const agentNode = {
  type: 'agent',
  settings: AGENT_SETTINGS,
  // Its tools may do anything.
  traits: { retry: true, sideEffects: true },
  module: new URL('./node.ts', import.meta.url),
};

export const plugin = definePlugin({
  id: 'node-agent',
  setup({ contribute }) {
    contribute(NodeTypes, { ...agentNode, id: 'agent@1', version: '1' }, { ...agentNode, id: 'agent@2', version: '2' });
  },
});
