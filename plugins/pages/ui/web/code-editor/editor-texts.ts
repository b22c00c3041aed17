import { defineTexts } from '#plugins/ui/web/texts-of.ts';
import { texts as english } from './texts/en.ts';

export const editorTexts = defineTexts(english, {
  zh: () => import('./texts/zh.ts'),
  es: () => import('./texts/es.ts'),
  fr: () => import('./texts/fr.ts'),
  de: () => import('./texts/de.ts'),
});
