import { definePlugin } from '#kernel';
import { Tools } from '#plugins/tools/contract.ts';
import { createWikipediaSearch } from './wikipedia-search.ts';

export const plugin = definePlugin({
  id: 'tool-wikipedia',
  setup({ contribute }) {
    contribute(Tools, createWikipediaSearch());
  },
});
