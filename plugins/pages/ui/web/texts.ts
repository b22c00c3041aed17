import { texts as english } from './texts/en.ts';
import { defineTexts } from './texts-of.ts';

/** What the parts of this folder say. */
export const uiTexts = defineTexts(english, {
  zh: () => import('./texts/zh.ts'),
  es: () => import('./texts/es.ts'),
  fr: () => import('./texts/fr.ts'),
  de: () => import('./texts/de.ts'),
});
