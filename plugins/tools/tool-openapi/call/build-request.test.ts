import { describe, expect, it } from 'vitest';
import { readApiDocument } from '#plugins/tool-openapi/document/api-document.ts';
import type { Binding, Operation } from '#plugins/tool-openapi/operation.ts';
import { openapi32, swagger2 } from '#plugins/tool-openapi/testing/petstore.ts';
import { buildRequest } from './build-request.ts';
import { withCredentials } from './credentials.ts';

const server = 'https://api.example/v1';
const file = {
  dify_model_identity: '__dify__file__',
  type: 'image',
  transfer_method: 'local_file',
  filename: 'a"\r\nb.png',
};
const readFile = async () => ({ filename: file.filename, mediaType: 'image/png', bytes: Buffer.from('PNG') });
const build = (operation: Operation, given: object) =>
  buildRequest(operation, server, given as Record<string, unknown>, readFile);
const operationOf = (document: unknown, name: string) =>
  readApiDocument(document).operations.find((operation) => operation.name === name) as Operation;

/** An operation with one parameter. */
function withParameter(binding: Partial<Binding>, path = '/a'): Operation {
  const usual = { parameter: 'p', in: 'query', name: 'p', style: 'form', explode: true } as const;
  const [operation] = readApiDocument({ openapi: '3.0.0', paths: { [path]: { get: {} } } }).operations;
  return { ...(operation as Operation), path, bindings: [{ ...usual, ...binding }] };
}

describe('a value is written', () => {
  const list = ['blue', 'bl ack', 3];
  const map = { R: 100, G: 'a&b' };
  // The table of the specification (OpenAPI, style examples).
  it.each<[Partial<Binding>, unknown, string]>([
    [{}, 'a b&c=d', 'p=a%20b%26c%3Dd'],
    [{}, true, 'p=true'],
    [{}, list, 'p=blue&p=bl%20ack&p=3'],
    [{ explode: false }, list, 'p=blue,bl%20ack,3'],
    [{ explode: false, style: 'spaceDelimited' }, list, 'p=blue%20bl%20ack%203'],
    [{ explode: false, style: 'pipeDelimited' }, list, 'p=blue%7Cbl%20ack%7C3'],
    [{ explode: false, style: 'tab' }, list, 'p=blue%09bl%20ack%093'],
    [{}, map, 'R=100&G=a%26b'],
    [{ explode: false }, map, 'p=R,100,G,a%26b'],
    [{ style: 'deepObject' }, { a: { b: 1 }, c: [1, 2] }, 'p%5Ba%5D%5Bb%5D=1&p%5Bc%5D=1&p%5Bc%5D=2'],
    [{ style: 'json' }, map, 'p=%7B%22R%22%3A100%2C%22G%22%3A%22a%26b%22%7D'],
    [{ allowReserved: true }, 'a/b?c#d&e', 'p=a/b?c%23d%26e'],
    [{ name: 'ids[]' }, [1], 'ids%5B%5D=1'],
  ])('into a query: %j of %j', async (binding, value, query) => {
    expect((await build(withParameter(binding), { p: value })).url.search).toBe(`?${query}`);
  });

  it.each<[Partial<Binding>, unknown, string]>([
    [{ style: 'simple', explode: false }, 'a/b', 'a%2Fb'],
    [{ style: 'simple', explode: false }, list, 'blue,bl%20ack,3'],
    [{ style: 'simple', explode: true }, { R: 1 }, 'R=1'],
    [{ style: 'label', explode: true }, list, '.blue.bl%20ack.3'],
    [{ style: 'matrix', explode: false }, list, ';p=blue,bl%20ack,3'],
    [{ style: 'matrix', explode: true }, { R: 1, G: 2 }, ';R=1;G=2'],
  ])('into a path: %j of %j', async (binding, value, path) => {
    const operation = withParameter({ in: 'path', ...binding }, '/x/{p}/y');
    expect((await build(operation, { p: value })).url.pathname).toBe(`/v1/x/${path}/y`);
  });

  it('as forms and files', async () => {
    const form = await build(operationOf(swagger2('a.example'), 'updatePetWithForm'), { petId: 7, name: 'a b&c' });
    expect([form.url.pathname, form.body]).toEqual(['/v1/pet/7', 'name=a+b%26c']);
    const upload = await build(operationOf(swagger2('a.example'), 'uploadFile'), {
      petId: 7,
      file,
      additionalMetadata: 'x',
    });
    const text = Buffer.from(upload.body as Uint8Array).toString();
    expect(text).toContain('name="file"; filename="a%22%0D%0Ab.png"\r\nContent-Type: image/png\r\n\r\nPNG\r\n');
    expect(text).toContain('name="additionalMetadata"\r\n\r\nx\r\n');
  });

  it('as a whole query, and as JSON that stays as it is', async () => {
    expect((await build(operationOf(openapi32, 'get_search'), { parameter: { q: 'x y' } })).url.search).toBe(
      '?q=x%20y',
    );
    const add = await build(operationOf(swagger2('a.example'), 'addPet'), { name: 'x', category: { id: 1 } });
    expect(add.body).toBe('{"category":{"id":1},"name":"x"}');
  });
});

