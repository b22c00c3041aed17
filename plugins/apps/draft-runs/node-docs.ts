import { jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { uuid, text, seconds, number, object } = schemas;
const tag = 'Editing apps';
const node = objectSchema('DraftNode', {
  run_id: { ...uuid, description: 'Id of the run.' },
  node_id: text,
  node_type: text,
  title: text,
  status: { type: 'string', enum: ['succeeded', 'failed', 'exception', 'stopped'] },
  error: orNull(text),
  error_type: orNull(text),
  inputs: orNull(object),
  process_data: orNull(object),
  outputs: orNull(object),
  execution_metadata: orNull(object),
  elapsed_time: { ...number, description: 'Duration in seconds.' },
  created_at: seconds,
  finished_at: seconds,
});
const example = {
  run_id: '3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55',
  node_id: '1003',
  node_type: 'template-transform',
  title: 'Formal greeting',
  status: 'succeeded',
  error: null,
  error_type: null,
  inputs: { name: 'Ada' },
  process_data: null,
  outputs: { output: 'Good day, Ada.' },
  execution_metadata: null,
  elapsed_time: 0.002,
  created_at: 1767225600,
  finished_at: 1767225600,
};

/** What is told of the routes about the nodes of drafts. */
export const nodeDocs = {
  run: {
    tag,
    description:
      'Runs only this node (a container with the nodes inside it), even if it is inside a container or is itself ' +
      'pinned, and regardless of errors in the rest of the graph. Pinned outputs of other nodes are used. If the ' +
      'node fails, the response is 200 with its error.',
    bodyExample: { values: { '1001.name': 'Ada', 'sys.query': 'Hi' } },
    answers: { 200: jsonAnswer('The result of the node.', node, example) },
    errors: {
      400: ['invalid_graph', 'invalid_value', 'secret_value', 'not_run'],
      404: ['no_node'],
      409: ['node_waits'],
      429: ['too_many_requests', 'rate_limit_error'],
    },
  },
  last: {
    tag,
    description: 'Covers the newest 50 runs of the draft and of its single nodes.',
    answers: {
      200: jsonAnswer('One item per node.', objectSchema('DraftNodes', { data: listOf(node) }), { data: [example] }),
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
