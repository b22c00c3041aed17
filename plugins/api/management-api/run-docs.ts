import { jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas, successAnswer } from '#http';

const { uuid, text, integer, number, seconds, value } = schemas;
const tag = 'Runs';

const run = {
  id: uuid,
  app_id: uuid,
  workflow_id: uuid,
  task_id: uuid,
  kind: { type: 'string', enum: ['workflow', 'chat'] },
  triggered_from: text,
  created_by: objectSchema('RunCreator', { role: text, id: text }),
  status: {
    title: 'RunStatus',
    type: 'string',
    enum: ['running', 'paused', 'succeeded', 'partial-succeeded', 'failed', 'stopped'],
  },
  error: orNull(text),
  error_code: orNull(text),
  total_steps: integer,
  total_tokens: integer,
  total_price: orNull(schemas.money),
  currency: orNull(text),
  exceptions_count: { type: 'integer', description: 'Number of nodes that failed and whose errors were handled.' },
  elapsed_time: orNull({ type: 'number', description: 'Duration in seconds.' }),
  created_at: seconds,
  finished_at: orNull(seconds),
};
const example = {
  id: '3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55',
  app_id: '4d3c2b1a-0f9e-4d8c-b7a6-958473625140',
  workflow_id: '8e1f7c3a-2b4d-4c6e-9f80-1a2b3c4d5e6f',
  task_id: '6c1f0b52-5a3e-4f6d-8a77-2d3c4b5a6978',
  kind: 'workflow',
  triggered_from: 'app-run',
  created_by: { role: 'end_user', id: 'b2b0c8d4-7f0e-4c0b-8f57-5e1d8a9c3f20' },
  status: 'succeeded',
  error: null,
  error_code: null,
  total_steps: 3,
  total_tokens: 212,
  total_price: '0.00042',
  currency: 'USD',
  exceptions_count: 0,
  elapsed_time: 2.91,
  created_at: 1767225600,
  finished_at: 1767225603,
};
const forkedFrom = { ...orNull(uuid), description: 'Id of the run whose results the run reuses.' };
const node = objectSchema(
  'RunNode',
  {
    index: { type: 'integer', description: 'Position in start order, starting at 1.' },
    id: text,
    node_id: text,
    node_type: text,
    title: text,
    predecessor_node_id: orNull(text),
    status: { type: 'string', enum: ['succeeded', 'failed', 'exception', 'stopped'] },
    error: orNull(text),
    error_type: orNull(text),
    elapsed_time: number,
    total_tokens: orNull(integer),
    created_at: seconds,
    finished_at: seconds,
    execution_metadata: orNull(schemas.object),
    inputs: value,
    process_data: {
      description: 'Internal details of the execution. `retry_history` contains the attempts before the last one.',
    },
    outputs: value,
  },
  {
    optional: ['inputs', 'process_data', 'outputs'],
    description: 'An execution of a node. Values are included on request only.',
  },
);
const event = objectSchema(
  'RunEvent',
  {
    number: { type: 'integer', description: 'Number of the event, starting at 1, without gaps.' },
    generation: { type: 'integer', description: 'Increases when the run continues in another process after a crash.' },
    event: {
      type: 'object',
      required: ['kind'],
      properties: {
        kind: {
          type: 'string',
          enum: [
            ...(['run-started', 'node-started', 'node-finished', 'node-retry', 'chunk', 'reasoning'] as const),
            ...(['agent-log', 'citations', 'variable-updated', 'container', 'signal', 'text-replaced'] as const),
            ...(['run-paused', 'run-finished'] as const),
          ],
        },
      },
      additionalProperties: true,
      description: 'Name of the event in the engine.',
    },
  },
  { description: 'An event of a run.' },
);
const eventExample = { number: 1, generation: 0, event: { kind: 'run-started', at: 1767225600000, reason: 'initial' } };
const graphNode = objectSchema('RunGraphNode', {
  id: text,
  type: text,
  version: text,
  title: text,
  parent_id: orNull({ type: 'string', description: 'Id of the container of the node.' }),
  data: { ...schemas.object, description: 'Settings of the node in the document.' },
});
const graphEdge = objectSchema('RunGraphEdge', { source: text, source_handle: text, target: text });
const graphExample = {
  mode: 'workflow',
  nodes: [{ id: '1001', type: 'start', version: '1', title: 'Start', parent_id: null, data: { type: 'start' } }],
  edges: [],
};
const page = { has_more: schemas.boolean, limit: integer };
const notFound = { 404: ['not_found'] };

