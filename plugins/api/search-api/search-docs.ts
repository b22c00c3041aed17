import { jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';
import { conversationExample, conversationFields } from '#plugins/history-api/contract.ts';

const { uuid, text, integer, boolean } = schemas;

const excerpt = objectSchema('ConversationExcerpt', {
  text: { ...text, description: 'Plain text: show it as it is.' },
  marks: {
    ...listOf(objectSchema('ExcerptMark', { start: integer, end: integer })),
    description: 'Where the words are in `text`, in UTF-16 code units.',
  },
});

const hit = objectSchema('ConversationHit', {
  ...conversationFields,
  message_id: { ...orNull(uuid), description: 'The newest message with the words. null: only the name has them.' },
  excerpt: { ...orNull(excerpt), description: 'The text around the first hit. null: only the name has the words.' },
});

const found = {
  ...conversationExample,
  message_id: '5b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d',
  excerpt: { text: 'How often do I water a fern in winter?', marks: [{ start: 15, end: 20 }] },
};

/** What is told of the search. */
export const searchDocs = {
  tag: 'Conversations',
  description:
    'Finds conversations whose questions or answers contain all the words, each as the beginning of a word, in any case and ' +
    'without regard to accents; languages written without spaces are found by their characters. The first page begins with ' +
    'conversations that have the query in their names (of the latest thousand). Messages are found about a second after they were ' +
    'answered. Pass `next_cursor` as `cursor` to get the next page, which may repeat a conversation with an earlier message.',
  answers: {
    200: jsonAnswer(
      'A page of results.',
      objectSchema('ConversationHitList', { has_more: boolean, next_cursor: orNull(uuid), data: listOf(hit) }),
      { has_more: false, next_cursor: null, data: [found] },
    ),
  },
  errors: { 400: ['not_chat_app'] },
} as const satisfies RouteDocs;
