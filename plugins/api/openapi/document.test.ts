import { readFile } from 'node:fs/promises';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { json, objectSchema, Public, type Route, Routes, route, schemas } from '#http';
import type { JsonSchema } from '#kernel';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { buildDocument } from './build-document.ts';
import { type Operation, operationsOf } from './openapi-document.ts';
import { AnswerCheck } from './testing/answer-check.ts';
import { generatedFiles } from './testing/generated-files.ts';

let platform: TestPlatform;
let routes: readonly Route[];
const options = { version: '1.2.3', publicUrl: () => 'https://weft.example.com' };

beforeAll(async () => {
  platform = await startPlatform({
    threads: 0,
    env: { RUNTIME_URL: 'https://run.example.com/', CONSOLE_URL: 'https://console.example.com' },
  });
  routes = platform.kernel.contributions(Routes).all();
});
afterAll(() => platform.dispose());

const get = (path: string, headers: Record<string, string> = {}) => fetch(platform.url + path, { headers });

/** What a linter finds, without rules of taste that this API does not follow: everyone may call what is public … */
async function problemsOf(source: string): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      'security-defined': 'error',
      // Browsers are sent on: that is an answer of 303.
      'operation-2xx-response': 'off',
      'operation-4xx-response': 'off',
      'no-ambiguous-paths': 'off',
      'no-server-example.com': 'off',
      'tag-description': 'off',
      'no-invalid-media-type-examples': 'error',
    },
  });
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}

/** Examples in a text that linters (Spectral) take for schemas with a default, and find wrong: an object with `type` and `default`. */
function schemaLike(value: unknown, place: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { type, default: preset, example } = value as Record<string, unknown>;
  const isType = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'].includes(String(type));
  const isLike = type !== undefined && (preset !== undefined || example !== undefined) && !isType;
  return [
    ...(isLike ? [`${place}: ${JSON.stringify(value)}`] : []),
    ...Object.entries(value).flatMap(([key, item]) => schemaLike(item, `${place}.${key}`)),
  ];
}

/** Expressions of a schema that a caller would be shown raw. */
function unexplainedPatterns(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { pattern, description, examples } = schema as JsonSchema;
  const isBare =
    typeof pattern === 'string' && pattern !== '\\S' && description === undefined && examples === undefined;
  return [...(isBare ? [pattern] : []), ...Object.values(schema).flatMap(unexplainedPatterns)];
}

/** Words that readers of a reference have to guess at: who is meant, what is meant, and when. */
const riddles =
  /\b(nobody|somebody|everybody|whoever|whomever|told|tells?|said|says?|anew|asked|is none|none is|goes on|go on|not any more|any more|sealed|blanks|has not got|as it was told|good (once|for)|in trouble|what (became|comes) of|stands? for|it is (gone|over|tried|so)|of its own|the same of|made up for)\b/i;

/** Its summaries and descriptions, without examples. */
function descriptionsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    if (key === 'example' || key === 'examples' || key === 'default' || key === 'enum') return [];
    const isText = (key === 'description' || key === 'summary') && typeof item === 'string';
    return isText ? [item] : descriptionsOf(item);
  });
}

it('the types of the client are those of the routes; `npm run client` makes them anew', async () => {
  for (const { file, text } of generatedFiles(routes)) {
    expect(await readFile(file, 'utf8'), `${file.pathname} is out of date: npm run client`).toBe(text);
  }
});

