import { NodeTypes, withDocuments } from '#engine';
import { definePlugin } from '#kernel';
import { NodeForms } from '#plugins/node-forms/contract.ts';
import { areHarmless, missingTool, ToolSources, Tools } from '#plugins/tools/contract.ts';
import { compileTool } from './compiled.ts';
import { documents } from './document.ts';
import { form } from './form.ts';
import { TOOL_SETTINGS } from './settings.ts';

/** The tool node. Version 2 is the same node with a newer editor's layout. */
export const plugin = definePlugin({
  id: 'node-tool',
  needs: { tools: Tools, sources: ToolSources },
  setup({ services, contribute }) {
    const toolNode = {
      type: 'tool',
      settings: TOOL_SETTINGS,
      // Tools that do nothing outside say so themselves (`Tool.sideEffects`).
      traits: { retry: true, sideEffects: true },
      module: new URL('./node.ts', import.meta.url),
      isRepeatable: (data: Readonly<Record<string, unknown>>) =>
        areHarmless(services.tools.all(), [compileTool(data).reference]),
      lint(data: Readonly<Record<string, unknown>>) {
        const { tools, sources } = services;
        const missing = missingTool(tools.all(), sources.all(), compileTool(data).reference);
        return missing === null
          ? []
          : [{ field: 'tool_name', message: `names a tool that is missing. ${missing}`, isMissing: true }];
      },
    };
    contribute(NodeForms, form);
    contribute(
      NodeTypes,
      ...withDocuments(documents, [
        { ...toolNode, id: 'tool@1', version: '1' },
        { ...toolNode, id: 'tool@2', version: '2' },
      ]),
    );
  },
});
