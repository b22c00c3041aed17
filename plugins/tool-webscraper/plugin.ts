import { definePlugin } from '../../kernel/index.ts';
import { TextExtraction } from '../text-extraction/contract.ts';
import { Tools } from '../tools/contract.ts';
import { createWebScraper } from './web-scraper.ts';

export const plugin = definePlugin({
  id: 'tool-webscraper',
  needs: { extraction: TextExtraction },
  setup({ services, contribute }) {
    contribute(Tools, createWebScraper(services.extraction));
  },
});
