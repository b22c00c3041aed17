import { defineTexts } from '#plugins/ui/web/contract.ts';
import { texts as english } from './texts/en.ts';

/** What the pages about members, the workspace and one's account say. */
export const settingsTexts = defineTexts(english, {
  zh: () => import('./texts/zh.ts'),
  es: () => import('./texts/es.ts'),
  fr: () => import('./texts/fr.ts'),
  de: () => import('./texts/de.ts'),
});
