import { defineTexts } from '#plugins/ui/web/contract.ts';
import { texts as english } from './texts/en.ts';

/** What is said of plugins that are installed, uploaded and written down. */
export const manageTexts = defineTexts(english, {
  zh: () => import('./texts/zh.ts'),
  es: () => import('./texts/es.ts'),
  fr: () => import('./texts/fr.ts'),
  de: () => import('./texts/de.ts'),
});
