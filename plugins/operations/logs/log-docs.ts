import { bytesAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { boolean, integer, money, number, object, seconds, text, uuid } = schemas;
const tag = 'Logs';
const id = '01976bd2-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
const source = { type: 'string', enum: ['service-api', 'web-app', 'console', 'debugging', 'schedule', 'webhook'] };

const run = objectSchema('RunLog', {
  id: uuid,
  kind: text,
  version_id: uuid,
  source,
  end_user_id: orNull(uuid),
  user: { ...orNull(text), description: 'The identifier that the caller gave the end user.' },
  user_name: { ...orNull(text), description: 'Name of the member who ran the app in the console.' },
  message_id: orNull(uuid),
  conversation_id: orNull(uuid),
  status: text,
  error: orNull(text),
  error_code: orNull(text),
  total_steps: integer,
  total_tokens: integer,
  total_price: orNull(money),
  currency: orNull(text),
  elapsed_time: orNull(number),
  likes: integer,
  dislikes: integer,
  annotated: boolean,
  created_at: seconds,
  finished_at: orNull(seconds),
});
const runExample = {
  id,
  kind: 'workflow',
  version_id: id,
  source: 'service-api',
  end_user_id: id,
  user: 'ada',
  user_name: null,
  message_id: null,
  conversation_id: null,
  status: 'failed',
  error: 'The model did not answer.',
  error_code: null,
  total_steps: 3,
  total_tokens: 120,
  total_price: '0.00012',
  currency: 'USD',
  elapsed_time: 1.25,
  likes: 0,
  dislikes: 0,
  annotated: false,
  created_at: 1_795_000_000,
  finished_at: 1_795_000_001,
};

const conversationFields = {
  id: uuid,
  name: text,
  mode: text,
  end_user_id: uuid,
  user: orNull(text),
  user_name: { ...orNull(text), description: 'Name of the member who used the app in the console.' },
  source,
  messages: integer,
  errors: { ...integer, description: 'Number of messages that failed.' },
  tokens: integer,
  prices: listOf(objectSchema('LogPrice', { currency: text, amount: money })),
  likes: integer,
  dislikes: integer,
  annotated: { ...integer, description: 'Number of messages answered with an annotation.' },
  created_at: seconds,
  updated_at: { ...seconds, description: 'Unix timestamp of the last message, in seconds.' },
};
const conversation = objectSchema('ConversationLog', conversationFields);
const detail = objectSchema('ConversationLogDetail', { ...conversationFields, inputs: object, introduction: text });
const conversationExample = {
  id,
  name: 'Watering ferns',
  mode: 'chat',
  end_user_id: id,
  user: 'ada',
  user_name: null,
  source: 'service-api',
  messages: 4,
  errors: 0,
  tokens: 812,
  prices: [{ currency: 'USD', amount: '0.0021' }],
  likes: 1,
  dislikes: 0,
  annotated: 0,
  created_at: 1_795_000_000,
  updated_at: 1_795_000_300,
};
const message = objectSchema('MessageLog', {
  id: uuid,
  run_id: {
    ...uuid,
    description: 'Id of the run. Its nodes are at `GET /console/api/runs/{run_id}/nodes`, as long as runs are kept.',
  },
  inputs: object,
  query: text,
  answer: text,
  files: listOf(
    objectSchema('MessageLogFile', {
      filename: orNull(text),
      type: { ...orNull(text), description: '`image`, `document`, `audio`, `video` or `custom`.' },
      mime_type: orNull(text),
      size: { ...orNull(integer), description: 'Size in bytes.' },
      belongs_to: { type: 'string', enum: ['user', 'assistant'] },
    }),
  ),
  status: { type: 'string', enum: ['running', 'normal', 'stopped', 'error'] },
  error: orNull(text),
  message_tokens: integer,
  answer_tokens: integer,
  total_price: money,
  currency: text,
  latency: number,
  feedbacks: listOf(
    objectSchema('MessageLogFeedback', {
      from_source: { type: 'string', enum: ['user', 'admin'] },
      rating: { type: 'string', enum: ['like', 'dislike'] },
      content: orNull(text),
    }),
  ),
  annotation: orNull(objectSchema('MessageLogAnnotation', { id: uuid, score: number })),
  created_at: seconds,
});

const paged =
  'A page of results. While `next_cursor` is not null there are more results, even if the page is short or empty.';
const cursor = {
  ...orNull(text),
  description: 'Pass as `cursor` to get the next page. null: there are no more results.',
};
const errors = { 400: ['invalid_range', 'nothing_to_search'] } as const;

/** What is told of the routes of logs. */
export const logDocs = {
  runs: {
    tag,
    answers: {
      200: jsonAnswer(paged, objectSchema('RunLogPage', { data: listOf(run), next_cursor: cursor }), {
        data: [runExample],
        next_cursor: null,
      }),
    },
    errors,
  },
  exportRuns: {
    tag,
    description:
      'With inputs and outputs. CSV contains only the beginning of large values; `jsonl` contains them completely.',
    answers: { 200: bytesAnswer('One row per run.', 'text/csv', 'application/jsonl') },
    errors,
  },
  conversations: {
    tag,
    description:
      'Filters on tokens, seconds and prices apply to the total over all messages of a conversation; prices per currency.',
    answers: {
      200: jsonAnswer(paged, objectSchema('ConversationLogPage', { data: listOf(conversation), next_cursor: cursor }), {
        data: [conversationExample],
        next_cursor: null,
      }),
    },
    errors,
  },
  exportConversations: {
    tag,
    answers: { 200: bytesAnswer('One row per message.', 'text/csv', 'application/jsonl') },
    errors,
  },
  conversation: {
    tag,
    answers: {
      200: jsonAnswer('The conversation.', detail, { ...conversationExample, inputs: {}, introduction: '' }),
    },
    errors: { 404: ['conversation_not_found'] },
  },
  messages: {
    tag,
    answers: {
      200: jsonAnswer(
        'A page of messages, oldest first. Pass the id of the last message as `after` to get the next page.',
        objectSchema('MessageLogPage', { data: listOf(message), has_more: boolean }),
        {
          data: [
            {
              id,
              run_id: id,
              inputs: {},
              query: 'How often?',
              answer: 'Twice a week.',
              files: [],
              status: 'normal',
              error: null,
              message_tokens: 41,
              answer_tokens: 6,
              total_price: '0.000053',
              currency: 'USD',
              latency: 0.82,
              feedbacks: [{ from_source: 'user', rating: 'like', content: null }],
              annotation: null,
              created_at: 1_795_000_000,
            },
          ],
          has_more: false,
        },
      ),
    },
    errors: { 404: ['conversation_not_found'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
