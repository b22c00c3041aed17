import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { threadsHere } from '#plugins/content-threads/testing/threads-here.ts';
import type { Operation } from '#plugins/tool-openapi/operation.ts';
import { readDocument } from '#plugins/tool-openapi/read-document.ts';
import { openapi30, openapi31, openapi32, swagger2 } from '#plugins/tool-openapi/testing/petstore.ts';
import { type ApiDocument, readApiDocument } from './api-document.ts';
import { serverUrl } from './servers.ts';

/** A text as it is sent, and read where the test is. */
async function read(content: string, address = ''): Promise<ApiDocument> {
  const caller = { workspaceId: 'w', signal: AbortSignal.timeout(60_000) };
  const work = { content, address, known: [], purpose: 'import' } as const;
  const { api, operations } = await readDocument(threadsHere, work, caller);
  return { ...api, operations: operations.map(({ definition }) => JSON.parse(definition)) };
}
const named = (api: ApiDocument, name: string) =>
  api.operations.find((operation) => operation.name === name) as Operation;
const parameter = (operation: Operation, name: string) => operation.parameters.find((item) => item.name === name);
/** A document with these paths. */
const minimal = (paths: object, more: object = {}) => ({ openapi: '3.0.0', info: { title: 't' }, paths, ...more });
const get = (more: object) => readApiDocument(minimal({ '/a': { get: more } })).operations[0] as Operation;

