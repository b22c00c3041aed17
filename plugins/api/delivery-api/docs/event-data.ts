import { listOf, objectSchema, orNull, schemas } from '#http';
import { fileValue, formRequiredData, pausedRunData } from './shared-schemas.ts';

const { uuid, text, integer, number, boolean, seconds, object, value } = schemas;

const someObject = orNull(object);
const identity = { id: text, node_id: text, node_type: text, title: text };
const place = { iteration_id: orNull(text), loop_id: orNull(text) };
const started = {
  ...identity,
  index: { type: 'integer', description: 'Position in start order, starting at 1.' },
  predecessor_node_id: orNull(text),
};
const result = {
  inputs: someObject,
  inputs_truncated: boolean,
  outputs: someObject,
  outputs_truncated: boolean,
  error: orNull(text),
  elapsed_time: { type: 'number', description: 'Duration in seconds.' },
  execution_metadata: someObject,
  created_at: seconds,
  finished_at: seconds,
};
const ended = {
  ...started,
  ...result,
  process_data: someObject,
  process_data_truncated: boolean,
  files: listOf(fileValue),
  ...place,
};
const containerStatus = { type: 'string', enum: ['succeeded', 'failed', 'exception', 'stopped'] };

const containerStarted = objectSchema(
  'ContainerStartedData',
  {
    ...identity,
    created_at: seconds,
    extras: object,
    metadata: object,
    inputs: someObject,
    inputs_truncated: boolean,
  },
  { optional: ['extras', 'metadata', 'inputs', 'inputs_truncated'] },
);
const containerNext = objectSchema(
  'ContainerNextData',
  {
    ...identity,
    created_at: seconds,
    index: { type: 'integer', description: 'Index of the round, starting at 0.' },
    extras: object,
    pre_iteration_output: value,
    pre_loop_output: value,
  },
  { optional: ['extras', 'pre_iteration_output', 'pre_loop_output'] },
);
const containerCompleted = objectSchema('ContainerCompletedData', {
  ...identity,
  ...result,
  extras: object,
  status: containerStatus,
  total_tokens: integer,
  steps: { type: 'integer', description: 'Number of rounds.' },
});
const workflowStarted = objectSchema('WorkflowStartedData', {
  id: uuid,
  workflow_id: uuid,
  inputs: { ...object, description: 'The inputs, and `sys.…` variables.' },
  created_at: seconds,
  reason: { type: 'string', enum: ['initial', 'resumption'] },
  sequence_number: integer,
});
const workflowFinished = objectSchema('WorkflowFinishedData', {
  id: uuid,
  workflow_id: uuid,
  status: { type: 'string', enum: ['succeeded', 'failed', 'stopped', 'partial-succeeded'] },
  outputs: someObject,
  error: orNull(text),
  elapsed_time: number,
  total_tokens: integer,
  total_steps: integer,
  created_by: { type: 'object', properties: { id: text, user: text } },
  created_at: seconds,
  finished_at: seconds,
  exceptions_count: { type: 'integer', description: 'Number of nodes that failed and whose errors were handled.' },
  files: listOf(fileValue),
  sequence_number: integer,
});
const agentLog = {
  title: 'AgentLogData',
  type: 'object',
  required: ['id', 'label', 'status'],
  properties: { id: text, label: text, parent_id: orNull(text), error: orNull(text), status: text, data: value },
  additionalProperties: true,
};

/** The `data` of the events that every app with a graph sends, by event (runtime API, workflow events; node events). */
export const graphEventData = {
  workflow_started: workflowStarted,
  workflow_finished: workflowFinished,
  workflow_paused: pausedRunData,
  node_started: objectSchema('NodeStartedData', {
    ...started,
    inputs: someObject,
    inputs_truncated: boolean,
    created_at: seconds,
    extras: object,
    ...place,
    agent_strategy: someObject,
  }),
  node_finished: objectSchema('NodeFinishedData', { ...ended, status: containerStatus }),
  node_retry: objectSchema('NodeRetryData', {
    ...ended,
    status: { type: 'string', const: 'retry' },
    retry_index: integer,
  }),
  iteration_started: containerStarted,
  iteration_next: containerNext,
  iteration_completed: containerCompleted,
  loop_started: containerStarted,
  loop_next: containerNext,
  loop_completed: containerCompleted,
  human_input_required: formRequiredData,
  human_input_form_filled: objectSchema('FormFilledData', {
    node_id: text,
    node_title: text,
    rendered_content: text,
    action_id: text,
    action_text: text,
    submitted_data: someObject,
  }),
  human_input_form_timeout: objectSchema('FormTimeoutData', {
    node_id: text,
    node_title: text,
    expiration_time: seconds,
  }),
} as const;

/** The `data` of events whose envelope differs between workflows and chats. */
export const otherEventData = {
  agent_log: agentLog,
  reasoning_chunk: objectSchema('ReasoningData', {
    message_id: orNull(uuid),
    reasoning: text,
    node_id: orNull(text),
    is_final: boolean,
  }),
  text_chunk: objectSchema('TextChunkData', { text, from_variable_selector: orNull(listOf(text)) }),
  text_replace: objectSchema('TextReplaceData', { text }),
} as const;
