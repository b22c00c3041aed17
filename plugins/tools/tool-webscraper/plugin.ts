import { definePlugin } from '#kernel';
import { TextExtraction } from '#plugins/text-extraction/contract.ts';
import { Tools } from '#plugins/tools/contract.ts';
import { createWebScraper } from './web-scraper.ts';

export const plugin = definePlugin({
  id: 'tool-webscraper',
  needs: { extraction: TextExtraction },
  setup({ services, contribute }) {
    contribute(Tools, createWebScraper(services.extraction));
  },
});