describe('the document of the house', () => {
  it('has no error for a linter of OpenAPI', { timeout: 240_000 }, async () => {
    const source = await (await get('/openapi.json')).text();
    expect(await problemsOf(source)).toEqual([]);
    const broken = { ...buildDocument([], options), security: [{ nothing: [] }] };
    expect(await problemsOf(JSON.stringify(broken))).toContainEqual(expect.stringContaining('security-defined'));
  });

  it('describes itself in the words of the field', () => {
    const descriptions = [...new Set(descriptionsOf(buildDocument(routes, options)))];
    expect(descriptions.length).toBeGreaterThan(1_500);
    expect(descriptions.filter((text) => riddles.test(text))).toEqual([]);
    expect(riddles.test('Said by the first document of a base; `text_model` where nobody says it.')).toBe(true);
  });

  it('says in words what texts must be, where an expression checks them', () => {
    const unexplained = routes.flatMap(({ id, params, query, body }) =>
      [params, query, body].flatMap((schema) => unexplainedPatterns(schema).map((pattern) => `${id}: ${pattern}`)),
    );
    expect(unexplained).toEqual([]);
  });

  it('speaks of people as they', () => {
    const text = JSON.stringify(buildDocument(routes, options));
    expect(text.match(/[^"]*\b(?:he|his|him|himself)\b[^"]*/gi)).toBeNull();
  });

  it('has examples that are what they are examples of', () => {
    const document = buildDocument(routes, options);
    const check = new AnswerCheck(document);
    const complaints = operationsOf(document).flatMap(({ method, path, operation }) =>
      Object.entries(operation.responses).flatMap(([status, response]) =>
        Object.entries(('content' in response && response.content) || {}).flatMap(([type, { schema, example }]) => {
          if (example === undefined) return [];
          const complaint = check.complaint(
            { description: '', content: { 'application/json': { schema } } },
            'application/json',
            Buffer.from(JSON.stringify(example)),
          );
          return complaint === null ? [] : [`${method} ${path} ${status} ${type}: ${complaint}`];
        }),
      ),
    );
    expect(complaints).toEqual([]);
  });

  it('has no example that linters take for a schema', () => {
    const found = operationsOf(buildDocument(routes, options)).flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap((response) =>
        Object.values(('content' in response && response.content) || {}).flatMap(({ example }) =>
          schemaLike(example, operation.operationId),
        ),
      ),
    );
    expect(found).toEqual([]);
  });

  it('is the same, byte by byte, in whatever order the routes come', () => {
    const text = JSON.stringify(buildDocument(routes, options));
    expect(JSON.stringify(buildDocument([...routes].reverse(), options))).toBe(text);
  });

  it('tells each shape once, under its own name', () => {
    const { components } = buildDocument(routes, options);
    expect(Object.keys(components.schemas).filter((name) => /\d$/.test(name))).toEqual([]);
    expect(Object.keys(components.schemas)).toEqual([...Object.keys(components.schemas)].sort());
  });

  it('names the public addresses, and those of the management where they are others', async () => {
    const document = (await (await get('/openapi.json')).json()) as ReturnType<typeof buildDocument>;
    expect(document.servers).toEqual([{ url: 'https://run.example.com', description: 'Runtime API: runs apps' }]);
    expect(document.paths['/console/api/apps']?.servers).toEqual([
      { url: 'https://console.example.com', description: 'Management API: builds and manages apps' },
    ]);
    expect(document.paths['/v1/info']?.servers).toBeUndefined();
  });
});

describe('who may call', () => {
  const shown = new Map<string, Operation>();
  beforeAll(() => {
    for (const { operation } of operationsOf(buildDocument(routes, options)))
      shown.set(operation.operationId, operation);
  });
  const schemes = (id: string) => shown.get(id)?.security.flatMap(Object.keys);
  const takesHeader = (id: string) => shown.get(id)?.parameters?.some(({ name }) => name === 'X-Workspace-Id') ?? false;

  it('is told of every route that takes a permission, with the roles that have it', () => {
    const permitted = routes.filter(({ permission }) => permission !== undefined);
    expect(permitted.length).toBeGreaterThan(150);
    for (const { id, permission, ownPermission } of permitted) {
      expect(shown.get(id)?.['x-own-permission'], id).toBe(ownPermission);
      expect(shown.get(id)?.['x-permission'], id).toBe(permission);
      const isOwn = permission === 'account.manage';
      expect(shown.get(id)?.description, id).toContain(
        isOwn ? 'Keys are not accepted' : `the permission \`${permission}\``,
      );
    }
    const text = (id: string) => shown.get(id)?.description;
    expect(text('app-templates.create-app')).toContain('the owner, admins and editors of the workspace have.');
    expect(text('management-api.list-runs')).toContain("For the caller's own items, `apps.use` is sufficient");
    expect(text('management-api.list-apps')).toContain('every member of the workspace has.');
  });

  it('is told to take a personal key wherever one does, and which workspace is meant', () => {
    expect(schemes('delivery-api.run-workflow')).toEqual(['appKey', 'visitorToken']);
    expect(schemes('delivery-api.run-workflow-version')).toEqual(['appKey']);
    for (const { id, access, permission = '' } of routes) {
      const isOfWorkspace = access.authenticator === 'management';
      expect(takesHeader(id), id).toBe(isOfWorkspace);
      if (!isOfWorkspace) continue;
      const inPerson = permission === 'workspace.leave' || permission === 'workspace.own';
      const keys = inPerson ? ['sessionToken', 'managementToken'] : ['sessionToken', 'personalKey', 'managementToken'];
      expect(schemes(id), id).toEqual(keys);
    }
  });
});

