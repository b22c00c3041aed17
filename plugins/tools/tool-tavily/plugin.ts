import { definePlugin } from '#kernel';
import { Tools } from '#plugins/tools/contract.ts';
import { createTavilyTools } from './tavily-tools.ts';

export const plugin = definePlugin({
  id: 'tool-tavily',
  setup({ contribute }) {
    contribute(Tools, ...createTavilyTools());
  },
});
