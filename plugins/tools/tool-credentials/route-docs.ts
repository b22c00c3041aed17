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
    form: { type: 'string', description: '`llm`: a model may fill it in; else who builds the app.' },
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
    description: "`provider_type` of documents: `builtin`: installed; `api`, `workflow`, `mcp`: the workspace's own.",
  },
  id: { type: 'string', description: '`provider_id` of documents.' },
  label: text,
  configured: schemas.boolean,
  credentials_schema: { oneOf: [object, { type: 'null' }], description: 'JSON Schema of the credentials.' },
  tools: listOf(tool),
});

/** What is told of the routes that manage tools. */
export const toolDocs = {
  list: {
    tag,
    answers: {
      200: jsonAnswer(
        'Tools that are installed, and those of the workspace.',
        objectSchema('ToolProviderList', { data: listOf(provider) }),
        {
          data: [
            {
              kind: 'builtin',
              id: 'time',
              label: 'time',
              configured: true,
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
  remove: { tag, answers: { 204: emptyAnswer('Removed.') }, errors: unknown },
} as const satisfies Readonly<Record<string, RouteDocs>>;
