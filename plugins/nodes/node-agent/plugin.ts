import { NodeTypes, withDocuments } from '#engine';
import { definePlugin } from '#kernel';
import { NodeForms } from '#plugins/node-forms/contract.ts';
import { ToolSources, Tools } from '#plugins/tools/contract.ts';
import { agentWarnings, hasHarmlessTools } from './agent-warnings.ts';
import { documents } from './document.ts';
import { forms } from './forms.ts';
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
  needs: { tools: Tools, sources: ToolSources },
  setup({ services, contribute }) {
    contribute(NodeForms, ...forms);
    contribute(
      NodeTypes,
      ...withDocuments(documents, [
        {
          ...agentNode,
          id: 'agent@1',
          version: '1',
          lint: (data) => agentWarnings(data, services.tools.all(), services.sources.all()),
          isRepeatable: (data) => hasHarmlessTools(data, services.tools.all()),
        },
        { ...agentNode, id: 'agent@2', version: '2' },
      ]),
    );
  },
});
