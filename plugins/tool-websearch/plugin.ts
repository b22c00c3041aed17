import { definePlugin } from '../../kernel/index.ts';
import { Tools } from '../tools/contract.ts';
import { createWebSearch } from './web-search.ts';

export const plugin = definePlugin({
  id: 'tool-websearch',
  setup({ contribute }) {
    contribute(Tools, createWebSearch());
  },
});
