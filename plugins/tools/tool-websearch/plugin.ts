import { definePlugin } from '#kernel';
import { Tools } from '#plugins/tools/contract.ts';
import { createWebSearch } from './web-search.ts';

export const plugin = definePlugin({
  id: 'tool-websearch',
  setup({ contribute }) {
    contribute(Tools, createWebSearch());
  },
});
