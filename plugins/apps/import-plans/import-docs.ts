import { jsonAnswer, listOf, objectSchema, type RouteDocs, schemas } from '#http';

const { uuid, text, seconds } = schemas;
const tag = 'Importing and exporting apps';
const id = '4d3c2b1a-0f9e-4d8c-b7a6-958473625140';
const mode = {
  title: 'AppMode',
  type: 'string',
  enum: ['chat', 'agent-chat', 'advanced-chat', 'workflow', 'completion', 'agent'],
};
const warnings = { ...listOf(text), description: 'Irregularities of the document that do not prevent the import.' };
const versions = {
  imported_dsl_version: { type: 'string', description: 'Version of the document.' },
  current_dsl_version: { type: 'string', description: 'The current version of the format.' },
};
/** A credential that stood in a node. */
export const movedCredentialSchema = objectSchema('MovedCredential', {
  node_id: text,
  title: { type: 'string', description: 'Title of the node.' },
  field: { type: 'string', description: 'Path of the credential in the settings of the node.' },
  variable: { type: 'string', description: 'The secret environment variable that now holds the credential.' },
});

/** What is told of importing. */
export const importDocs = {
  tag,
  description:
    'Send the document as `yaml`, or as `url`, its https address (the address of a page of a code host that ' +
    'shows the file works too). `publish` publishes the app after import; `key_name` creates a key and returns ' +
    'it once. A document of an unknown version is held for ten minutes: send its `import_id` to import it ' +
    'anyway, or send `confirm` in the first request. `swap_models` and `swap_datasets` replace models and ' +
    'knowledge bases that the workspace lacks, for example with the suggestions of the plan. A knowledge base ' +
    'that the document references by the name of one in this workspace is replaced by that one. ' +
    '`move_credentials` moves credentials typed into HTTP nodes to secret environment variables. Nothing is ' +
    'stored for a document that is rejected.',
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
            description: 'The credentials moved by `move_credentials`.',
          },
          swapped_models: {
            ...listOf(objectSchema('SwappedModel', { from: text, to: text })),
            description: 'The models replaced by `swap_models` and `swap_remembered`.',
          },
          swapped_datasets: {
            ...listOf(objectSchema('SwappedDataset', { from: text, to: uuid })),
            description:
              'The knowledge bases replaced by `swap_datasets`, `swap_remembered` and their names in the document.',
          },
          api_key: { type: 'string', description: 'The requested key. Returned only in this response.' },
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
      'The import is waiting for confirmation.',
      objectSchema('PendingImport', {
        import_id: uuid,
        status: { type: 'string', enum: ['pending'] },
        ...versions,
        expires_at: { ...seconds, description: 'When the import expires unless it is confirmed.' },
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
