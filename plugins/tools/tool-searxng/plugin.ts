import { definePlugin } from '#kernel';
import { Tools } from '#plugins/tools/contract.ts';
import { createSearxngSearch } from './searxng-search.ts';

export const plugin = definePlugin({
  id: 'tool-searxng',
  setup({ contribute }) {
    contribute(Tools, createSearxngSearch());
  },
});
