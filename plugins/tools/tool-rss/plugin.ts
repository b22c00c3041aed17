import { definePlugin } from '#kernel';
import { Tools } from '#plugins/tools/contract.ts';
import { createRssReader } from './rss-reader.ts';

export const plugin = definePlugin({
  id: 'tool-rss',
  setup({ contribute }) {
    contribute(Tools, createRssReader());
  },
});
