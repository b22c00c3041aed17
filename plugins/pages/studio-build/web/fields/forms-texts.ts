import { defineTexts } from '#plugins/ui/web/contract.ts';
import { texts as english } from './forms-texts/en.ts';

/** Of tools, metadata filters, deliveries, conditions about files, and values of objects and lists. */
export const formsTexts = defineTexts(english, {
  zh: () => import('./forms-texts/zh.ts'),
  es: () => import('./forms-texts/es.ts'),
  fr: () => import('./forms-texts/fr.ts'),
  de: () => import('./forms-texts/de.ts'),
});
