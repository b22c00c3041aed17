import { type DocumentedAnswer, jsonAnswer, objectSchema, type RouteDocs, schemas, successAnswer } from '#http';
import type { JsonSchema } from '#kernel';
import { chatAnswer, completionAnswer, examples, workflowResult } from './answer-schemas.ts';
import { fileReference } from './shared-schemas.ts';
import { chatStream, completionStream, workflowStream } from './stream-schemas.ts';

const { uuid, text, seconds } = schemas;
const tag = 'Generation';

const request = {
  inputs: { ...schemas.object, description: 'By the names of the input form (`GET /v1/parameters`).' },
  response_mode: {
    enum: ['blocking', 'streaming', 'async', null],
    default: 'blocking',
    description:
      'Wait for the end (60 s at most, then the run is stopped and the answer is 400), read along, or answer 202 as soon as the run can not be lost.',
  },
  user: { type: 'string', description: 'Any text that tells your users apart.' },
  files: { type: ['array', 'null'], items: fileReference },
};
const chatFields = {
  query: { type: 'string', minLength: 1 },
  conversation_id: { type: ['string', 'null'], description: 'To go on with; empty for a new one.' },
  auto_generate_name: {
    type: ['boolean', 'null'],
    description:
      'Whether a new conversation is named after its first query, and then by a title that the model of the app gives it in the background; otherwise it is called "New conversation".',
  },
  workflow_id: { type: ['string', 'null'], description: 'A published version, for chatflows.' },
};
const { user: _user, ...consoleFields } = { ...request, ...chatFields };
const body = (title: string, required: readonly string[], properties: object = {}): JsonSchema => ({
  title,
  type: 'object',
  required,
  properties: { ...request, ...properties },
});

const requestHeaders = {
  'Idempotency-Key': 'A name for this request: repeated within 24 hours it starts one run, and is answered with that.',
};
const headers = {
  'X-Workflow-Run-ID': 'With streams of apps with a graph: the run.',
  'Idempotency-Replayed': '`true`: the run was started by an earlier request.',
};
const accepted: DocumentedAnswer = {
  ...jsonAnswer(
    'With `async`: the run goes on by itself; `GET /v1/runs/{task_id}` tells of it.',
    objectSchema(
      'AcceptedRun',
      {
        task_id: uuid,
        workflow_run_id: uuid,
        message_id: uuid,
        conversation_id: uuid,
        status: {
          type: 'string',
          enum: ['running', 'paused', 'succeeded', 'partial-succeeded', 'failed', 'stopped'],
          description:
            'Other than `running` only where an earlier request with the same `Idempotency-Key` started the run.',
        },
        created_at: seconds,
      },
      { optional: ['message_id', 'conversation_id'] },
    ),
    {
      task_id: '6c1f0b52-5a3e-4f6d-8a77-2d3c4b5a6978',
      workflow_run_id: '3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55',
      status: 'running',
      created_at: 1767225600,
    },
  ),
  headers: { Location: 'Where the run is told of.', 'Idempotency-Replayed': headers['Idempotency-Replayed'] },
};

function generated(
  blocking: JsonSchema,
  stream: JsonSchema,
  shown: { readonly blocking: object; readonly streaming: object },
) {
  return {
    200: {
      description: 'The answer, or its stream.',
      headers,
      content: {
        'application/json': { schema: blocking, example: shown.blocking },
        'text/event-stream': { schema: stream, example: shown.streaming },
      },
    },
    202: accepted,
  };
}

