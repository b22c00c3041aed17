import { definePlugin } from '#kernel';
import { Tools } from '#plugins/tools/contract.ts';
import { createGoogleSearch } from './google-search.ts';

export const plugin = definePlugin({
  id: 'tool-google',
  setup({ contribute }) {
    contribute(Tools, createGoogleSearch());
  },
});
