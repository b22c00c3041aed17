import { defineTexts } from '#plugins/ui/web/contract.ts';
import { texts as english } from './texts/en.ts';

/** What the list of apps says besides `appsTexts`: favourites, several at once, first steps. */
export const listTexts = defineTexts(english, {
  zh: () => import('./texts/zh.ts'),
  es: () => import('./texts/es.ts'),
  fr: () => import('./texts/fr.ts'),
  de: () => import('./texts/de.ts'),
});
