import { defineTexts } from '#plugins/ui/web/contract.ts';
import { texts as english } from './texts/en.ts';

/** What operators are told of the plugins that a server trusts and blocks. */
export const operatorTexts = defineTexts(english, {
  zh: () => import('./texts/zh.ts'),
  es: () => import('./texts/es.ts'),
  fr: () => import('./texts/fr.ts'),
  de: () => import('./texts/de.ts'),
});
