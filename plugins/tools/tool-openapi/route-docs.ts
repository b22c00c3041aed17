import { bytesAnswer, emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { boolean, integer, text, uuid, object } = schemas;
const tag = 'Tools';
const texts = listOf(text);
const unknown = { 404: ['not_found'] };
const invalid = [
  'invalid_document',
  'invalid_server',
  'unknown_operation',
  'invalid_authentication',
  'invalid_credentials',
];

const operationFields = {
  key: { type: 'string', description: 'Stable across imports: the operationId, or method and path.' },
  name: text,
  method: text,
  path: text,
  summary: text,
  description: text,
  parameters: listOf(object),
  deprecated: boolean,
  server: orNull(text),
};
const variable = objectSchema('ApiServerVariable', { name: text, default: text, values: texts, description: text });
const server = objectSchema('ApiServer', {
  index: integer,
  template: text,
  url: { type: 'string', description: 'With its variables at their defaults. Empty if it cannot be called that way.' },
  problem: text,
  description: text,
  variables: listOf(variable),
});
const offer = objectSchema('ApiAuthenticationOffer', { scheme: text, description: text, authentication: object });
const preview = objectSchema('ApiPreview', {
  version: text,
  title: text,
  description: text,
  servers: listOf(server),
  authentications: listOf(offer),
  operations: listOf(objectSchema('ApiOperation', operationFields)),
  warnings: texts,
});
const providerFields = {
  id: { ...uuid, description: 'The `provider_id` in documents, with `provider_type` `api`.' },
  name: text,
  description: text,
  source_url: text,
  server_url: { type: 'string', description: 'Base address of requests. Credentials are only sent to its origin.' },
  server: orNull(object),
  authentication: object,
  credential_fields: texts,
  has_credentials: boolean,
  configured: boolean,
  unreadable: {
    ...boolean,
    description: 'Its credentials cannot be decrypted because the master key is missing. They must be entered again.',
  },
  tools: integer,
  operations: integer,
  created_at: schemas.seconds,
  updated_at: schemas.seconds,
};
const toolList = listOf(objectSchema('CustomTool', { ...operationFields, enabled: boolean }));
const whole = objectSchema('CustomToolProviderWithTools', { ...providerFields, tool_list: toolList });
const imported = objectSchema('CustomToolImport', { ...providerFields, tool_list: toolList, warnings: texts });

const providerExample = {
  id: '0196f5c0-0000-7000-8000-000000000031',
  name: 'Pet store',
  description: 'Pets for sale.',
  source_url: '',
  server_url: 'https://pets.example.com/v1',
  server: { index: 0 },
  authentication: { type: 'bearer' },
  credential_fields: ['token'],
  has_credentials: true,
  configured: true,
  unreadable: false,
  tools: 1,
  operations: 1,
  created_at: 1_795_000_000,
  updated_at: 1_795_000_000,
};
const operationExample = {
  key: 'getPet',
  name: 'getPet',
  method: 'GET',
  path: '/pets/{petId}',
  summary: 'Show a pet',
  description: 'Show a pet',
  parameters: [{ name: 'petId', type: 'string', form: 'llm', label: 'petId', description: '', required: true }],
  deprecated: false,
  server: null,
};
const toolsExample = [{ ...operationExample, enabled: true }];
const documentExample =
  '{"openapi":"3.1.0","info":{"title":"Pet store"},"servers":[{"url":"https://pets.example.com/v1"}],"paths":{"/pets":{"get":{"operationId":"listPets","responses":{}}}}}';

/** What is told of the routes of custom tools. */
export const providerDocs = {
  preview: {
    tag,
    bodyExample: { document: documentExample },
    answers: {
      200: jsonAnswer('The operations of the document.', preview, {
        version: '3.1.0',
        title: 'Pet store',
        description: '',
        servers: [
          {
            index: 0,
            template: 'https://pets.example.com/v1',
            url: 'https://pets.example.com/v1',
            problem: '',
            description: '',
            variables: [],
          },
        ],
        authentications: [{ scheme: 'key', description: '', authentication: { type: 'bearer' } }],
        operations: [operationExample],
        warnings: [],
      }),
    },
    errors: { 400: ['invalid_document'] },
  },
  create: {
    tag,
    bodyExample: { document: documentExample, authentication: { type: 'bearer' }, credentials: { token: '…' } },
    answers: {
      201: jsonAnswer('The tool provider.', imported, { ...providerExample, tool_list: toolsExample, warnings: [] }),
    },
    errors: { 400: invalid, 403: ['address_refused'], 409: ['name_taken', 'too_many'] },
  },
  list: {
    tag,
    answers: {
      200: jsonAnswer(
        'The tool providers.',
        objectSchema('CustomToolProviderList', { data: listOf(objectSchema('CustomToolProvider', providerFields)) }),
        { data: [providerExample] },
      ),
    },
  },
  get: {
    tag,
    answers: { 200: jsonAnswer('The tool provider.', whole, { ...providerExample, tool_list: toolsExample }) },
    errors: unknown,
  },
  document: {
    tag,
    answers: { 200: bytesAnswer('The document as it was imported.', 'text/plain') },
    errors: unknown,
  },
  change: {
    tag,
    bodyExample: { operations: ['getPet'] },
    answers: {
      200: jsonAnswer('The tool provider.', imported, { ...providerExample, tool_list: toolsExample, warnings: [] }),
    },
    errors: { ...unknown, 400: invalid, 403: ['address_refused'], 409: ['name_taken', 'credentials_needed'] },
  },
  test: {
    tag,
    bodyExample: { arguments: { petId: '7' } },
    answers: {
      200: jsonAnswer(
        'The response of the API, whatever its status.',
        objectSchema('CustomToolTest', {
          status: integer,
          media_type: text,
          text,
          json: { description: 'The response, if it is JSON.' },
          file: orNull(objectSchema('CustomToolTestFile', { filename: text, media_type: text, size: integer })),
        }),
        { status: 200, media_type: 'application/json', text: '{"id":7}', json: { id: 7 }, file: null },
      ),
    },
    errors: {
      400: ['invalid_argument', 'not_configured', 'no_token', 'answer_too_large'],
      404: ['not_found', 'unknown_tool'],
    },
  },
  apps: {
    tag,
    answers: {
      200: jsonAnswer(
        'The apps.',
        objectSchema('CustomToolApps', { data: listOf(objectSchema('CustomToolApp', { id: uuid, name: text })) }),
        { data: [{ id: '0196f5c0-0000-7000-8000-000000000001', name: 'Shop assistant' }] },
      ),
    },
    errors: unknown,
  },
  remove: { tag, answers: { 204: emptyAnswer('Deleted.') }, errors: { ...unknown, 409: ['in_use'] } },
} as const satisfies Readonly<Record<string, RouteDocs>>;

/** What is told of their authorization. */
export const authorizationDocs = {
  authorize: {
    tag,
    answers: {
      200: jsonAnswer(
        'The address to open. Also sets a cookie that identifies the browser when it returns.',
        objectSchema('CustomToolAuthorization', { authorization_url: text, expires_in: integer }),
        { authorization_url: 'https://id.example.com/authorize?response_type=code&…', expires_in: 600 },
      ),
    },
    errors: { ...unknown, 400: ['not_configured'], 409: ['no_authorization'] },
  },
  finish: {
    tag,
    bodyExample: { state: '…', code: '…' },
    answers: {
      200: jsonAnswer(
        'The tool provider, authorised.',
        objectSchema('CustomToolAuthorized', { id: uuid, name: text, configured: boolean }),
        {
          id: providerExample.id,
          name: 'Pet store',
          configured: true,
        },
      ),
    },
    errors: { 400: ['unknown_state', 'no_token'] },
  },
  callback: {
    tag,
    answers: {
      200: bytesAnswer('A web page.', 'text/html'),
      400: bytesAnswer('A page that describes the error.', 'text/html'),
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
