import { NodeTypes, withDocuments } from '#engine';
import { definePlugin } from '#kernel';
import { NodeForms } from '#plugins/node-forms/contract.ts';
import { documents } from './document.ts';
import { form } from './form.ts';
import { promptWarnings } from './prompt-warnings.ts';
import { LLM_SETTINGS } from './settings.ts';

export const plugin = definePlugin({
  id: 'node-llm',
  needs: {},
  setup({ contribute }) {
    contribute(NodeForms, form);
    contribute(
      NodeTypes,
      ...withDocuments(documents, [
        {
          id: 'llm@1',
          type: 'llm',
          version: '1',
          settings: LLM_SETTINGS,
          traits: { retry: true },
          lint: promptWarnings,
          module: new URL('./node.ts', import.meta.url),
        },
      ]),
    );
  },
});
