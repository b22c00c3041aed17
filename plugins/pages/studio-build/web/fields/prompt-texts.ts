import { defineTexts } from '#plugins/ui/web/contract.ts';
import { texts as english } from './prompt-texts/en.ts';

export const promptTexts = defineTexts(english, {
  zh: () => import('./prompt-texts/zh.ts'),
  es: () => import('./prompt-texts/es.ts'),
  fr: () => import('./prompt-texts/fr.ts'),
  de: () => import('./prompt-texts/de.ts'),
});
