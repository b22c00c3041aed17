import { defineTexts } from '#plugins/ui/web/contract.ts';

const texts = { repositories: 'Repositories' };

/** What the navigation says: it is there with every page, and loads no more than this. */
export const repositoryLinkTexts = defineTexts(texts, import.meta.glob('./*'));
