import { NodeTypes } from '../../engine/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { LLM_SETTINGS } from './settings.ts';

export const plugin = definePlugin({
  id: 'node-llm',
  needs: {},
  setup({ contribute }) {
    contribute(NodeTypes, {
      id: 'llm@1',
      type: 'llm',
      version: '1',
      settings: LLM_SETTINGS,
      traits: { retry: true },
      module: new URL('./node.ts', import.meta.url),
    });
  },
});
