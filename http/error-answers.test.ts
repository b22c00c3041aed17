import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ErrorKind, PlatformError } from '#kernel';
import { empty, json, Public, RawJson, type Route, route, text } from './contract.ts';
import { statusOf } from './status.ts';
import { testClient } from './testing/client.ts';
import { rawConnection } from './testing/raw-connection.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

const failing = (id: string, error: () => unknown, path = `/v1/${id}`): Route =>
  route({
    id,
    method: 'GET',
    path,
    access: Public,
    summary: id,
    handle: () => {
      throw error();
    },
  });

const reply = { method: 'GET', access: Public, summary: '' } as const;

const away = () => new PlatformError('unavailable', 'x.suspended', 'It goes on later', { retryAfter: 3 });

const uuid = { type: 'string', format: 'uuid' };
const unclonable = Object.assign(Object.create(null), { secret: 'hunter2' });

let running: TestServer;
let client: ReturnType<typeof testClient>;
beforeAll(async () => {
  running = await startTestServer({
    routes: [
      failing('mode', () => new PlatformError('invalid', 'delivery-api.not_chat_app', 'This app is a workflow')),
      failing('field', () => new PlatformError('invalid', 'x.invalid_param', 'query is required', { field: 'query' })),
      failing('other-field', () => new PlatformError('invalid', 'x.app_unavailable', 'no', { field: 'query' })),
      failing('limited', () => new PlatformError('limited', 'x.too_many_requests', 'slow', { retryAfter: 12.2 })),
      failing('internal', () => new PlatformError('internal', 'x.table_broken', 'SELECT hunter2')),
      failing('unknown', () => new Error('hunter2 at /root/secret')),
      failing('thrown-text', () => 'hunter2'),
      failing('thrown-null', () => null),
      failing('thrown-object', () => unclonable),
      route({ ...reply, id: 'json', path: '/v1/json', handle: () => json({ a: 'b' }) }),
      route({ ...reply, id: 'text', path: '/v1/text', handle: () => text('{"a":1}') }),
      failing('away', away),
      failing('console-away', away, '/console/away'),
      route({
        id: 'large',
        method: 'POST',
        path: '/v1/large',
        access: Public,
        summary: '',
        body: {},
        bodyLimit: 10,
        handle: () => json({}),
      }),
      route({
        id: 'guarded',
        method: 'POST',
        path: '/v1/guarded',
        access: Public,
        summary: '',
        body: {
          type: 'object',
          required: ['user', 'inputs'],
          properties: { user: { type: 'string', minLength: 1 }, inputs: { type: 'object' }, page: { type: 'integer' } },
        },
        guard: ({ body }) => {
          const isRight = typeof body === 'object' && body !== null && 'mode' in body;
          if (!isRight) throw new PlatformError('invalid', 'x.not_chat_app', 'wrong mode');
        },
        handle: ({ body }) => json(body),
      }),
      route({
        id: 'query',
        method: 'GET',
        path: '/v1/query/:id',
        access: Public,
        summary: '',
        params: { type: 'object', properties: { id: uuid } },
        query: {
          type: 'object',
          properties: {
            limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
            on: { type: 'boolean' },
            sort: { enum: ['up', 'down'] },
            tags: { type: 'array', items: { type: 'string' } },
            name: { type: 'string' },
          },
        },
        handle: ({ query }) => json(query),
      }),
      route({
        id: 'strict',
        method: 'GET',
        path: '/strict',
        access: Public,
        summary: '',
        query: { type: 'object', additionalProperties: false, properties: { a: { type: 'string' } } },
        handle: () => json({}),
      }),
      route({
        id: 'raw',
        method: 'GET',
        path: '/raw',
        access: Public,
        summary: '',
        handle: ({ query }) => json(query),
      }),
      route({ id: 'created', method: 'POST', path: '/created', access: Public, summary: '', handle: () => empty(201) }),
      route({
        id: 'kinds',
        method: 'GET',
        path: '/kinds/:kind',
        access: Public,
        summary: '',
        handle: ({ params }) => {
          if (params.kind === 'empty') return empty();
          if (params.kind === 'text') return text('caf\u00e9', { headers: { 'X-Mine': 'yes' }, status: 202 });
          return json({ a: [new RawJson('{"b" : 1}'), undefined], skipped: undefined, when: new Date(0) });
        },
      }),
    ],
  });
  client = testClient(running.address);
});
afterAll(() => running.close());