describe('a document', () => {
  it('of Swagger 2.0 brings bodies, forms, files and lists', () => {
    const api = readApiDocument(swagger2('pets.example'));
    expect(api.warnings).toEqual([]);
    expect(api.servers.map((server) => serverUrl(server, {}).url)).toEqual(['http://pets.example/v2']);
    expect(api.authentications.map(({ offer }) => offer.type)).toEqual(['api_key', 'oauth2_authorization_code']);
    const add = named(api, 'addPet');
    expect(add.body).toEqual({ mediaType: 'application/json', format: 'json', required: true });
    expect(add.parameters.map(({ name, type, required }) => [name, type, required])).toEqual([
      ['category', 'object', undefined],
      ['name', 'string', true],
      ['photoUrls', 'array', true],
    ]);
    expect(parameter(add, 'category')?.schema).toMatchObject({ properties: { id: { type: 'integer' } } });
    expect(named(api, 'findPetsByStatus').bindings).toMatchObject([
      { name: 'status', style: 'form', explode: true },
      { name: 'tags', style: 'pipeDelimited', explode: false },
    ]);
    expect(named(api, 'updatePetWithForm').body?.format).toBe('form');
    const upload = named(api, 'uploadFile');
    expect(upload.body?.format).toBe('multipart');
    expect(parameter(upload, 'file')).toMatchObject({ type: 'file', required: true });
    expect(parameter(named(api, 'getPetById'), 'petId')).toMatchObject({ type: 'number', required: true });
  });

  it('of OpenAPI 3.0 brings all servers, merged parameters and whole schemas', async () => {
    const address = 'https://docs.orders.example/spec/openapi.yaml';
    const api = await read(openapi30, address);
    expect(api.servers.map((server) => serverUrl(server, {}).url)).toEqual([
      'https://eu.orders.example/v1',
      'https://docs.orders.example/api',
    ]);
    const [first] = api.servers;
    expect(first && serverUrl(first, { region: 'us', base: 'v2' }).url).toBe('https://us.orders.example/v2');
    expect(first && serverUrl(first, { region: 'evil.example/' }).problem).toContain('must be one of eu, us');
    expect(api.authentications.map(({ offer }) => offer.type)).toEqual([
      'oauth2_client_credentials',
      'basic',
      'api_key',
    ]);
    expect(api.operations.map(({ name, key, alias }) => [name, key, alias])).toEqual([
      ['orders_get', 'orders.get', 'orders.get'],
      ['put_orders_id', 'PUT /orders/{id}', 'ordersid_put'],
      ['get_orders', 'GET /orders', 'orders_get'],
      ['post_orders', 'POST /orders', 'orders_post'],
    ]);
    const order = named(api, 'orders_get');
    expect(order.parameters.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'id string',
      'X-Trace string',
      'filter object',
      'ids array',
      'limit number',
      'session string',
    ]);
    expect(parameter(order, 'id')?.description).toBe('Of the operation.');
    expect(parameter(order, 'limit')).toMatchObject({ description: 'Default: 20.' });
    expect(parameter(order, 'limit')).not.toHaveProperty('default');
    const put = named(api, 'put_orders_id');
    // `id` is in path and body.
    expect(put.parameters.map(({ name, required }) => [name, required])).toEqual([
      ['path_id', true],
      ['X-Trace', undefined],
      ['body_id', true],
      ['children', undefined],
      ['total', true],
      ['state', undefined],
    ]);
    expect(parameter(put, 'state')).toMatchObject({ type: 'select', options: ['open', 'paid'] });
    expect(parameter(put, 'children')?.schema).toEqual({
      type: 'array',
      items: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string' }, children: { type: 'array', items: { type: 'object' } } },
      },
    });
    expect(parameter(named(api, 'post_orders'), 'attachments')?.type).toBe('files');
    expect(named(api, 'get_orders').parameters).toEqual([]);
    expect(api.warnings).toEqual([
      expect.stringContaining('"Authorization" is not the caller\'s'),
      expect.stringContaining('"Host" is not the caller\'s'),
      expect.stringContaining('"oidc" is of a kind that is not supported'),
    ]);
  });

  it.each([
    [
      { type: 'apiKey', in: 'cookie', name: 'JSESSIONID' },
      { type: 'api_key', in: 'cookie', name: 'JSESSIONID' },
    ],
    [{ type: 'oauth2', flows: { implicit: { authorizationUrl: 'https://a.example/auth', scopes: {} } } }, 'bearer'],
    [{ type: 'oauth2', flows: { password: { tokenUrl: 'https://a.example/token', scopes: {} } } }, 'bearer'],
    [
      {
        type: 'oauth2',
        flows: { implicit: {}, authorizationCode: { authorizationUrl: 'https://a.example/auth', tokenUrl: '/t' } },
      },
      'oauth2_authorization_code',
    ],
  ])('offers what its security scheme asks for: %j', (scheme, offer) => {
    const more = { components: { securitySchemes: { one: scheme } }, servers: [{ url: 'https://a.example' }] };
    const api = readApiDocument(minimal({ '/a': { get: {} } }, more));
    expect(api.authentications.map((each) => each.offer)).toMatchObject([
      typeof offer === 'string' ? { type: offer } : offer,
    ]);
    expect(api.warnings).toEqual([]);
  });

  it('of Swagger 2.0 with the flow implicit is offered a token', () => {
    const schemes = { auth: { type: 'oauth2', flow: 'implicit', authorizationUrl: 'https://a.example', scopes: {} } };
    const old = { swagger: '2.0', info: { title: 't' }, host: 'a.example', paths: { '/a': { get: {} } } };
    const api = readApiDocument({ ...old, securityDefinitions: schemes });
    expect([api.authentications.map(({ offer }) => offer), api.warnings]).toEqual([[{ type: 'bearer' }], []]);
  });

  it('of OpenAPI 3.1 has lists of types, texts and values as bodies, and a server only where it was fetched', () => {
    const api = readApiDocument(openapi31);
    expect(api.servers).toMatchObject([{ url: '/', problem: expect.stringContaining('relative') }]);
    expect(parameter(named(api, 'createNote'), 'title')).toMatchObject({ type: 'string', required: true });
    expect(parameter(named(api, 'createNote'), 'meta')?.schema).toMatchObject({
      additionalProperties: { type: 'string' },
    });
    expect(named(api, 'putRaw').body).toMatchObject({ mediaType: 'text/markdown', format: 'text' });
    expect(named(api, 'postAny').parameters).toMatchObject([{ name: 'body', type: 'object', required: true }]);
    expect(readApiDocument(openapi31, { address: 'http://a.example/x/doc.json' }).servers[0]?.url).toBe(
      'http://a.example/',
    );
  });

  it('of OpenAPI 3.2 has QUERY, further methods and whole queries', () => {
    const api = readApiDocument(openapi32);
    expect(api.operations.map(({ method, name }) => `${method} ${name}`)).toEqual([
      'GET get_search',
      'QUERY search',
      'PURGE purge',
    ]);
    expect(named(api, 'get_search').bindings).toMatchObject([{ in: 'querystring', name: '' }]);
  });

  it('of the examples is right', async () => {
    const text = await readFile(new URL('../../../../examples/weather-api.yaml', import.meta.url), 'utf8');
    const { operations, warnings } = await read(text);
    expect(operations).toMatchObject([{ name: 'forecast', bindings: [{}, {}, { explode: false }, {}] }]);
    expect(warnings).toEqual([]);
  });

  it.each([
    [{}, 'names no version'],
    [{ openapi: '4.0.0' }, '"4.0.0" is not supported'],
    [{ swagger: '1.2' }, 'not supported'],
    [{ openapi: '3.0.0', paths: {} }, 'no operation'],
    [[], 'top level'],
  ])('that is none is refused: %j', (root, message) => {
    expect(() => readApiDocument(root)).toThrow(message);
  });
});

