import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { text, seconds, object, integer } = schemas;
const tag = 'Apps';
const pin = objectSchema('PinnedNode', {
  node_id: text,
  outputs: { ...object, description: 'What the node gives instead of running.' },
  handle: { ...orNull(text), description: 'The way on that it takes, where it chooses one.' },
  pinned_by: { ...text, description: 'Display name.' },
  pinned_at: seconds,
});
const outputs = { text: 'A short example.' };
const example = { node_id: '1003', outputs, handle: null, pinned_by: 'Ada', pinned_at: 1767225600 };

/** What is told of the routes about pinned nodes. */
export const pinDocs = {
  list: {
    tag,
    description:
      'In the order they were pinned. Also those of nodes that the draft has no more: they count again if these come back.',
    answers: {
      200: jsonAnswer('A node each.', objectSchema('PinnedNodes', { data: listOf(pin) }), { data: [example] }),
    },
  },
  pin: {
    tag,
    description:
      'Runs of the draft take the outputs instead of running the node, and so do its nodes that run alone. Published versions, exports ' +
      'and copies of the app know nothing of it. Where the node begins runs, or ends them, nothing is pinned.',
    bodyExample: { outputs },
    answers: { 200: jsonAnswer('It is pinned, in place of what was.', pin, example) },
    errors: { 400: ['not_pinnable', 'pin_too_large'], 404: ['no_node'], 409: ['no_outputs', 'too_many_pins'] },
  },
  unpin: { tag, answers: { 204: emptyAnswer('It runs again, as it does where nothing was pinned.') } },
  unpinAll: {
    tag,
    answers: {
      200: jsonAnswer('All nodes run again.', objectSchema('UnpinnedNodes', { count: integer }), { count: 2 }),
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