describe('an error answer', () => {
  it('carries the code after the dot, the message and the status', async () => {
    const { status, headers, body } = await client.request('/v1/mode');
    expect(body).toEqual({ code: 'not_chat_app', message: 'This app is a workflow', status: 400 });
    expect([status, headers.get('content-type')]).toEqual([400, 'application/json']);
    expect(headers.get('x-version')).toBe('0.0.0-test');
  });

  it('names the field only with invalid_param', async () => {
    expect((await client.request('/v1/field')).body).toEqual({
      code: 'invalid_param',
      message: 'query is required',
      status: 400,
      params: 'query',
    });
    expect((await client.request('/v1/other-field')).body).not.toHaveProperty('params');
  });

  it('says when to try again, in whole seconds', async () => {
    const { status, headers } = await client.request('/v1/limited');
    expect([status, headers.get('retry-after')]).toEqual([429, '13']);
  });

  it.each(['internal', 'unknown', 'thrown-text', 'thrown-null', 'thrown-object'])(
    'keeps the text of an unexpected failure in the log (%s)',
    async (id) => {
      const { status, body, headers, text: raw } = await client.request(`/v1/${id}`);
      expect([status, body]).toEqual([500, expect.objectContaining({ code: 'internal_server_error', status: 500 })]);
      expect(raw).not.toMatch(/hunter2|SELECT|table_broken|root/);
      const logged = running.log.filter(
        ({ fields }) => 'requestId' in fields && fields.requestId === headers.get('x-request-id'),
      );
      expect(logged).toHaveLength(1);
    },
  );

  it('says of what is unavailable under /v1 what the contract has for it; the log keeps the code', async () => {
    const { status, headers, body } = await client.request('/v1/away');
    expect(body).toEqual({ code: 'internal_server_error', message: 'It goes on later', status: 500 });
    expect([status, headers.get('retry-after')]).toEqual([500, '3']);
    const requestId = headers.get('x-request-id');
    expect(running.log.filter(({ fields }) => 'requestId' in fields && fields.requestId === requestId)).toMatchObject([
      { level: 'warn', fields: { err: { code: 'x.suspended' } } },
    ]);
  });

  it('says of what is unavailable elsewhere that it is', async () => {
    const { status, headers, body } = await client.request('/console/away');
    expect(body).toEqual({ code: 'suspended', message: 'It goes on later', status: 503 });
    expect([status, headers.get('retry-after')]).toEqual([503, '3']);
  });

  it('has no code of its own for a body that is too large under /v1', async () => {
    const { status, body } = await client.request('/v1/large', { body: { a: 'x'.repeat(20) } });
    expect([status, body]).toEqual([413, expect.objectContaining({ code: 'bad_request', status: 413 })]);
  });

  it('keeps a sane request id and replaces any other', async () => {
    const idFor = async (id: string) =>
      (await client.request('/v1/mode', { headers: { 'x-request-id': id } })).headers.get('x-request-id');
    expect(await idFor('trace-0123456789')).toBe('trace-0123456789');
    const fresh = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    for (const id of ['short', 'has space in it', '<script>alert(1)</script>', 'x'.repeat(200)]) {
      expect(await idFor(id)).toMatch(fresh);
    }
  });
});