describe('the runtime API', () => {
  /** The statuses and codes of failures that its contract lists, and those of the headers `Range` and `Idempotency-Key`. */
  const statuses = ['400', '401', '403', '404', '405', '409', '412', '413', '415', '416', '429', '500'];
  const codes = [
    ...['unauthorized', 'forbidden', 'not_found', 'bad_request', 'invalid_param', 'unsupported_media_type'],
    ...['app_unavailable', 'not_chat_app', 'not_workflow_app', 'trigger_workflow_service_mode_unavailable'],
    ...[
      'provider_not_initialize',
      'provider_quota_exceeded',
      'model_currently_not_support',
      'completion_request_error',
    ],
    ...['too_many_requests', 'rate_limit_error', 'internal_server_error', 'end_user_not_found'],
    ...['no_file_uploaded', 'too_many_files', 'filename_not_exists_error', 'file_extension_blocked', 'file_too_large'],
    ...['unsupported_file_type', 'file_not_found', 'file_access_denied'],
    ...['no_audio_uploaded', 'audio_too_large', 'unsupported_audio_type', 'speech_to_text_disabled'],
    ...['provider_not_support_speech_to_text', 'invalid_form_data'],
    ...['dataset_name_duplicate', 'dataset_in_use', 'dataset_not_initialized', 'archived_document_immutable'],
    ...['document_indexing', 'invalid_action', 'invalid_metadata'],
    ...['human_input_form_submitted', 'human_input_form_expired', 'idempotency_key_reused', 'request_in_progress'],
  ];
  /** Of batches, which the contract has not. */
  const ofBatches = [
    'limit_exceeded',
    'unreadable',
    'unsupported_format',
    'wrong_rows',
    'too_many_open',
    'too_many_rows',
  ];

  /** Of links to conversations, which it has not either. */
  const ofShares = ['sharing_off', 'too_many_shares'];

  it('tells of no failure that its contract has not', () => {
    const operations = operationsOf(buildDocument(routes, options)).filter(({ path }) => path.startsWith('/v1/'));
    const failures = operations.flatMap(({ operation: { responses } }) =>
      Object.entries(responses).filter(([status]) => status >= '400'),
    );
    expect(failures.length).toBeGreaterThan(100);
    const told = JSON.stringify(failures).matchAll(/"enum":(\[[^\]]*\])/g);
    const toldCodes = new Set([...told].flatMap(([, list = '[]']) => JSON.parse(list) as string[]));
    expect([...new Set(failures.map(([status]) => status))].filter((status) => !statuses.includes(status))).toEqual([]);
    expect([...toldCodes].filter((code) => ![...codes, ...ofBatches, ...ofShares].includes(code))).toEqual([]);
  });
});

describe('serving it', () => {
  it('lets any page read it, and answers 304 to who has it', async () => {
    const first = await get('/openapi.json', { origin: 'https://elsewhere.example' });
    expect(first.headers.get('access-control-allow-origin')).toBe('*');
    expect(first.headers.get('content-type')).toBe('application/json');
    const etag = first.headers.get('etag') ?? '';
    const again = await get('/openapi.json', { 'if-none-match': `"other", ${etag}` });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await get('/openapi.json', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('tells of a plugin as soon as it is loaded, and no more when it is gone', async () => {
    const paths = async () => Object.keys(((await (await get('/openapi.json')).json()) as { paths: object }).paths);
    expect(await paths()).not.toContain('/hello/{name}');
    const before = (await get('/openapi.json')).headers.get('etag');
    await platform.kernel.load(new URL('../../../examples/hello-plugin/', import.meta.url));
    expect(await paths()).toContain('/hello/{name}');
    expect((await get('/docs/api')).ok && (await (await get('/docs/api')).text())).toContain('/hello/{name}');
    await platform.kernel.unload('hello-plugin');
    expect((await get('/openapi.json')).headers.get('etag')).toBe(before);
  });
});

describe('a route', () => {
  const plain = { method: 'GET', access: Public, summary: 'Shows', handle: () => json({}) } as const;
  const documented = (schema: object, id = 'a.a') =>
    route({
      ...plain,
      id,
      path: `/${id}`,
      docs: {
        tag: 'T',
        answers: { 200: { description: 'It.', content: { 'application/json': { schema: { ...schema } } } } },
      },
    });

  it('without docs is told by its schemas', () => {
    const bare = route({
      ...plain,
      id: 'a.bare',
      path: '/things/:thing_id/*',
      params: { type: 'object', properties: { thing_id: schemas.uuid } },
      query: { type: 'object', required: ['size'], properties: { size: { type: 'integer', description: 'How big.' } } },
    });
    const operation = buildDocument([bare], options).paths['/things/{thing_id}/{rest}']?.get;
    expect(operation).toMatchObject({
      operationId: 'a.bare',
      security: [],
      parameters: [
        { name: 'thing_id', in: 'path', required: true, schema: { format: 'uuid' } },
        { name: 'rest', in: 'path', required: true },
        { name: 'size', in: 'query', required: true, description: 'How big.', schema: { type: 'integer' } },
      ],
    });
    expect(Object.keys((operation as { responses: object }).responses)).toEqual(['200', '400', '404', '500']);
  });

  it('with a shape of a known name but other fields gets another name for it', () => {
    const thing = (properties: Readonly<Record<string, JsonSchema>>) => objectSchema('Thing', properties);
    const all = [
      documented(thing({ a: schemas.text })),
      documented(thing({ b: schemas.text }), 'b.b'),
      documented(thing({ a: schemas.text }), 'c.c'),
    ];
    const { components, paths } = buildDocument(all, options);
    expect(Object.keys(components.schemas)).toEqual(['Error', 'Thing', 'Thing2']);
    expect(JSON.stringify(paths['/c.c'])).toContain('#/components/schemas/Thing"');
  });

  it('keeps defaults and examples that look like schemas as they are', () => {
    const title = { title: 'NotASchema' };
    const { components } = buildDocument([documented({ type: 'object', default: title, properties: {} })], options);
    expect(Object.keys(components.schemas)).toEqual(['Error']);
  });
});
