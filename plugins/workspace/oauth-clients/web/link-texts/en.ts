import { defineTexts } from '#plugins/ui/web/contract.ts';

const texts = { services: 'Sign-in services' };

/** What the navigation says: it is there with every page, and loads no more than this. */
export const oauthClientLinkTexts = defineTexts(texts, import.meta.glob('./*'));
