import { defineTexts } from '#plugins/ui/web/contract.ts';
import { texts as english } from './texts/en.ts';

/** What the pages of plugins say. */
export const pluginsTexts = defineTexts(english, {
  zh: () => import('./texts/zh.ts'),
  es: () => import('./texts/es.ts'),
  fr: () => import('./texts/fr.ts'),
  de: () => import('./texts/de.ts'),
});
