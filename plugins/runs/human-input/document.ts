import type { NodeDocument } from '#engine';

/** What documents hold of nodes that ask people. */
export const documents: Readonly<Record<string, NodeDocument>> = {
  // E-mails have the address of the form there.
  'human-input': { ownPlaceholders: { delivery_methods: ['url'] } },
};
