import { jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';
import { problemSchema } from '#plugins/app-checks/contract.ts';

const { text, seconds } = schemas;
const tag = 'Editing apps';
const hash = { type: 'string', description: 'Identifies this state of the draft.' };
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
  operations: {
    ...orNull(operations),
    description: 'null: omitted because they contain secrets; read the draft again.',
  },
  client_id: { ...text, description: 'Id of the page that made the change.' },
  author_name: text,
});
const problems = listOf(problemSchema);
const hidden = {
  ...operations,
  description:
    'Placeholders for credentials that these changes contain, as further changes: an editor applies them to replace what was typed.',
};
const tree = { type: 'object', description: 'The document (app DSL), without secrets.' };
const presence = objectSchema('DraftPresence', {
  client_id: text,
  name: text,
  node_id: { ...orNull(text), description: 'The node that is open.' },
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
  check: {
    tag,
    description: 'Nothing is saved, run or contacted. Errors come first.',
    answers: {
      200: jsonAnswer('What is wrong with it.', objectSchema('CheckedDraft', { hash, problems }), {
        ...{ hash: exampleHash, problems: [] },
      }),
    },
  },
  change: {
    tag,
    description:
      'Parts that no change addresses stay as they are, byte for byte. Changes made elsewhere by others since ' +
      '`base` are kept and returned as `others`. If a change affects the same part, nothing is changed (409 ' +
      '`draft_changed`).',
    bodyExample: { base: exampleHash, client_id: 'c1', operations: example },
    answers: {
      200: jsonAnswer(
        'The new hash of the draft.',
        objectSchema('ChangedDraft', { hash, others: listOf(change), hidden, problems }),
        {
          hash: exampleHash,
          others: [],
          hidden: [],
          problems: [],
        },
      ),
    },
    errors: { 400: ['invalid_document'], 409: ['draft_changed'] },
  },
  changes: {
    tag,
    answers: {
      200: jsonAnswer(
        'A list, oldest first.',
        objectSchema('DraftChanges', {
          hash,
          changes: { ...orNull(listOf(change)), description: 'null: no longer available; read the draft again.' },
        }),
        { hash: exampleHash, changes: [] },
      ),
    },
  },
  events: {
    tag,
    description:
      'Each event is a JSON object: `{"event": "changed", "hash", "client_id"}` after a change, and `{"event": "present", "people"}` with everyone who has the draft open, when someone opens it, leaves or moves to another part. A page that sends its `client_id` is listed as long as the stream is open.',
    answers: {
      200: {
        description: 'A stream that ends when the request is closed.',
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
