import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas, successAnswer } from '#http';
import { feedbackExample, feedbackSchema } from '#plugins/feedbacks/contract.ts';
import { message, messageExample } from './message-schema.ts';

const { uuid, text, integer, number, seconds, object, boolean } = schemas;
const conversationTag = 'Conversations';
const messageTag = 'Messages';
const logTag = 'Runs of your users';
const user = { type: 'string', description: 'Identifier of the end user. Requests without it share one end user.' };
const requiredUser = { type: 'string', description: 'Identifier of the end user.' };
const notFound = { 404: ['not_found'] };
const notChat = { 400: ['not_chat_app'] };
const pageOf = (title: string, items: object) =>
  objectSchema(title, { limit: integer, has_more: boolean, data: listOf({ ...items }) });

/** Fields of a conversation. */
export const conversationFields = {
  id: uuid,
  name: text,
  inputs: object,
  status: { type: 'string', const: 'normal' },
  introduction: { type: 'string', description: 'The opening statement.' },
  created_at: seconds,
  updated_at: seconds,
  pinned: boolean,
  archived: boolean,
};
/** A conversation as lists show it. */
export const conversationSchema = objectSchema('Conversation', conversationFields);
const conversation = conversationSchema;
/** One. */
export const conversationExample = {
  id: '19c7e2aa-4b6d-4d3b-9a55-0c1d2e3f4a5b',
  name: 'Watering a fern',
  inputs: { plant: 'fern' },
  status: 'normal',
  introduction: 'Hi, which plant is it?',
  created_at: 1767225600,
  updated_at: 1767225601,
  pinned: false,
  archived: false,
};
const variable = objectSchema('ConversationVariable', {
  id: uuid,
  name: text,
  value_type: text,
  value: { type: 'string', description: 'Strings as they are, other types as JSON.' },
  description: text,
  created_at: seconds,
  updated_at: seconds,
});
const variableExample = {
  id: 'a9b8c7d6-e5f4-4031-8220-112233445566',
  name: 'unit',
  value_type: 'string',
  value: 'metric',
  description: '',
  created_at: 1767225600,
  updated_at: 1767225610,
};