describe('attack T07: a value of a path', () => {
  const operation = withParameter({ in: 'path', style: 'simple', explode: false }, '/users/{p}');
  it.each(['..', '.', '', null, '%2e%2e'])('that is %j does not leave its place', async (p) => {
    const built = build(operation, { p });
    // An encoded one is encoded once more, and is a name like any other.
    if (p === '%2e%2e') expect((await built).url.pathname).toBe('/v1/users/%252e%252e');
    else await expect(built).rejects.toMatchObject({ code: 'tool-openapi.invalid_argument' });
  });

  it.each(['../admin', '..\\admin', 'a?x=1', 'a#b', '/', '//evil.example', '@evil.example'])(
    '%j is one name',
    async (p) => {
      const { url } = await build(operation, { p });
      expect([url.origin, url.pathname.split('/').length, url.search]).toEqual(['https://api.example', 4, '']);
    },
  );

  it('puts no two dots together out of two values', async () => {
    const two = { ...operation, path: '/users/{p}{p}' };
    await expect(build(two, { p: '.' })).rejects.toMatchObject({ code: 'tool-openapi.invalid_argument' });
  });
});

it('attack T11: a header of a caller is one line', async () => {
  const operation = withParameter({ in: 'header', name: 'X-A', style: 'simple' });
  await expect(build(operation, { p: 'a\r\nHost: evil' })).rejects.toMatchObject({
    code: 'tool-openapi.invalid_argument',
  });
});

describe('credentials', () => {
  const provider = (authentication: object) =>
    ({ authentication, serverUrl: server }) as Parameters<typeof withCredentials>[1];
  const known = { credentials: { key: 'k 1', username: 'u', password: 'p:w', token: 't' }, token: 'oauth' };
  const plain = () => build(withParameter({}), { p: '1' });

  it.each([
    [{ type: 'none' }, undefined],
    [{ type: 'api_key', in: 'header', name: 'X-Key' }, ['X-Key', 'k 1']],
    [{ type: 'api_key', in: 'header', name: 'Authorization', prefix: 'Token' }, ['Authorization', 'Token k 1']],
    [{ type: 'api_key', in: 'cookie', name: 'sid' }, ['Cookie', 'sid=k%201']],
    [{ type: 'basic' }, ['Authorization', `Basic ${btoa('u:p:w')}`]],
    [{ type: 'bearer' }, ['Authorization', 'Bearer t']],
    [{ type: 'oauth2_client_credentials' }, ['Authorization', 'Bearer oauth']],
  ])('of the kind %j are sent', async (authentication, header) => {
    const { headers, secretHeaders } = withCredentials(await plain(), provider(authentication), known);
    expect(headers.slice(1)).toEqual(header === undefined ? [] : [header]);
    expect(secretHeaders).toEqual(header === undefined ? [] : [header[0]]);
  });

  it('take the place of what a caller gives', async () => {
    const query = await build(withParameter({ name: 'key' }), { p: 'theirs' });
    expect(withCredentials(query, provider({ type: 'api_key', in: 'query', name: 'key' }), known).url).toContain(
      '?key=k+1',
    );
    const header = await build(withParameter({ in: 'header', name: 'x-key' }), { p: 'theirs' });
    const sent = withCredentials(header, provider({ type: 'api_key', in: 'header', name: 'X-Key' }), known);
    expect(JSON.stringify(sent.headers)).not.toContain('theirs');
    const cookie = await build(withParameter({ in: 'cookie', name: 'sid' }), { p: 'theirs' });
    const key = { credentials: { key: 'a;b="c", d\\' }, token: null };
    const own = (name: string) => withCredentials(cookie, provider({ type: 'api_key', in: 'cookie', name }), key);
    expect(own('sid').headers.at(-1)).toEqual(['Cookie', 'sid=a%3Bb=%22c%22%2C%20d%5C']);
    expect(own('other').headers.at(-1)).toEqual(['Cookie', 'sid=theirs; other=a%3Bb=%22c%22%2C%20d%5C']);
  });

  it('attack T11: are not for another origin', async () => {
    const elsewhere = await buildRequest(withParameter({}), 'https://api.example:444/v1', {}, readFile);
    for (const authentication of [{ type: 'bearer' }, { type: 'api_key', in: 'query', name: 'key' }]) {
      const { url, headers } = withCredentials(elsewhere, provider(authentication), known);
      expect([url, headers.length]).toEqual(['https://api.example:444/v1/a', 1]);
    }
  });
});