const modelErrors = [
  'provider_not_initialize',
  'provider_quota_exceeded',
  'model_currently_not_support',
  'completion_request_error',
];
const startErrors = {
  403: ['trigger_workflow_service_mode_unavailable'],
  409: ['idempotency_key_reused', 'request_in_progress'],
};
const workflowErrors = { ...startErrors, 400: ['not_workflow_app', 'bad_request', ...modelErrors] };
const example = { inputs: { topic: 'ferns' }, user: 'cust-77' };
const workflow = {
  tag,
  requestHeaders,
  body: body('WorkflowRequest', ['inputs', 'user']),
  bodyExample: example,
  answers: generated(workflowResult, workflowStream, examples.workflow),
};
const failed = 'A run that fails answers 200, with `data.status` `failed`; its stream ends with `error`.';
const stop = {
  tag,
  description: 'Unknown, finished and foreign tasks are left alone, with the same answer.',
  body: {
    title: 'StopRequest',
    type: 'object',
    required: ['user'],
    properties: { user: text },
  },
  bodyExample: { user: 'cust-77' },
  answers: { 200: successAnswer },
};

/** What is told of running apps. */
export const generationDocs = {
  workflow: { ...workflow, description: failed, errors: workflowErrors },
  version: {
    ...workflow,
    description: `The version is named by the id that publishing it answered. ${failed}`,
    errors: { ...workflowErrors, 404: ['not_found'] },
  },
  chat: {
    tag,
    description:
      'Inputs count in the first message of a conversation only. A failure is answered as an error; in a stream it is the event `error`.',
    requestHeaders,
    body: body('ChatRequest', ['inputs', 'query', 'user'], chatFields),
    bodyExample: { inputs: {}, query: 'How often do I water it?', conversation_id: '', user: 'cust-77' },
    answers: generated(chatAnswer, chatStream, examples.chat),
    errors: {
      ...startErrors,
      400: ['not_chat_app', 'app_unavailable', 'bad_request', ...modelErrors],
      404: ['not_found'],
    },
  },
  completion: {
    tag,
    requestHeaders,
    body: body('CompletionRequest', ['inputs', 'user'], { query: { type: ['string', 'null'] } }),
    bodyExample: example,
    answers: generated(completionAnswer, completionStream, examples.completion),
    errors: { ...startErrors, 400: ['app_unavailable', 'bad_request', ...modelErrors] },
  },
  stopChat: { ...stop, errors: { 400: ['not_chat_app'] } },
  stopCompletion: { ...stop, errors: { 400: ['app_unavailable'] } },
  stopWorkflow: { ...stop, errors: { 400: ['not_workflow_app'] } },
  draft: {
    tag: 'Apps',
    description:
      'As it is saved, for those who build it. Its runs are for debugging: they count as used, and are in no log of the ' +
      'app and told to no webhook. Conversations are those of who calls. `POST /console/api/runs/{run_id}/stop` ends a run.',
    bodyExample: { inputs: { topic: 'ferns' } },
    answers: {
      200: generated(
        { anyOf: [workflowResult, chatAnswer, completionAnswer] },
        { anyOf: [workflowStream, chatStream, completionStream] },
        examples.workflow,
      )[200],
    },
    errors: {
      403: ['trigger_workflow_service_mode_unavailable'],
      400: ['invalid_graph', ...modelErrors],
      404: ['not_found'],
      429: ['too_many_requests', 'rate_limit_error'],
    },
  },
  console: {
    tag: 'Apps',
    description:
      'As the app’s own route under `/v1`, whatever its mode, but the user is whoever calls: `user` is refused, and ' +
      'conversations are the caller’s own, which no end user and no other member can go on with. A paused app is refused ' +
      'with 403; its draft can be run. `GET /console/api/runs/{run_id}` tells of a run.',
    body: { title: 'AppRunRequest', type: 'object', required: ['inputs'], properties: consoleFields },
    bodyExample: { inputs: { topic: 'ferns' } },
    answers: generated(
      { anyOf: [workflowResult, chatAnswer, completionAnswer] },
      { anyOf: [workflowStream, chatStream, completionStream] },
      examples.workflow,
    ),
    errors: {
      403: [...startErrors[403], 'forbidden'],
      400: ['app_unavailable', ...modelErrors],
      404: ['not_found'],
      429: ['too_many_requests', 'rate_limit_error'],
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