/** What is told of conversations. */
export const conversationDocs = {
  list: {
    tag: conversationTag,
    description:
      'Pass the id of the last conversation as `last_id` to get the next page. `pinned` returns only ' +
      'conversations that are, or are not, pinned. Archived conversations are left out, unless `archived` is true: then only they ' +
      'are returned. `search` finds a part of their names, case-insensitive.',
    answers: {
      200: jsonAnswer('A page of results.', pageOf('ConversationList', conversation), {
        limit: 20,
        has_more: false,
        data: [conversationExample],
      }),
    },
    errors: { ...notChat, ...notFound },
  },
  pin: {
    tag: conversationTag,
    description:
      'Pinned conversations can be listed separately (`pinned=true`). Their place among other conversations does not change.',
    body: { title: 'ConversationPin', type: 'object', properties: { user } },
    answers: { 200: jsonAnswer('The conversation.', conversation, { ...conversationExample, pinned: true }) },
    errors: { ...notChat, ...notFound },
  },
  unpin: {
    tag: conversationTag,
    body: { title: 'ConversationPin', type: 'object', properties: { user } },
    answers: { 200: jsonAnswer('The conversation.', conversation, conversationExample) },
    errors: { ...notChat, ...notFound },
  },
  archive: {
    tag: conversationTag,
    description: 'Archived conversations are listed separately (`archived=true`). A new message brings one back.',
    body: { title: 'ConversationArchive', type: 'object', properties: { user } },
    answers: { 200: jsonAnswer('The conversation.', conversation, { ...conversationExample, archived: true }) },
    errors: { ...notChat, ...notFound },
  },
  unarchive: {
    tag: conversationTag,
    body: { title: 'ConversationArchive', type: 'object', properties: { user } },
    answers: { 200: jsonAnswer('The conversation.', conversation, conversationExample) },
    errors: { ...notChat, ...notFound },
  },
  rename: {
    tag: conversationTag,
    description:
      'With `auto_generate`, a model generates the name before the response is sent. If that fails, the conversation keeps its name.',
    body: {
      title: 'ConversationName',
      type: 'object',
      properties: {
        name: { type: ['string', 'null'], maxLength: 255, description: 'Required unless `auto_generate` is set.' },
        auto_generate: { type: ['boolean', 'null'], default: false },
        user,
      },
    },
    bodyExample: { name: 'Watering a fern', user: 'cust-77' },
    answers: { 200: jsonAnswer('The conversation.', conversation, conversationExample) },
    errors: { ...notChat, ...notFound },
  },
  delete: {
    tag: conversationTag,
    body: { title: 'ConversationOwner', type: 'object', properties: { user } },
    bodyExample: { user: 'cust-77' },
    answers: { 204: emptyAnswer('Deleted.') },
    errors: { ...notChat, ...notFound },
  },
  variables: {
    tag: conversationTag,
    description:
      'Only chatflows have conversation variables. Pass the id of the last variable as `last_id` to get the next page.',
    answers: {
      200: jsonAnswer('A page of results.', pageOf('ConversationVariableList', variable), {
        limit: 20,
        has_more: false,
        data: [variableExample],
      }),
    },
    errors: { ...notChat, ...notFound },
  },
  setVariable: {
    tag: conversationTag,
    body: {
      title: 'VariableValue',
      type: 'object',
      required: ['value'],
      properties: { value: { description: 'A value of the type of the variable.' }, user },
    },
    bodyExample: { value: 'metric', user: 'cust-77' },
    answers: { 200: jsonAnswer('The variable.', variable, variableExample) },
    errors: { ...notChat, ...notFound },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;

/** What is told of messages. */
export const messageDocs = {
  list: {
    tag: messageTag,
    description:
      'Returns the newest messages, or the newest before `first_id`; within a page, oldest first. Pass the id of ' +
      'the first message as `first_id` to get the previous page.',
    answers: {
      200: jsonAnswer('A page of results.', pageOf('MessageList', message), {
        limit: 20,
        has_more: false,
        data: [messageExample],
      }),
    },
    errors: { ...notChat, ...notFound },
  },
  giveFeedback: {
    tag: messageTag,
    description: 'A new rating replaces the previous one; `null` removes it.',
    body: {
      title: 'FeedbackRequest',
      type: 'object',
      required: ['user'],
      properties: {
        rating: { enum: ['like', 'dislike', null] },
        content: { type: ['string', 'null'], maxLength: 10_000 },
        user: requiredUser,
      },
    },
    bodyExample: { rating: 'like', content: 'clear', user: 'cust-77' },
    answers: { 200: successAnswer },
    errors: notFound,
  },
  listFeedbacks: {
    tag: messageTag,
    answers: {
      200: jsonAnswer(
        'A page of results, newest first.',
        objectSchema('FeedbackList', { data: listOf(feedbackSchema) }),
        {
          data: [feedbackExample],
        },
      ),
    },
  },
  suggest: {
    tag: messageTag,
    description: 'Empty if the model fails.',
    query: { type: 'object', required: ['user'], properties: { user: requiredUser } },
    answers: {
      200: jsonAnswer(
        'The suggested questions.',
        objectSchema('SuggestedQuestions', { result: { type: 'string', const: 'success' }, data: listOf(text) }),
        { result: 'success', data: ['Which soil?', 'How much light?'] },
      ),
    },
    errors: { 400: ['invalid_param', 'not_chat_app', 'bad_request'], ...notFound },
  },
  suggestOfDraft: {
    tag: 'Editing apps',
    description:
      'For answers of your own trials of the draft. Empty if the model fails, or the feature is off in the draft.',
    answers: {
      200: jsonAnswer(
        'The suggested questions.',
        objectSchema('DraftSuggestions', { result: { type: 'string', const: 'success' }, data: listOf(text) }),
        { result: 'success', data: ['Which soil?', 'How much light?'] },
      ),
    },
    errors: { ...notFound },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;

const status = { type: 'string', enum: ['running', 'succeeded', 'failed', 'stopped', 'partial-succeeded', 'paused'] };

/** What is told of a run. */
export const runDocs = {
  run: {
    tag: logTag,
    answers: {
      200: jsonAnswer(
        'The run.',
        objectSchema('WorkflowRun', {
          id: uuid,
          workflow_id: uuid,
          status,
          inputs: orNull({ type: 'string', description: 'JSON string.' }),
          outputs: object,
          error: orNull(text),
          total_steps: integer,
          total_tokens: integer,
          created_at: seconds,
          finished_at: orNull(seconds),
          elapsed_time: orNull(number),
        }),
        {
          id: '3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55',
          workflow_id: '8e1f7c3a-2b4d-4c6e-9f80-1a2b3c4d5e6f',
          status: 'succeeded',
          inputs: '{"topic": "ferns"}',
          outputs: { text: 'Ferns like shade.' },
          error: null,
          total_steps: 3,
          total_tokens: 212,
          created_at: 1767225600,
          finished_at: 1767225603,
          elapsed_time: 2.91,
        },
      ),
    },
    errors: { 400: ['not_workflow_app'], ...notFound },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