describe('names', () => {
  it('keep to what models take, are unique, and have a key of their own', () => {
    const long = 'x'.repeat(300);
    const operation = (operationId?: unknown) => ({ get: { operationId } });
    const api = readApiDocument(
      minimal({
        '/a': operation('dup'),
        '/b': operation('dup'),
        '/c': operation('__proto__'),
        '/d': operation('获取天气'),
        '/e/{id}': operation(),
        '/f': operation(long),
        '/g': operation(`${long}y`),
        '/h': operation('constructor'),
        '/{获取}': operation(),
      }),
    );
    const names = api.operations.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(names.slice(0, 5)).toEqual(['dup', 'dup_2', 'proto', 'get_d', 'get_e_id']);
    expect(new Set(api.operations.map(({ key }) => key)).size).toBe(names.length);
    expect(api.operations[3]?.alias).toBe('获取天气');
    expect(api.warnings).toEqual([expect.stringContaining('2 operations have the operationId "dup"')]);
  });

  it('stay over imports: by operationId, else by method and path', () => {
    const before = readApiDocument(minimal({ '/a': { get: {}, post: { operationId: 'make' } } })).operations;
    const document = minimal({
      '/new': { post: { operationId: 'make' } },
      '/a': { get: { operationId: 'post_a' }, post: {} },
    });
    const after = readApiDocument(document, { known: before }).operations;
    expect(after.map(({ method, path, name }) => `${method} ${path} ${name}`)).toEqual([
      'POST /new make',
      'GET /a get_a',
      // The name of what was here is taken along by its operationId.
      'POST /a post_a',
    ]);
  });

  it('attack T10: of parameters reach no prototype', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"toString":{"type":"string"}}}',
    );
    const operation = get({
      parameters: [
        { name: '__proto__', in: 'query', schema: { type: 'string' } },
        { name: 'o', in: 'query', schema },
      ],
    });
    expect(operation.parameters.map(({ name }) => name)).toEqual(['proto', 'o']);
    const copied = operation.parameters[1]?.schema as { readonly properties: object };
    expect(Object.keys(copied.properties)).toEqual(['__proto__', 'toString']);
    expect(Object.getPrototypeOf(copied.properties)).toBe(Object.prototype);
  });
});

