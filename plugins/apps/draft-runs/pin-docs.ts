import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { text, seconds, object, integer } = schemas;
const tag = 'Editing apps';
const pin = objectSchema('PinnedNode', {
  node_id: text,
  outputs: { ...object, description: 'The outputs used instead of running the node.' },
  handle: { ...orNull(text), description: 'The branch to take, for nodes with several.' },
  pinned_by: { ...text, description: 'Display name of the user who pinned it.' },
  pinned_at: seconds,
});
const outputs = { text: 'A short example.' };
const example = { node_id: '1003', outputs, handle: null, pinned_by: 'Ada', pinned_at: 1767225600 };

/** What is told of the routes about pinned nodes. */
export const pinDocs = {
  list: {
    tag,
    description:
      'In the order in which they were pinned. Includes pins of nodes that are no longer in the draft; they apply again if the nodes are restored.',
    answers: {
      200: jsonAnswer('One item per node.', objectSchema('PinnedNodes', { data: listOf(pin) }), { data: [example] }),
    },
  },
  pin: {
    tag,
    description:
      'Runs of the draft, and of single nodes, use these outputs instead of running the node. Published ' +
      'versions, exports and copies of the app are not affected. Nodes that start or end runs cannot be pinned.',
    bodyExample: { outputs },
    answers: { 200: jsonAnswer('The node is pinned. An earlier pin is replaced.', pin, example) },
    errors: { 400: ['not_pinnable', 'pin_too_large'], 404: ['no_node'], 409: ['no_outputs', 'too_many_pins'] },
  },
  unpin: { tag, answers: { 204: emptyAnswer('The node is not pinned, and runs again.') } },
  unpinAll: {
    tag,
    answers: {
      200: jsonAnswer('No node is pinned.', objectSchema('UnpinnedNodes', { count: integer }), { count: 2 }),
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
