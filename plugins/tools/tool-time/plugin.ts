import { definePlugin } from '#kernel';
import { Tools } from '#plugins/tools/contract.ts';
import { timeTools } from './tools.ts';

export const plugin = definePlugin({
  id: 'tool-time',
  setup({ contribute }) {
    contribute(Tools, ...timeTools);
  },
});
