import { listOf, objectSchema, orNull, schemas } from '#http';
import { metadata, pausedRunData, pauseReason } from './shared-schemas.ts';

const { uuid, text, integer, number, seconds, object } = schemas;

/** What became of a workflow (runtime API, blocking bodies). */
export const workflowResult = objectSchema('WorkflowResult', {
  task_id: uuid,
  workflow_run_id: uuid,
  log_id: uuid,
  data: objectSchema(
    'WorkflowResultData',
    {
      id: uuid,
      workflow_id: uuid,
      status: { type: 'string', enum: ['succeeded', 'failed', 'stopped', 'partial-succeeded', 'paused'] },
      outputs: orNull(object),
      error: orNull(text),
      elapsed_time: number,
      total_tokens: integer,
      total_steps: integer,
      created_at: seconds,
      finished_at: orNull(seconds),
      sequence_number: integer,
      paused_nodes: listOf(text),
      reasons: listOf(pauseReason),
    },
    { optional: ['paused_nodes', 'reasons'] },
  ),
});

const message = {
  event: {
    type: 'string',
    enum: ['message', 'workflow_paused'],
    description: '`workflow_paused`: the run is waiting for human input; `answer` is the text so far.',
  },
  task_id: uuid,
  id: uuid,
  message_id: uuid,
  mode: text,
  answer: text,
  metadata,
  created_at: seconds,
  workflow_run_id: uuid,
  data: pausedRunData,
};
const optional = ['workflow_run_id', 'data'] as const;

/** The answer of a chat app. */
export const chatAnswer = objectSchema('ChatAnswer', { ...message, conversation_id: uuid }, { optional });

/** The answer of a text generator. */
export const completionAnswer = objectSchema('CompletionAnswer', message, { optional });

const usageExample = {
  prompt_tokens: 41,
  prompt_unit_price: '0.001',
  prompt_price_unit: '0.001',
  prompt_price: '0.000041',
  completion_tokens: 6,
  completion_unit_price: '0.002',
  completion_price_unit: '0.001',
  completion_price: '0.000012',
  total_tokens: 47,
  total_price: '0.000053',
  currency: 'USD',
  latency: 0.82,
  time_to_first_token: null,
  time_to_generate: null,
};
const ids = {
  task_id: '6c1f0b52-5a3e-4f6d-8a77-2d3c4b5a6978',
  id: '77a1c2de-0b63-4a54-8d0f-93f0b2c4d5e6',
  message_id: '77a1c2de-0b63-4a54-8d0f-93f0b2c4d5e6',
};
const conversation = { conversation_id: '19c7e2aa-4b6d-4d3b-9a55-0c1d2e3f4a5b' };
const told = {
  metadata: { annotation_reply: null, retriever_resources: [], usage: usageExample },
  created_at: 1767225601,
};
const delta = { event: 'message', ...ids, created_at: 1767225601, answer: 'Twice', from_variable_selector: null };

/** An answer of each kind, and one event of its stream. */
export const examples = {
  workflow: {
    blocking: {
      task_id: ids.task_id,
      workflow_run_id: '3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55',
      log_id: '3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55',
      data: {
        id: '3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55',
        workflow_id: '8e1f7c3a-2b4d-4c6e-9f80-1a2b3c4d5e6f',
        status: 'succeeded',
        outputs: { text: 'Ferns like shade.' },
        error: null,
        elapsed_time: 2.91,
        total_tokens: 212,
        total_steps: 3,
        created_at: 1767225600,
        finished_at: 1767225603,
        sequence_number: 1,
      },
    },
    streaming: {
      event: 'text_chunk',
      workflow_run_id: '3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55',
      task_id: ids.task_id,
      data: { text: 'Ferns', from_variable_selector: ['write', 'text'] },
    },
  },
  chat: {
    blocking: { event: 'message', ...ids, ...conversation, mode: 'chat', answer: 'Twice a week.', ...told },
    streaming: { ...delta, ...conversation },
  },
  completion: {
    blocking: { event: 'message', ...ids, mode: 'completion', answer: 'A short note on ferns.', ...told },
    streaming: delta,
  },
} as const;
