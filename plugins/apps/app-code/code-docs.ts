import { jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { uuid, text, boolean, integer } = schemas;
const tag = 'Editing apps';
const actions = ['create', 'update', 'publish', 'unchanged', 'refused', 'delete', 'unlisted'];
const action = {
  type: 'string',
  enum: actions,
  description: '`unlisted`: the app was managed by files before but is in none of the documents; it is not changed.',
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
        before: { description: 'Any value. Omitted for secrets.' },
        after: { description: 'Any value. Omitted for secrets.' },
        is_secret: boolean,
      },
      { optional: ['before', 'after', 'is_secret'] },
    ),
  ),
});
const missing = objectSchema('MissingBinding', {
  kind: { type: 'string', enum: ['model', 'dataset', 'secret', 'tool'] },
  name: text,
  places: { ...listOf(text), description: 'The nodes that use it.' },
  message: text,
});
const item = objectSchema('CodePlanItem', {
  key: text,
  file: orNull(text),
  app_id: orNull(uuid),
  name: text,
  action,
  publishes: boolean,
  takes_over: {
    ...boolean,
    description: 'The document takes over an existing app of this name that was not managed by files.',
  },
  changes: listOf(codeChange),
  layout_changed: boolean,
  missing: { ...listOf(missing), description: 'Dependencies of the document that this workspace lacks.' },
  problems: { ...listOf(text), description: 'Why the document cannot be applied.' },
  warnings: listOf(text),
  state: { ...text, description: 'Identifies the state of the app that the plan is based on.' },
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
      'Equivalent drafts give the same text. Secrets, and settings that only apply to this workspace, are omitted.',
    answers: {
      200: jsonAnswer(
        'The document.',
        objectSchema('AppCode', {
          key: { ...orNull(text), description: 'Key that identifies the app in files, `app.key` in the document.' },
          document: text,
          layout: { ...text, description: 'Node positions, to be stored in a file next to the document.' },
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
        'One item per document, and one per app that was managed by files before.',
        objectSchema('CodePlan', {
          data: listOf(item),
          variables: {
            ...listOf(text),
            description: 'Environment variables that the documents need, by their names in the environment file.',
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
      'Each app is changed completely or not at all; if one fails, its `error` contains the reason. Nothing is applied when ' +
      'a document is rejected or has missing dependencies (`blocked`), or when the state of an app differs from ' +
      '`expected` (`plan_changed`). Apps that already match are left unchanged.',
    bodyExample: { ...bodyExample, note: 'a1b2c3d' },
    answers: {
      200: jsonAnswer(
        'The outcome for each app.',
        objectSchema('CodeOutcomes', {
          data: listOf(
            objectSchema('CodeOutcome', {
              key: text,
              app_id: orNull(uuid),
              name: text,
              action,
              number: { ...orNull(integer), description: 'Number of the published version.' },
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
