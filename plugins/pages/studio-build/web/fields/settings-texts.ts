import { defineTexts } from '#plugins/ui/web/contract.ts';
import { texts as english } from './settings-texts/en.ts';

/** Of parameters of models, JSON Schemas and values in place of outputs. */
export const settingsTexts = defineTexts(english, {
  zh: () => import('./settings-texts/zh.ts'),
  es: () => import('./settings-texts/es.ts'),
  fr: () => import('./settings-texts/fr.ts'),
  de: () => import('./settings-texts/de.ts'),
});