describe('the status', () => {
  it.each<[ErrorKind, number]>([
    ['invalid', 400],
    ['unauthenticated', 401],
    ['forbidden', 403],
    ['not-found', 404],
    ['conflict', 409],
    ['limited', 429],
    ['unavailable', 503],
    ['internal', 500],
  ])('of kind %s is %i', (kind, status) => {
    expect(statusOf(kind, 'some_reason')).toBe(status);
  });

  it.each<[string, ErrorKind, number]>([
    ['method_not_allowed', 'invalid', 405],
    ['human_input_form_submitted', 'conflict', 412],
    ['human_input_form_expired', 'conflict', 412],
    ['file_too_large', 'invalid', 413],
    ['audio_too_large', 'invalid', 413],
    ['unsupported_file_type', 'invalid', 415],
    ['unsupported_audio_type', 'invalid', 415],
    ['dataset_name_duplicate', 'conflict', 409],
    ['provider_not_initialize', 'unavailable', 400],
    ['provider_quota_exceeded', 'unavailable', 400],
    ['model_currently_not_support', 'unavailable', 400],
    ['completion_request_error', 'unavailable', 400],
    ['constructor', 'invalid', 400],
  ])('of code %s (%s) is %i', (code, kind, status) => {
    expect(statusOf(kind, code)).toBe(status);
  });
});

describe('validation', () => {
  const post = (body: unknown) => client.request('/v1/guarded', { body });

  it('comes after the guard', async () => {
    expect((await post({})).body).toMatchObject({ code: 'not_chat_app' });
    expect((await post({ mode: 1 })).body).toMatchObject({ code: 'invalid_param' });
  });

  it('reports the first error in words, with the field', async () => {
    expect((await post({ mode: 1, inputs: {} })).body).toEqual({
      code: 'invalid_param',
      message: 'user is required',
      status: 400,
      params: 'user',
    });
    expect((await post({ mode: 1, user: 'u', inputs: [] })).body).toMatchObject({
      message: 'inputs must be an object',
      params: 'inputs',
    });
  });

  it('lets unknown fields pass and converts nothing in a body', async () => {
    const body = { mode: 1, user: 'u', inputs: { a: 1 }, more: [1] };
    expect((await post(body)).body).toEqual(body);
    expect((await post({ mode: 1, user: 7, inputs: {} })).body).toMatchObject({ params: 'user' });
    expect((await post({ mode: 1, user: 'u', inputs: {}, page: '1' })).body).toMatchObject({ params: 'page' });
  });

  const id = '0196d8a4-3b52-7c11-9a43-5d1f5e0c7a10';
  const query = async (search: string) => (await client.request(`/v1/query/${id}${search}`)).body;

  it('converts query texts to the types of the schema and fills in defaults', async () => {
    expect(await query('?limit=5&on=true&tags=a&tags=b&name=7')).toEqual({
      limit: 5,
      on: true,
      tags: ['a', 'b'],
      name: '7',
    });
    expect(await query('?tags=a')).toEqual({ limit: 20, tags: ['a'] });
    // Clients write what they have not as nothing, and true as their language does.
    expect(await query('?limit=&on=&sort=&tags=a&name=')).toEqual({ limit: 20, tags: ['a'], name: '' });
    for (const yes of ['True', '1', 'yes', 'on']) expect(await query(`?tags=a&on=${yes}`)).toMatchObject({ on: true });
    for (const no of ['False', '0', 'no', 'OFF']) expect(await query(`?tags=a&on=${no}`)).toMatchObject({ on: false });
    expect(await query('?tags=a&on=__proto__')).toMatchObject({ code: 'invalid_param', params: 'on' });
    expect(await query('?name=a&name=b&unknown=%20x&__proto__=1')).toMatchObject({ name: 'b', unknown: ' x' });
  });

  it.each(['limit=0', 'limit=101', 'limit=abc', 'limit=1.5', 'limit=%20', 'limit=%00'])(
    'refuses %s',
    async (search) => {
      expect(await query(`?${search}`)).toMatchObject({ code: 'invalid_param', params: 'limit' });
    },
  );

  it('finds nothing under an id that is no UUID', async () => {
    expect((await client.request('/v1/query/7')).body).toMatchObject({ code: 'not_found', status: 404 });
  });

  it('refuses unknown fields where the schema does', async () => {
    expect((await client.request('/strict?a=1&b=2')).body).toMatchObject({
      code: 'invalid_param',
      message: 'b is not a known field',
    });
  });

  it('keeps the last of repeated values where there is no schema', async () => {
    expect((await client.request('/raw?a=1&a=2&b=x%2By+z')).body).toEqual({ a: '2', b: 'x+y z' });
  });
});

