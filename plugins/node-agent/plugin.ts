import { NodeTypes } from '../../engine/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { Tools } from '../tools/contract.ts';
import { agentAdvice, hasHarmlessTools } from './advice.ts';
import { AGENT_SETTINGS } from './settings.ts';

const agentNode = {
  type: 'agent',
  settings: AGENT_SETTINGS,
  // Its tools may do anything, unless they say otherwise.
  traits: { retry: true, sideEffects: true },
  module: new URL('./node.ts', import.meta.url),
};

export const plugin = definePlugin({
  id: 'node-agent',
  needs: { tools: Tools },
  setup({ services, contribute }) {
    contribute(
      NodeTypes,
      {
        ...agentNode,
        id: 'agent@1',
        version: '1',
        advise: (data) => agentAdvice(data, services.tools.all()),
        isRepeatable: (data) => hasHarmlessTools(data, services.tools.all()),
      },
      { ...agentNode, id: 'agent@2', version: '2' },
    );
  },
});
