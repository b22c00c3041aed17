import { definePlugin } from '#kernel';
import { Tools } from '#plugins/tools/contract.ts';
import { createJinaTools } from './jina-tools.ts';

export const plugin = definePlugin({
  id: 'tool-jina',
  setup({ contribute }) {
    contribute(Tools, ...createJinaTools());
  },
});