describe('an ordinary answer', () => {
  it('is 204 without a byte of body', async () => {
    const { status, headers, text: raw } = await client.request('/kinds/empty');
    expect([status, raw, headers.get('content-type'), headers.get('content-length')]).toEqual([204, '', null, null]);
  });

  it('keeps the status of an empty body', async () => {
    const { status, headers, text: raw } = await client.request('/created', { method: 'POST' });
    expect([status, raw, headers.get('content-length')]).toEqual([201, '', '0']);
  });

  it('is a text with its type, status and headers', async () => {
    const { status, headers, text: raw } = await client.request('/kinds/text');
    expect([status, raw, headers.get('x-mine')]).toEqual([202, 'caf\u00e9', 'yes']);
    expect([headers.get('content-type'), headers.get('content-length')]).toEqual(['text/plain; charset=utf-8', '5']);
  });

  it('inserts raw JSON as it is', async () => {
    const { text: raw, headers } = await client.request('/kinds/json');
    expect(raw).toBe('{"a":[{"b" : 1},null],"when":"1970-01-01T00:00:00.000Z"}\n');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('cross-origin calls', () => {
  it('are allowed to /v1 from anywhere, without credentials, also for errors', async () => {
    const { status, headers } = await client.request('/v1/mode', { headers: { origin: 'https://any.example' } });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([400, '*']);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    const exposed = headers.get('access-control-expose-headers');
    for (const name of [
      'X-Request-Id',
      'Retry-After',
      'RateLimit-Remaining',
      'Idempotency-Replayed',
      'X-Workflow-Run-ID',
    ])
      expect(exposed).toContain(name);
  });

  it('are announced by the preflight', async () => {
    const { status, headers, text: raw } = await client.request('/v1/anything', { method: 'OPTIONS' });
    expect([status, raw]).toEqual([204, '']);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-headers')).toBe(
      'Content-Type, Authorization, X-App-Code, Idempotency-Key, Last-Event-ID, Range, X-Request-Id, X-Trace-Id, X-Trace-Session-Id, traceparent',
    );
    expect(headers.get('access-control-allow-methods')).toBe('GET, PUT, POST, DELETE, OPTIONS, PATCH');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('are not allowed to anything else', async () => {
    for (const path of ['/raw', '/v1x', '/V1/mode']) {
      const { headers } = await client.request(path, { headers: { origin: 'https://any.example' } });
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
    expect((await client.request('/raw', { method: 'OPTIONS' })).status).toBe(405);
  });
});

describe('a JSON answer', () => {
  it.each(['/v1/mode', '/v1/internal', '/v1/away', '/console/away', '/v1/nowhere', '/nowhere', '/v1/json'])(
    'ends with a newline, and is as long as it says: %s',
    async (path) => {
      const answer = await client.request(path);
      expect(answer.text).toMatch(/^\{.*\}\n$/);
      expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(answer.text)));
    },
  );

  it('does so also where the request can not be read', async () => {
    const connection = await rawConnection(running.address);
    connection.send('NONSENSE\r\n\r\n');
    expect(await connection.closed()).toMatch(/\r\n\r\n\{"code":"bad_request".*\}\n$/);
  });

  it('is not what texts of other kinds are', async () => {
    expect((await client.request('/v1/text')).text).toBe('{"a":1}');
  });
});
