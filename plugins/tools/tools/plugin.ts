import { DocumentLinters, HostCalls } from '#engine';
import { definePlugin } from '#kernel';
import { Egress } from '#plugins/egress/contract.ts';
import {
  ToolCredentialSources,
  ToolPackages,
  ToolProblems,
  type ToolRequest,
  ToolSources,
  Tools,
  ToolsDescribe,
  ToolsInvoke,
  ToolsRead,
} from './contract.ts';
import { neededTools } from './needed-tools.ts';
import { createRegistry, toolProblem } from './registry.ts';
import type { ToolReference } from './tool.ts';
import { createToolCalls } from './tool-calls.ts';

interface ToolsConfig {
  readonly callDepth: number;
}

export const plugin = definePlugin({
  id: 'tools',
  needs: {
    egress: Egress,
    tools: Tools,
    sources: ToolSources,
    credentials: ToolCredentialSources,
    packages: ToolPackages,
  },
  provides: [ToolProblems],
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        callDepth: {
          type: 'integer',
          minimum: 1,
          maximum: 100,
          default: 5,
          description: 'Runs that tools may start inside runs that tools started.',
        },
      },
    },
    env: { WEFT_CALL_DEPTH: 'callDepth' },
  },
  setup({ services, config, contribute, provide, logger }) {
    const { egress, tools, sources, credentials } = services;
    const { callDepth } = config as ToolsConfig;
    const problemOf = (tool: ToolReference, workspaceId: string) => toolProblem(services, tool, workspaceId);
    provide(ToolProblems, () => ({ of: problemOf }));
    const registry = createRegistry(tools, sources);
    const calls = createToolCalls({ registry, credentials, egress, logger, callDepth });
    contribute(DocumentLinters, {
      id: 'tools.installed',
      brings: () => tools.all().flatMap(({ provider, providerAliases = [] }) => [provider, ...providerAliases]),
      async missing({ tree }, workspaceId) {
        const problems = neededTools(tree).map(async ({ nodeIds, ...tool }) => {
          const message = await problemOf(tool, workspaceId);
          return message === null ? [] : [{ code: 'missing_tool', message, about: message, nodeIds }];
        });
        return (await Promise.all(problems)).flat();
      },
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
