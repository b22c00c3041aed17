import { definePlugin } from '../../kernel/index.ts';
import { Tools } from '../tools/contract.ts';
import { createWikipediaSearch } from './wikipedia-search.ts';

export const plugin = definePlugin({
  id: 'tool-wikipedia',
  setup({ contribute }) {
    contribute(Tools, createWikipediaSearch());
  },
});
