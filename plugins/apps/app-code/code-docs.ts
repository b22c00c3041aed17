import { jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { uuid, text, boolean, integer } = schemas;
const tag = 'Apps';
const actions = ['create', 'update', 'publish', 'unchanged', 'refused', 'delete', 'unlisted'];
const action = {
  type: 'string',
  enum: actions,
  description: '`unlisted`: files named the app before, and none of these does; it stays.',
};
const change = { type: 'string', enum: ['added', 'removed', 'changed'] };
const codeChange = objectSchema('CodeChange', {
  part: text,
  change,
  id: text,
  title: text,
  fields: listOf(
    objectSchema(
      'CodeFieldChange',
      {
        path: text,
        change,
        before: { description: 'Any value; not told of secrets.' },
        after: { description: 'Any value; not told of secrets.' },
        is_secret: boolean,
      },
      { optional: ['before', 'after', 'is_secret'] },
    ),
  ),
});
const missing = objectSchema('MissingBinding', {
  kind: { type: 'string', enum: ['model', 'dataset', 'secret', 'tool'] },
  name: text,
  places: { ...listOf(text), description: 'The nodes that need it.' },
  message: text,
});
const item = objectSchema('CodePlanItem', {
  key: text,
  file: orNull(text),
  app_id: orNull(uuid),
  name: text,
  action,
  publishes: boolean,
  takes_over: { ...boolean, description: 'An app of this name that no file named so far gets the key.' },
  changes: listOf(codeChange),
  layout_changed: boolean,
  missing: { ...listOf(missing), description: 'What the document needs and this workspace has not got.' },
  problems: { ...listOf(text), description: 'Why it can’t be applied.' },
  warnings: listOf(text),
  state: { ...text, description: 'Names the state of the app that this was planned over.' },
});
const example = {
  key: 'fern-desk',
  file: 'fern-desk.yml',
  app_id: '4d3c2b1a-0f9e-4d8c-b7a6-958473625140',
  name: 'Fern Desk',
  action: 'unchanged',
  publishes: false,
  takes_over: false,
  changes: [],
  layout_changed: false,
  missing: [],
  problems: [],
  warnings: [],
  state: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
};
const bodyExample = {
  documents: [{ file: 'fern-desk.yml', yaml: 'version: 0.6.0\nkind: app\n…' }],
  environment: 'kind: environment\nsecrets:\n  SEARCH_KEY: PROD_SEARCH_KEY\n',
};

/** What is told of the routes for apps that are kept in files. */
export const codeDocs = {
  show: {
    tag,
    description:
      'Two drafts that mean the same give the same text. Without secrets, and without what belongs to this workspace only.',
    answers: {
      200: jsonAnswer(
        'The document.',
        objectSchema('AppCode', {
          key: { ...orNull(text), description: 'By which files know the app; it stands in the document as `app.key`.' },
          document: text,
          layout: { ...text, description: 'Where nodes are drawn. It goes into a file beside the document.' },
        }),
        { key: 'fern-desk', document: 'version: 0.6.0\nkind: app\n…', layout: 'kind: layout\n…' },
      ),
    },
  },
  plan: {
    tag,
    bodyExample,
    answers: {
      200: jsonAnswer(
        'An item per document, and per app that files named before.',
        objectSchema('CodePlan', {
          data: listOf(item),
          variables: {
            ...listOf(text),
            description: 'Environment variables that the documents need, as the environment file names them.',
          },
        }),
        { data: [example], variables: [] },
      ),
    },
    errors: { 400: ['invalid_environment', 'invalid_document'] },
  },
  apply: {
    tag,
    description:
      'Each app is changed wholly or not at all; what failed for one is told in its `error`. Nothing is applied when a ' +
      'document is refused or lacks something (`blocked`), or when an app is in another state than `expected` says ' +
      '(`plan_changed`). What is as it should be is left alone.',
    bodyExample: { ...bodyExample, note: 'a1b2c3d' },
    answers: {
      200: jsonAnswer(
        'What became of each app.',
        objectSchema('CodeOutcomes', {
          data: listOf(
            objectSchema('CodeOutcome', {
              key: text,
              app_id: orNull(uuid),
              name: text,
              action,
              number: { ...orNull(integer), description: 'Of the version that was published.' },
              error: orNull(objectSchema('CodeFailure', { code: text, message: text })),
            }),
          ),
        }),
        {
          data: [
            { key: 'fern-desk', app_id: example.app_id, name: 'Fern Desk', action: 'update', number: 3, error: null },
          ],
        },
      ),
    },
    errors: { 400: ['invalid_environment', 'invalid_document'], 409: ['blocked', 'plan_changed'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
