/** What other routes about conversations share with these. */

export { conversationItem } from './conversation-item.ts';
export { conversationExample, conversationFields } from './history-docs.ts';
export { notFound, ownerOf } from './lookup.ts';
