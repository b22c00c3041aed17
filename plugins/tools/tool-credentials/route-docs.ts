import { emptyAnswer, jsonAnswer, listOf, objectSchema, type RouteDocs, schemas, successAnswer } from '#http';

const { text, object } = schemas;
const tag = 'Tools';
const unknown = { 404: ['unknown_provider'] };

const parameter = {
  title: 'ToolParameter',
  type: 'object',
  required: ['name', 'type'],
  properties: {
    name: text,
    type: text,
    form: {
      type: 'string',
      description: 'Who sets the value. `llm`: the model. Otherwise the person who builds the app.',
    },
    label: text,
    description: text,
    required: schemas.boolean,
  },
  additionalProperties: true,
};
const tool = objectSchema(
  'Tool',
  { name: text, label: text, description: text, parameters: listOf(parameter) },
  { optional: ['label', 'description'] },
);
const provider = objectSchema('ToolProvider', {
  kind: {
    type: 'string',
    description:
      'The `provider_type` in documents. `builtin`: installed; `api`, `workflow` and `mcp`: added by the workspace.',
  },
  id: { type: 'string', description: 'The `provider_id` in documents.' },
  label: text,
  configured: schemas.boolean,
  unreadable: {
    ...schemas.boolean,
    description: 'Its credentials cannot be decrypted because the master key is missing. They must be entered again.',
  },
  credentials_schema: { oneOf: [object, { type: 'null' }], description: 'JSON Schema of the credentials.' },
  tools: listOf(tool),
});

/** What is told of the routes that manage tools. */
export const toolDocs = {
  list: {
    tag,
    answers: {
      200: jsonAnswer(
        'Installed tools, and tools of the workspace.',
        objectSchema('ToolProviderList', { data: listOf(provider) }),
        {
          data: [
            {
              kind: 'builtin',
              id: 'time',
              label: 'time',
              configured: true,
              unreadable: false,
              credentials_schema: null,
              tools: [{ name: 'current_time', label: 'Current time', description: 'Tells the time', parameters: [] }],
            },
          ],
        },
      ),
    },
  },
  set: {
    tag,
    bodyExample: { credentials: { api_key: '…' } },
    answers: { 200: successAnswer },
    errors: { ...unknown, 400: ['invalid_credentials'] },
  },
  remove: { tag, answers: { 204: emptyAnswer('Deleted.') }, errors: unknown },
} as const satisfies Readonly<Record<string, RouteDocs>>;
