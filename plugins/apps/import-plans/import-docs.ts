import { jsonAnswer, listOf, objectSchema, type RouteDocs, schemas } from '#http';

const { uuid, text, seconds } = schemas;
const tag = 'Apps';
const id = '4d3c2b1a-0f9e-4d8c-b7a6-958473625140';
const mode = {
  title: 'AppMode',
  type: 'string',
  enum: ['chat', 'agent-chat', 'advanced-chat', 'workflow', 'completion', 'agent'],
};
const warnings = { ...listOf(text), description: 'What is strange about the document, though it works.' };
const versions = {
  imported_dsl_version: { type: 'string', description: 'Of the document.' },
  current_dsl_version: { type: 'string', description: 'Of the format that is written here.' },
};
/** A credential that stood in a node. */
export const movedCredentialSchema = objectSchema('MovedCredential', {
  node_id: text,
  title: { type: 'string', description: 'Of the node.' },
  field: { type: 'string', description: 'Where in its settings it stood.' },
  variable: { type: 'string', description: 'The secret environment variable that holds it now.' },
});

/** What is told of importing. */
export const importDocs = {
  tag,
  description:
    'Send the document as `yaml`, or as `url` an https address of it (the page a repository shows it on will do). With ' +
    '`publish` the app can be called at once, with `key_name` the answer has a key, shown once. A document of a version ' +
    'that is not known here waits for ten minutes: send its `import_id` to import it all the same, or `confirm` at once. ' +
    'With `swap_models`, models that the workspace lacks are replaced by others, as the plan suggests; with `swap_datasets`, ' +
    'knowledge bases. One that the document calls by the name of a base of this workspace is replaced by it. ' +
    'With `move_credentials`, credentials that were typed into HTTP nodes become secret environment variables. Nothing ' +
    'is kept of a document that is refused.',
  bodyExample: { yaml: 'kind: app\nversion: 0.6.0\napp:\n  name: Fern Desk\n  mode: workflow\n…', publish: true },
  answers: {
    201: jsonAnswer(
      'The app.',
      objectSchema(
        'ImportedApp',
        {
          app: objectSchema('AppName', { id: uuid, name: text, mode }),
          status: { type: 'string', enum: ['completed', 'completed-with-warnings'] },
          ...versions,
          warnings,
          moved_credentials: {
            ...listOf(movedCredentialSchema),
            description: 'What `move_credentials` has moved.',
          },
          swapped_models: {
            ...listOf(objectSchema('SwappedModel', { from: text, to: text })),
            description: 'What `swap_models` and `swap_remembered` have swapped.',
          },
          swapped_datasets: {
            ...listOf(objectSchema('SwappedDataset', { from: text, to: uuid })),
            description: 'What `swap_datasets`, `swap_remembered` and the names in the document have swapped.',
          },
          api_key: { type: 'string', description: 'The key that was asked for; it is shown here only.' },
        },
        { optional: ['api_key', 'moved_credentials', 'swapped_models', 'swapped_datasets'] },
      ),
      {
        app: { id, name: 'Fern Desk', mode: 'workflow' },
        status: 'completed',
        imported_dsl_version: '0.6.0',
        current_dsl_version: '0.6.0',
        warnings: [],
      },
    ),
    202: jsonAnswer(
      'It waits to be confirmed.',
      objectSchema('PendingImport', {
        import_id: uuid,
        status: { type: 'string', enum: ['pending'] },
        ...versions,
        expires_at: { ...seconds, description: 'Until then it waits.' },
        app: objectSchema('PendingApp', { name: text, mode }),
        warnings,
      }),
      {
        import_id: '0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9',
        status: 'pending',
        imported_dsl_version: '0.7.0',
        current_dsl_version: '0.6.0',
        expires_at: 1767226200,
        app: { name: 'Fern Desk', mode: 'workflow' },
        warnings: [],
      },
    ),
  },
  errors: {
    400: ['invalid_document', 'invalid_graph', 'no_document', 'unknown_swap', 'unusable_swap'],
    404: ['not_found'],
  },
} as const satisfies RouteDocs;
