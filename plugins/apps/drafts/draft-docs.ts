import { jsonAnswer, listOf, objectSchema, type RouteDocs, schemas, successAnswer } from '#http';

const { text, seconds } = schemas;
const tag = 'Apps';
const hash = { type: 'string', description: 'Names this state of the draft.' };
const exampleHash = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae';
const comparedHash = {
  type: ['string', 'null'],
  description: 'Of the draft that was compared: publish it with this. null: neither of them is the draft.',
};
const change = { type: 'string', enum: ['added', 'removed', 'changed'] };
const parts = [
  'app',
  'node',
  'edge',
  'environment-variable',
  'conversation-variable',
  'feature',
  'dependency',
  'other',
];
const field = objectSchema(
  'FieldChange',
  {
    path: { type: 'string', description: 'Where in the part: `cases[formal].conditions[c1].value`.' },
    change,
    before: { description: 'Any value; not told of secrets.' },
    after: { description: 'Any value; not told of secrets.' },
    is_secret: { type: 'boolean', description: 'It changed, and is not told.' },
  },
  { optional: ['before', 'after', 'is_secret'] },
);
const documentChange = objectSchema('DocumentChange', {
  part: { type: 'string', enum: parts },
  change,
  id: {
    type: 'string',
    description: 'Of a node; the name of a variable, feature …; `source/handle → target` of edges.',
  },
  title: { type: 'string', description: 'For people.' },
  fields: { ...listOf(field), description: 'What changed in it.' },
  authors: {
    ...listOf(text),
    description: 'Display names of who made it, as far as that is known: the last 300 changes of a draft are.',
  },
});

/** What is told of the routes about drafts and versions. */
export const draftDocs = {
  get: {
    tag,
    answers: {
      200: jsonAnswer('The draft.', objectSchema('AppDraft', { yaml: text, hash, updated_at: seconds }), {
        yaml: 'version: 0.6.0\nkind: app\n…',
        hash: exampleHash,
        updated_at: 1767225600,
      }),
    },
  },
  save: {
    tag,
    description:
      'Nothing is saved when somebody else saved in between (409 `draft_changed`): read it again. Secret values that are ' +
      'left empty stay what they are. Callers get nothing of it before it is published.',
    bodyExample: { yaml: 'version: 0.6.0\nkind: app\n…', hash: exampleHash },
    answers: {
      200: jsonAnswer('Its new hash.', objectSchema('SavedDraft', { hash, warnings: listOf(text) }), {
        hash: exampleHash,
        warnings: [],
      }),
    },
    errors: { 400: ['invalid_document', 'mode_differs'], 409: ['draft_changed', 'confirmation_needed'] },
  },
  exportWithSecrets: {
    tag,
    description: 'For owners and admins only, and recorded in the audit log.',
    answers: { 200: { description: 'The document.', content: { 'application/yaml': { schema: text } } } },
  },
  compare: {
    tag,
    description:
      'Without a query: what publishing the draft would change. Where nodes are drawn is no difference; neither is the ' +
      'order of keys.',
    answers: {
      200: jsonAnswer(
        'What changed, part by part.',
        objectSchema('DocumentChanges', { data: listOf(documentChange), hash: comparedHash }),
        {
          data: [
            {
              part: 'node',
              change: 'changed',
              id: '1002',
              title: 'Model',
              fields: [{ path: 'model.name', change: 'changed', before: 'gpt-4o-mini', after: 'gpt-4o' }],
              authors: ['Ada Lovelace'],
            },
          ],
          hash: exampleHash,
        },
      ),
    },
    errors: { 409: ['not_published'] },
  },
  state: {
    tag,
    description: 'For pages that draw what changed. Values of secret variables are left out.',
    answers: {
      200: jsonAnswer('The document.', objectSchema('AppStateTree', { tree: { type: 'object' } }), {
        tree: { version: '0.6.0', kind: 'app', app: { name: 'Greeter', mode: 'workflow' } },
      }),
    },
    errors: { 409: ['not_published'] },
  },
  describe: { tag, bodyExample: { name: 'Spring', note: 'Answers in Spanish, too' }, answers: { 200: successAnswer } },
} as const satisfies Readonly<Record<string, RouteDocs>>;
