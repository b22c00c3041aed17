import { jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { uuid, text, seconds, number, object } = schemas;
const tag = 'Apps';
const node = objectSchema('DraftNode', {
  run_id: { ...uuid, description: 'The run it was of.' },
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
  elapsed_time: { ...number, description: 'Seconds.' },
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
      'Only this node runs (a container with what is inside it), also where it stands inside a container, and whatever the ' +
      'rest of the graph is like, and with what is pinned of other nodes; also where it is pinned itself. A node that fails is answered ' +
      'with 200 and its error.',
    bodyExample: { values: { '1001.name': 'Ada', 'sys.query': 'Hi' } },
    answers: { 200: jsonAnswer('What it did.', node, example) },
    errors: {
      400: ['invalid_graph', 'invalid_value', 'secret_value', 'not_run'],
      404: ['no_node'],
      409: ['node_waits'],
      429: ['too_many_requests', 'rate_limit_error'],
    },
  },
  last: {
    tag,
    description: 'In the runs of the draft and of its nodes alone, the newest 50 of them.',
    answers: {
      200: jsonAnswer('A node each.', objectSchema('DraftNodes', { data: listOf(node) }), { data: [example] }),
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
