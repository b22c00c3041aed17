import { defineTexts } from '#plugins/ui/web/contract.ts';

const texts = { integrations: 'Integrations', own: 'My integrations' };

/** What the navigation says: it is there with every page, and loads no more than this. */
export const integrationLinkTexts = defineTexts(texts, import.meta.glob('./*'));
