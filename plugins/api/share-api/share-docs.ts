import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { uuid, text, integer, boolean, seconds } = schemas;
const tag = 'Conversations';
const user = { type: 'string', description: 'Identifier of the end user. Requests without it share one end user.' };

const fields = {
  id: uuid,
  conversation_id: uuid,
  name: { ...text, description: 'Name of the conversation.' },
  created_at: seconds,
};
const example = {
  id: '01a2310a-c795-714f-a791-afa953d9525b',
  conversation_id: '19c7e2aa-4b6d-4d3b-9a55-0c1d2e3f4a5b',
  name: 'Watering a fern',
  created_at: 1767225600,
};
const token = 'kT3nR0b7W5dJm1cYxQ2zV9sLh8gPfA4eUuNi6oBqXyE';
const message = objectSchema('SharedMessage', {
  id: uuid,
  parent_message_id: orNull(uuid),
  query: text,
  answer: text,
  file_count: { ...integer, description: 'Number of files of the question and the answer. They are not shared.' },
  created_at: seconds,
});

/** What is told of shared conversations. */
export const shareDocs = {
  create: {
    tag,
    description:
      'Creates a read-only link to the conversation at this time: messages sent later are not included. Anyone who has the link ' +
      'and may visit the web app of the app can read it. The link is returned only in this response.',
    body: { title: 'ConversationShareRequest', type: 'object', properties: { user } },
    answers: {
      201: jsonAnswer(
        'The share, and its link.',
        objectSchema('NewConversationShare', {
          ...fields,
          url: text,
          token: { ...text, description: 'The last part of the link.' },
        }),
        {
          ...example,
          url: `https://apps.example.com/chat/0190a8e5-4f6e-7c3a-9d52-6f1f0a3b7c11/shared/${token}`,
          token,
        },
      ),
    },
    errors: { 400: ['not_chat_app', 'too_many_shares'], 403: ['sharing_off'], 404: ['not_found'] },
  },
  list: {
    tag,
    answers: {
      200: jsonAnswer(
        'The links that were not revoked, newest first.',
        objectSchema('ConversationShareList', { data: listOf(objectSchema('ConversationShare', fields)) }),
        { data: [example] },
      ),
    },
    errors: { 400: ['not_chat_app'] },
  },
  revoke: {
    tag,
    body: { title: 'ConversationShareRequest', type: 'object', properties: { user } },
    answers: { 204: emptyAnswer('Revoked: the link leads nowhere.') },
    errors: { 400: ['not_chat_app'], 404: ['not_found'] },
  },
  read: {
    tag,
    description:
      'The latest messages up to the time of sharing. Pass the id of the first message as `first_id` to get earlier ones. ' +
      'Inputs, files, sources and steps are not shared.',
    answers: {
      200: jsonAnswer(
        'The conversation, and a page of its messages.',
        objectSchema('SharedConversation', {
          name: text,
          introduction: text,
          created_at: { ...seconds, description: 'When it was shared.' },
          has_more: boolean,
          data: listOf(message),
        }),
        {
          name: 'Watering a fern',
          introduction: 'Hi, which plant is it?',
          created_at: 1767225600,
          has_more: false,
          data: [
            {
              id: '5b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d',
              parent_message_id: null,
              query: 'How often do I water a fern?',
              answer: 'Twice a week.',
              file_count: 0,
              created_at: 1767225500,
            },
          ],
        },
      ),
    },
    errors: { 400: ['not_chat_app'], 404: ['not_found'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
