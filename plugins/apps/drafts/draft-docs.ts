import { jsonAnswer, listOf, objectSchema, type RouteDocs, schemas, successAnswer } from '#http';

const { text, seconds } = schemas;
const tag = 'Editing apps';
const hash = { type: 'string', description: 'Identifies this state of the draft.' };
const exampleHash = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae';
const comparedHash = {
  type: ['string', 'null'],
  description: 'Hash of the draft that was compared; pass it to publish. null: neither side is the draft.',
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
    path: { type: 'string', description: 'Path inside the part: `cases[formal].conditions[c1].value`.' },
    change,
    before: { description: 'Any value. Omitted for secrets.' },
    after: { description: 'Any value. Omitted for secrets.' },
    is_secret: { type: 'boolean', description: 'The value is a secret: its values are omitted.' },
  },
  { optional: ['before', 'after', 'is_secret'] },
);
const documentChange = objectSchema('DocumentChange', {
  part: { type: 'string', enum: parts },
  change,
  id: {
    type: 'string',
    description: 'Id of a node; name of a variable or feature …; `source/handle → target` for edges.',
  },
  title: { type: 'string', description: 'Display title.' },
  fields: { ...listOf(field), description: 'The changed fields.' },
  authors: {
    ...listOf(text),
    description: 'Display names of the authors, where known: the last 300 changes of a draft are recorded.',
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
      'Nothing is saved if the draft has changed since it was read (409 `draft_changed`): read it again. Secret ' +
      'values that are left empty keep their value. Changes take effect for callers when the draft is published.',
    bodyExample: { yaml: 'version: 0.6.0\nkind: app\n…', hash: exampleHash },
    answers: {
      200: jsonAnswer('The new hash of the draft.', objectSchema('SavedDraft', { hash, warnings: listOf(text) }), {
        hash: exampleHash,
        warnings: [],
      }),
    },
    errors: { 400: ['invalid_document', 'mode_differs'], 409: ['draft_changed', 'confirmation_needed'] },
  },
  exportWithSecrets: {
    tag,
    description: 'Only for owners and admins. Recorded in the audit log.',
    answers: { 200: { description: 'The document.', content: { 'application/yaml': { schema: text } } } },
  },
  compare: {
    tag,
    description:
      'Without parameters, compares the draft with the published version: what publishing would change. Node ' +
      'positions and the order of keys are ignored.',
    answers: {
      200: jsonAnswer(
        'The changes, grouped by part of the document.',
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
    description: 'For pages that show the changes between versions. Values of secret variables are omitted.',
    answers: {
      200: jsonAnswer('The document.', objectSchema('AppStateTree', { tree: { type: 'object' } }), {
        tree: { version: '0.6.0', kind: 'app', app: { name: 'Greeter', mode: 'workflow' } },
      }),
    },
    errors: { 409: ['not_published'] },
  },
  describe: { tag, bodyExample: { name: 'Spring', note: 'Answers in Spanish, too' }, answers: { 200: successAnswer } },
} as const satisfies Readonly<Record<string, RouteDocs>>;
