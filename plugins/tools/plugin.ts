import { DocumentAdvisers, HostCalls } from '../../engine/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { Egress } from '../egress/contract.ts';
import {
  ToolCredentialSources,
  type ToolRequest,
  ToolSources,
  Tools,
  ToolsDescribe,
  ToolsInvoke,
  ToolsRead,
} from './contract.ts';
import { createRegistry } from './registry.ts';
import type { ToolReference } from './tool.ts';
import { createToolCalls } from './tool-calls.ts';

export const plugin = definePlugin({
  id: 'tools',
  needs: { egress: Egress, tools: Tools, sources: ToolSources, credentials: ToolCredentialSources },
  setup({ services, contribute, logger }) {
    const { egress, tools, sources, credentials } = services;
    const calls = createToolCalls({ registry: createRegistry(tools, sources), credentials, egress, logger });
    contribute(DocumentAdvisers, {
      id: 'tools.installed',
      brings: () => tools.all().flatMap(({ provider, providerAliases = [] }) => [provider, ...providerAliases]),
    });
    // Only nodes of the house ask; the engine sets the workspace, so a run reaches no foreign tools.
    contribute(
      HostCalls,
      {
        id: ToolsDescribe,
        call: (input, caller) => calls.describe(input as readonly ToolReference[], caller),
      },
      { id: ToolsInvoke, call: (input, caller) => calls.invoke(input as ToolRequest, caller) },
      { id: ToolsRead, call: (input, caller) => calls.read((input as { call: string }).call, caller) },
    );
  },
});
