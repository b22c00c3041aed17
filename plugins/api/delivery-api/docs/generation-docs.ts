import { jsonAnswer, objectSchema, type RouteDocs, schemas, successAnswer } from '#http';
import type { JsonSchema } from '#kernel';
import { chatAnswer, completionAnswer, examples, workflowResult } from './answer-schemas.ts';
import { fileReference } from './shared-schemas.ts';
import { chatStream, completionStream, workflowStream } from './stream-schemas.ts';

const { uuid, text, seconds } = schemas;
const tag = 'Generation';

const request = {
  inputs: { ...schemas.object, description: 'Inputs by the names of the input form (`GET /v1/parameters`).' },
  response_mode: {
    enum: ['blocking', 'streaming', 'async', null],
    default: 'blocking',
    description:
      '`blocking` waits for the end of the run (60 seconds at most; then the run is stopped and the response is 400). `streaming` returns events. `async` returns 202 as soon as the run is stored durably.',
  },
  user: { type: 'string', description: 'Identifier of the end user, unique within your application.' },
  files: { type: ['array', 'null'], items: fileReference },
};
const chatFields = {
  query: { type: 'string', minLength: 1 },
  conversation_id: { type: ['string', 'null'], description: 'The conversation to continue. Empty: start a new one.' },
  auto_generate_name: {
    type: ['boolean', 'null'],
    description:
      'Whether to name a new conversation after its first query, and later by a title that the model of the app generates in the background. Otherwise it is named "New conversation".',
  },
  workflow_id: { type: ['string', 'null'], description: 'Id of a published version. For chatflows.' },
};
const { user: _user, ...consoleFields } = { ...request, ...chatFields };
const body = (title: string, required: readonly string[], properties: object = {}): JsonSchema => ({
  title,
  type: 'object',
  required,
  properties: { ...request, ...properties },
});

const requestHeaders = {
  'Idempotency-Key':
    'Identifies the request: repeating it within 24 hours does not start another run, and returns the first one.',
};
const headers = {
  'X-Workflow-Run-ID': 'Id of the run, for streams of apps with a graph.',
  'Idempotency-Replayed': '`true` if the run was started by an earlier request with the same key.',
};
/** The ids of a run that goes on by itself. */
export const acceptedRun = objectSchema(
  'AcceptedRun',
  {
    task_id: uuid,
    workflow_run_id: uuid,
    message_id: uuid,
    conversation_id: uuid,
    status: {
      type: 'string',
      enum: ['running', 'paused', 'succeeded', 'partial-succeeded', 'failed', 'stopped'],
      description: '`running`, unless an earlier request with the same `Idempotency-Key` started the run.',
    },
    created_at: seconds,
  },
  { optional: ['message_id', 'conversation_id'] },
);
const accepted = {
  ...jsonAnswer(
    'For `async`: the run continues in the background. Use `GET /v1/runs/{task_id}` to get its status.',
    acceptedRun,
    {
      task_id: '6c1f0b52-5a3e-4f6d-8a77-2d3c4b5a6978',
      workflow_run_id: '3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55',
      status: 'running',
      created_at: 1767225600,
    },
  ),
  headers: { Location: 'Path of the status of the run.', 'Idempotency-Replayed': headers['Idempotency-Replayed'] },
};

function generated(
  blocking: JsonSchema,
  stream: JsonSchema,
  shown: { readonly blocking: object; readonly streaming: object },
) {
  return {
    200: {
      description: 'The result, or a stream of events.',
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
const failed = 'If the run fails, the response is 200 with `data.status` `failed`; a stream ends with `error`.';
const stop = {
  tag,
  description: 'Tasks that are unknown, have ended or belong to others are not changed; the response is the same.',
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
    description: `\`workflow_id\` is the id that was returned when the version was published. ${failed}`,
    errors: { ...workflowErrors, 404: ['not_found'] },
  },
  chat: {
    tag,
    description:
      '`inputs` only apply to the first message of a conversation. If the run fails, the response is an error; in a stream it is the event `error`.',
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
      'Runs the saved draft, for testing. These runs count as usage, but appear in no log of the app and do not ' +
      'trigger its webhooks. Conversations belong to the caller. To stop a run, use `POST ' +
      '/console/api/runs/{run_id}/stop`.',
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
      'Works like the route of the app under `/v1`, whatever its mode, except that the user is always the ' +
      'caller: `user` is rejected, and conversations belong to the caller; no end user or other member can ' +
      'continue them. Rejected with 403 while the app is paused; its draft can still be run. Use `GET ' +
      '/console/api/runs/{run_id}` to get the run.',
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
