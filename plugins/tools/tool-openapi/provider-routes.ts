import { empty, json, nameOf, type Route, route, text } from '#http';
import { PlatformError } from '#kernel';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { authenticationSchema, readAuthentication } from './authentication.ts';
import type { ApiCaller } from './call/api-caller.ts';
import { readTestFile, testArguments } from './call/test-call.ts';
import { importedItem, previewItem, providerItem, wholeItem } from './provider-items.ts';
import { MAX_TOOLS, type ProviderGiven, type ProvidersService } from './providers-service.ts';
import { providerDocs } from './route-docs.ts';

const all = '/console/api/custom-tools';
const one = `${all}/:provider_id`;
const edit = { access: ManagementAccess, permission: 'plugins.install' } as const;
const view = { access: ManagementAccess, permission: 'apps.edit' } as const;
const ids = { 'params.provider_id': 'customToolProvider' } as const;
/** The longest document as JSON text, with the escapes that people's have; one parse of more would keep everybody waiting. */
const bodyLimit = 24 * 1024 * 1024;
const TEST_MS = 60_000;

const source = {
  document: { type: 'string', minLength: 1, description: 'The OpenAPI or Swagger document, as JSON or YAML text.' },
  url: {
    type: 'string',
    minLength: 1,
    maxLength: 2000,
    description: 'Address of the document. Alternative to `document`.',
  },
} as const;
const settings = {
  ...source,
  name: nameOf(100),
  description: {
    type: 'string',
    maxLength: 2000,
    pattern: '^[^\\u0000]*$',
    description: 'Must not contain the character U+0000.',
  },
  server: {
    type: 'object',
    additionalProperties: false,
    description: 'A server of the document (`index`, `variables`), or another one (`url`).',
    properties: {
      index: { type: 'integer', minimum: 0, maximum: 100 },
      variables: { type: 'object', additionalProperties: { type: 'string', maxLength: 500 } },
      url: { type: 'string', minLength: 1, maxLength: 2000 },
    },
  },
  operations: {
    type: 'array',
    maxItems: MAX_TOOLS,
    items: { type: 'string', maxLength: 1200 },
    description: 'Keys or names of the operations to create tools for.',
  },
  authentication: authenticationSchema,
} as const;
const credentials = {
  type: 'object',
  maxProperties: 10,
  additionalProperties: { type: 'string', maxLength: 8192 },
} as const;

interface RouteParts {
  readonly providers: ProvidersService;
  readonly caller: ApiCaller;
}

/** Tools from OpenAPI documents. */
export function providerRoutes({ providers, caller }: RouteParts): Route[] {
  return [
    route({
      ...edit,
      id: 'tool-openapi.preview',
      method: 'POST',
      path: `${all}/preview`,
      summary: 'Preview the operations of an OpenAPI document; nothing is stored or called',
      audit: {},
      docs: providerDocs.preview,
      bodyLimit,
      body: { type: 'object', additionalProperties: false, properties: source },
      async handle({ principal, body, signal }) {
        return json(previewItem(await providers.preview(principal.workspaceId, body, signal)));
      },
    }),
    route({
      ...edit,
      id: 'tool-openapi.create',
      method: 'POST',
      path: all,
      summary: 'Create tools from the operations of an OpenAPI document',
      audit: { body: ['name'], answer: ['id', 'name'] },
      docs: providerDocs.create,
      bodyLimit,
      body: { type: 'object', additionalProperties: false, properties: { ...settings, credentials } },
      async handle({ principal, body, signal }) {
        const made = await providers.create(principal.workspaceId, givenOf(body), signal);
        return json(importedItem(made), { status: 201 });
      },
    }),
    route({
      ...view,
      id: 'tool-openapi.list',
      method: 'GET',
      path: all,
      summary: 'List the tool providers created from OpenAPI documents',
      docs: providerDocs.list,
      async handle({ principal: { workspaceId } }) {
        const found = await providers.list(workspaceId);
        return json({ data: found.map((one) => providerItem(one, providers.isUnreadable(workspaceId, one.provider))) });
      },
    }),
    route({
      ...view,
      id: 'tool-openapi.get',
      method: 'GET',
      path: one,
      summary: 'Get a provider of custom tools with its operations',
      ids,
      docs: providerDocs.get,
      async handle({ principal: { workspaceId }, params }) {
        const found = await providers.get(workspaceId, params.provider_id);
        return json(wholeItem(found, providers.isUnreadable(workspaceId, found.provider)));
      },
    }),
    ...changeRoutes({ providers, caller }),
  ];
}

