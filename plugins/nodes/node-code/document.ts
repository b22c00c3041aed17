import { mappingAt, type NodeDocument } from '#engine';

/** What documents hold of code nodes. */
export const documents: Readonly<Record<string, NodeDocument>> = {
  code: {
    outputs: (data) => [...Object.keys(mappingAt(data, 'outputs')), 'error_message', 'error_type'],
    hasPlaceholders: () => false,
  },
};