describe('attack T06: references', () => {
  it.each([
    'file:///etc/passwd',
    'http://127.0.0.1:1/x',
    './other.yaml#/a',
    '#anchor',
    '#/nowhere',
    '#/__proto__/x',
    '#/paths/constructor',
  ])('to %s are not followed, and said', ($ref) => {
    const document = minimal({
      '/a': { get: { parameters: [{ $ref }, { name: 'b', in: 'query', schema: { $ref } }] } },
      '/b': { $ref },
    });
    const { operations, warnings } = readApiDocument(document);
    expect(operations.map(({ parameters }) => parameters.map(({ name, type }) => `${name} ${type}`))).toEqual([
      ['b string'],
    ]);
    expect(warnings.join()).toContain(JSON.stringify($ref));
  });

  it('that lead in a circle end', () => {
    const document = minimal(
      {
        '/a': {
          get: {
            parameters: [
              { $ref: '#/components/parameters/A' },
              { name: 'b', in: 'query', schema: { $ref: '#/components/schemas/A' } },
            ],
          },
        },
      },
      {
        components: {
          parameters: { A: { $ref: '#/components/parameters/B' }, B: { $ref: '#/components/parameters/A' } },
          schemas: {
            A: { allOf: [{ $ref: '#/components/schemas/A' }, { oneOf: [{ $ref: '#/components/schemas/B' }] }] },
            B: {
              type: 'object',
              properties: { a: { $ref: '#/components/schemas/A' }, b: { $ref: '#/components/schemas/B' } },
            },
          },
        },
      },
    );
    expect(readApiDocument(document).warnings.join()).toContain('leads to itself');
  });
});

describe('attack T21: a document', () => {
  it('whose variables hold variables makes no address without end', () => {
    const names = Array.from({ length: 20 }, (_, index) => `v${index}`);
    const variables = Object.fromEntries(names.map((name, index) => [name, { default: `{v${index + 1}}`.repeat(40) }]));
    const servers = [{ url: 'https://{v0}', variables }];
    const [server] = readApiDocument(minimal({ '/a': { get: {} } }, { servers })).servers;
    if (server === undefined) throw new Error('it has a server');
    expect(serverUrl(server, {})).toEqual({ url: '', problem: expect.stringContaining('"v1" has no value') });
  });

  it('of aliases that multiply is refused', async () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let level = 1; level < 10; level += 1) {
      const aliases = Array.from({ length: 10 }, () => `*a${level - 1}`).join(', ');
      lines.push(`a${level}: &a${level} [${aliases}]`);
    }
    await expect(read(`openapi: 3.0.0\n${lines.join('\n')}`)).rejects.toMatchObject({
      code: 'tool-openapi.invalid_document',
      message: expect.stringContaining('aliases'),
    });
  });

  it('that is 100,000 levels deep is read no deeper than models are told', async () => {
    const deep = `${'{"type":"object","properties":{"a":'.repeat(100_000)}{}${'}}'.repeat(100_000)}`;
    const text = `{"openapi":"3.0.0","paths":{"/a":{"get":{"parameters":[{"name":"p","in":"query","schema":${deep}}]}}}}`;
    const [operation] = (await read(text)).operations;
    expect(JSON.stringify(operation).length).toBeLessThan(2_000);
    const yaml = `openapi: 3.0.0\nx: ${'['.repeat(100_000)}`;
    await expect(read(yaml)).rejects.toMatchObject({ message: expect.stringContaining('nested deeper') });
  });

  it('whose schemas put themselves together without end is cut', () => {
    const A = { allOf: Array.from({ length: 50 }, () => ({ $ref: '#/components/schemas/A' })), type: 'object' };
    const schema = { $ref: '#/components/schemas/A' };
    const parameters = [{ name: 'a', in: 'query', schema }];
    const { warnings } = readApiDocument(
      minimal({ '/a': { get: { parameters } } }, { components: { schemas: { A } } }),
    );
    expect(warnings.join()).toContain('so large');
  });

  it('that branches without end is cut, and says so', () => {
    const names = Array.from({ length: 50 }, (_, index) => `p${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/${name}` }]));
    const schemas = Object.fromEntries(names.map((name) => [name, { type: 'object', properties }]));
    const schema = { $ref: '#/components/schemas/p0' };
    const paths = Object.fromEntries(
      Array.from({ length: 2_100 }, (_, index) => [
        `/${index}`,
        { get: { parameters: [{ name: 'a', in: 'query', schema }] } },
      ]),
    );
    const { operations, warnings } = readApiDocument(minimal(paths, { components: { schemas } }));
    expect(operations).toHaveLength(2_000);
    expect(JSON.stringify(operations).length).toBeLessThan(4_000_000);
    expect(warnings.join()).toMatch(/more than 2000 operations.*|so large/);
  });
});