function changeRoutes({ providers, caller }: RouteParts): Route[] {
  return [
    route({
      ...view,
      id: 'tool-openapi.document',
      method: 'GET',
      path: `${one}/document`,
      summary: 'Get the OpenAPI document of custom tools',
      ids,
      docs: providerDocs.document,
      handle: async ({ principal, params }) =>
        text(await providers.document(principal.workspaceId, params.provider_id)),
    }),
    route({
      ...edit,
      id: 'tool-openapi.change',
      method: 'PATCH',
      path: one,
      summary: 'Change custom tools, or import their document again; omitted fields are kept',
      ids,
      audit: { body: ['name'], answer: ['name'] },
      docs: providerDocs.change,
      bodyLimit,
      body: {
        type: 'object',
        additionalProperties: false,
        minProperties: 1,
        properties: { ...settings, credentials: { oneOf: [credentials, { type: 'null' }] } },
      },
      async handle({ principal, params, body, signal }) {
        return json(
          importedItem(await providers.change(principal.workspaceId, params.provider_id, givenOf(body), signal)),
        );
      },
    }),
    ...endingRoutes(providers),
    route({
      ...view,
      id: 'tool-openapi.test',
      method: 'POST',
      path: `${one}/tools/:tool/test`,
      summary: 'Test a custom tool with its credentials',
      ids: { ...ids, 'params.tool': { nothing: 'the name of a tool of the provider' } },
      audit: { answer: ['status'] },
      docs: providerDocs.test,
      body: {
        type: 'object',
        additionalProperties: false,
        properties: {
          arguments: {
            type: 'object',
            additionalProperties: true,
            description: 'Arguments by parameter. A file is `{"url": "data:…;base64,…", "name": "a.pdf"}`.',
          },
        },
      },
      async handle({ principal: { workspaceId }, params, body, signal }) {
        const { provider, tools } = await providers.get(workspaceId, params.provider_id);
        const operation = tools.find((tool) => tool.operation.name === params.tool)?.operation;
        if (operation === undefined) throw noTool(params.tool);
        const given = testArguments(operation.parameters, (body.arguments ?? {}) as Record<string, unknown>);
        const time = AbortSignal.any([signal, AbortSignal.timeout(TEST_MS)]);
        const call = { workspaceId, provider, operation, arguments: given, signal: time, readFile: readTestFile };
        const { status, mediaType, text: told, json: value, file } = await caller.call(call);
        const kept = file === null ? null : { filename: file.filename, media_type: mediaType, size: file.bytes.length };
        return json({ status, media_type: mediaType, text: told, json: value ?? null, file: kept });
      },
    }),
  ];
}

function endingRoutes(providers: ProvidersService): Route[] {
  return [
    route({
      ...view,
      id: 'tool-openapi.apps',
      method: 'GET',
      path: `${one}/apps`,
      summary: 'List the apps that use custom tools',
      ids,
      docs: providerDocs.apps,
      handle: async ({ principal, params }) =>
        json({ data: await providers.users(principal.workspaceId, params.provider_id) }),
    }),
    route({
      ...edit,
      id: 'tool-openapi.remove',
      method: 'DELETE',
      path: one,
      summary: 'Delete custom tools with their document and credentials',
      ids,
      audit: 'path',
      docs: providerDocs.remove,
      query: {
        type: 'object',
        properties: { confirm: { type: 'boolean', description: 'Delete them even if apps use them.' } },
      },
      async handle({ principal, params, query }) {
        await providers.remove(principal.workspaceId, params.provider_id, query.confirm === true);
        return empty();
      },
    }),
  ];
}

type Given = Omit<ProviderGiven, 'authentication'> & {
  readonly authentication?: Parameters<typeof readAuthentication>[0];
};

function givenOf({ authentication, ...given }: Given): ProviderGiven {
  return { ...given, ...(authentication !== undefined && { authentication: readAuthentication(authentication) }) };
}

function noTool(name: string): PlatformError {
  const message = `The provider has no tool ${JSON.stringify(name.slice(0, 80))}: its names are in tool_list.`;
  return new PlatformError('not-found', 'tool-openapi.unknown_tool', message);
}
