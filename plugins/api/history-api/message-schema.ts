import { listOf, objectSchema, orNull, schemas } from '#http';

const { uuid, text, integer, number, boolean, seconds, object } = schemas;

const file = objectSchema('MessageFile', {
  id: orNull(text),
  filename: orNull(text),
  type: text,
  url: orNull({ type: 'string', description: 'A signed link; it expires.' }),
  mime_type: orNull(text),
  size: orNull(integer),
  transfer_method: text,
  belongs_to: { type: 'string', enum: ['user', 'assistant'] },
  upload_file_id: orNull(text),
});
const thought = objectSchema('AgentThought', {
  id: text,
  chain_id: { type: 'null' },
  message_id: uuid,
  position: integer,
  thought: text,
  tool: text,
  tool_labels: object,
  tool_input: text,
  observation: text,
  files: listOf(text),
  created_at: seconds,
});
const form = objectSchema('MessageForm', {
  type: { type: 'string', const: 'human_input' },
  workflow_run_id: uuid,
  submitted: boolean,
  form_definition: object,
  form_submission_data: orNull(object),
});

/** A message as lists show it (runtime API, messages and feedback). */
export const message = objectSchema('Message', {
  id: uuid,
  conversation_id: uuid,
  workflow_run_id: { ...orNull(uuid), description: 'The run that produced the answer.' },
  parent_message_id: orNull(uuid),
  inputs: object,
  query: text,
  answer: text,
  message_files: listOf(file),
  feedback: orNull(objectSchema('MessageRating', { rating: { type: 'string', enum: ['like', 'dislike'] } })),
  retriever_resources: listOf(object),
  agent_thoughts: listOf(thought),
  created_at: seconds,
  status: { type: 'string', enum: ['normal', 'error', 'paused'] },
  stopped: { ...boolean, description: 'Whether the answer was stopped before its end.' },
  error: orNull(text),
  trouble: orNull({
    type: 'string',
    enum: ['busy', 'too_long', 'account', 'fault'],
    description: 'Cause of the error, as in error events.',
  }),
  extra_contents: { ...listOf(form), description: 'Forms that the run requested human input with.' },
  message_tokens: integer,
  answer_tokens: integer,
  total_tokens: integer,
  provider_response_latency: number,
  total_price: orNull(schemas.money),
  currency: orNull(text),
});

/** One of them. */
export const messageExample = {
  id: '77a1c2de-0b63-4a54-8d0f-93f0b2c4d5e6',
  conversation_id: '19c7e2aa-4b6d-4d3b-9a55-0c1d2e3f4a5b',
  workflow_run_id: '5d0e6d3c-31a4-4a35-8a8e-7a3b7cf0a111',
  parent_message_id: null,
  inputs: { plant: 'fern' },
  query: 'How often do I water it?',
  answer: 'Twice a week.',
  message_files: [],
  feedback: null,
  retriever_resources: [],
  agent_thoughts: [],
  created_at: 1767225601,
  status: 'normal',
  error: null,
  stopped: false,
  trouble: null,
  extra_contents: [],
  message_tokens: 41,
  answer_tokens: 6,
  total_tokens: 47,
  provider_response_latency: 0.82,
  total_price: '0.0000530',
  currency: 'USD',
};