/** What is told of the routes that look after runs. */
export const runDocs = {
  list: {
    tag,
    description: 'Pass the id of the last run as `before` to get the next page.',
    answers: {
      200: jsonAnswer(
        'A page of results.',
        objectSchema('RunList', { data: listOf(objectSchema('Run', run)), ...page }),
        {
          data: [example],
          has_more: false,
          limit: 20,
        },
      ),
    },
  },
  get: {
    tag,
    answers: {
      200: jsonAnswer(
        'The run.',
        objectSchema('RunDetail', { ...run, forked_from: forkedFrom, inputs: value, outputs: value }),
        {
          ...example,
          forked_from: null,
          inputs: { topic: 'ferns' },
          outputs: { text: 'Ferns like shade.' },
        },
      ),
    },
    errors: notFound,
  },
  nodes: {
    tag,
    description: 'In start order. Pass the `index` of the last one as `after` to get the next page.',
    answers: {
      200: jsonAnswer('A page of results.', objectSchema('RunNodeList', { data: listOf(node), ...page })),
    },
    errors: notFound,
  },
  graph: {
    tag,
    description:
      'The graph as it was when the run started, independent of later changes to the app. Apps without a graph are converted to one to run.',
    answers: {
      200: jsonAnswer(
        'The nodes and edges.',
        objectSchema('RunGraph', { mode: text, nodes: listOf(graphNode), edges: listOf(graphEdge) }),
        graphExample,
      ),
    },
    errors: notFound,
  },
  events: {
    tag,
    description:
      'With `follow`, a stream of server-sent events that stays open until the run ends. To resume a lost ' +
      'stream, pass `after` and `generation` of the last event. A stream that cannot continue ends with an ' +
      '`error`.',
    answers: {
      200: {
        description: 'A page of events, or a stream.',
        content: {
          'application/json': {
            schema: objectSchema('RunEventList', { data: listOf(event), has_more: schemas.boolean }),
            example: { data: [eventExample], has_more: false },
          },
          'text/event-stream': {
            schema: {
              oneOf: [
                event,
                objectSchema('RunEventRefusal', {
                  event: { type: 'string', const: 'error' },
                  status: integer,
                  code: text,
                  message: text,
                }),
              ],
            },
            example: eventExample,
          },
        },
      },
    },
    errors: notFound,
  },
  stop: { tag, answers: { 200: successAnswer }, errors: notFound },
  fork: {
    tag,
    description:
      'The new run reuses the results of the past run before the node, and runs the rest again. `values` ' +
      'replaces inputs (`name`), outputs of earlier nodes (`node.name`) and variables. With `draft`, it runs the draft of the app ' +
      'as it is now, otherwise the version that ran.',
    bodyExample: { node_id: 'write', values: { topic: 'mosses' } },
    answers: {
      202: jsonAnswer('The new run.', objectSchema('StartedFork', { id: uuid, task_id: uuid, app_id: uuid }), {
        id: '5b7d2e2f-a105-4b2d-9b19-8c3b4eaf5d66',
        task_id: '7d201c63-6b4f-407e-9b88-3e4d5c6b7a89',
        app_id: '4d3c2b1a-0f9e-4d8c-b7a6-958473625140',
      }),
    },
    errors: {
      400: ['invalid_value', 'secret_value', 'invalid_graph'],
      404: ['not_found'],
      409: ['not_forkable'],
      429: ['too_many_requests', 'rate_limit_error'],
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
