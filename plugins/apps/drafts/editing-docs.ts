import { jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { text, boolean, seconds } = schemas;
const tag = 'Apps';
const hash = { type: 'string', description: 'Names this state of the draft.' };
const exampleHash = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae';
const operations = {
  type: 'array',
  items: { type: 'object' },
  description:
    'Changes by place: `{"path": ["workflow", "graph", "nodes", {"id": "llm"}, "data", "title"], "set": "Answer"}`; in place of `set` also `insert` and `remove: true`.',
};
const example = [{ path: ['workflow', 'graph', 'nodes', { id: 'llm' }, 'data', 'title'], set: 'Answer' }];
const change = objectSchema('DraftChange', {
  hash,
  operations: { ...orNull(operations), description: 'null: not told, for it holds secrets; read the draft again.' },
  client_id: { ...text, description: 'Of the page that made it.' },
  author_name: text,
});
const problem = objectSchema('DraftProblem', {
  node_id: { ...orNull(text), description: 'null: the document as a whole.' },
  field: { ...text, description: 'Path below the `data` of the node, or in the document.' },
  message: text,
  is_error: { ...boolean, description: 'It can not be published so.' },
});
const problems = listOf(problem);
const tree = { type: 'object', description: 'The document (app DSL), without secrets.' };
const presence = objectSchema('DraftPresence', {
  client_id: text,
  name: text,
  node_id: { ...orNull(text), description: 'What is looked at.' },
});

/** What is told of the routes with which editors work on a draft. */
export const editingDocs = {
  tree: {
    tag,
    answers: {
      200: jsonAnswer('The draft.', objectSchema('DraftTree', { tree, hash, updated_at: seconds, problems }), {
        ...{ tree: { kind: 'app' }, hash: exampleHash, updated_at: 1767225600, problems: [] },
      }),
    },
  },
  change: {
    tag,
    description:
      'What no change names stays as it is, byte for byte. What others have changed elsewhere since `base` stays too, and is told ' +
      'as `others`; in one place with it nothing changes (409 `draft_changed`).',
    bodyExample: { base: exampleHash, client_id: 'c1', operations: example },
    answers: {
      200: jsonAnswer('Its new hash.', objectSchema('ChangedDraft', { hash, others: listOf(change), problems }), {
        hash: exampleHash,
        others: [],
        problems: [],
      }),
    },
    errors: { 400: ['invalid_document'], 409: ['draft_changed'] },
  },
  changes: {
    tag,
    answers: {
      200: jsonAnswer(
        'Oldest first.',
        objectSchema('DraftChanges', {
          hash,
          changes: { ...orNull(listOf(change)), description: 'null: not known any more; read the draft again.' },
        }),
        { hash: exampleHash, changes: [] },
      ),
    },
  },
  events: {
    tag,
    description:
      'Each event is a JSON object: `{"event": "changed", "hash", "client_id"}` after a change, and `{"event": "present", "people"}` with who has the draft open, when somebody comes, goes or looks elsewhere. A page that names itself (`client_id`) is among them for as long as it follows.',
    answers: {
      200: {
        description: 'A stream that ends with the request.',
        content: {
          'text/event-stream': {
            schema: objectSchema(
              'DraftEvent',
              {
                event: { type: 'string', enum: ['changed', 'present'] },
                hash,
                client_id: text,
                people: listOf(presence),
              },
              { optional: ['hash', 'client_id', 'people'] },
            ),
          },
        },
      },
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
