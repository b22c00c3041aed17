import { describe, expect, it } from 'vitest';
import type { FileValue } from '#engine';
import { MORE_THAN_BUFFERED, startDeafServer } from '#plugins/egress/testing/deaf-server.ts';
import { startServer } from '#plugins/egress/testing/local-server.ts';
import { compileHttp } from './compiled.ts';
import { type Answer, exchange, OK, send } from './testing/exchange.ts';

const file = (url: string, filename = 'a".txt'): FileValue => ({
  dify_model_identity: '__dify__file__',
  id: null,
  type: 'document',
  transfer_method: 'remote_url',
  remote_url: url,
  related_id: null,
  filename,
  extension: '.txt',
  mime_type: 'text/plain',
  size: 3,
  url,
});

describe('the request', () => {
  it('fills in url, headers as one text, and repeated params after splitting', async () => {
    const { seen } = await exchange(
      (server) => ({
        method: 'PoSt',
        url: `${server.url}/{{#in.path#}}?first=0`,
        headers: 'X-A : one:two\n{{#in.lines#}}\n\nnocolon',
        params: 'q:{{#in.odd#}}\nq: b\n:dropped',
      }),
      { parts: { values: { 'in.path': 'deep', 'in.lines': 'X-B: b\nX-C: c', 'in.odd': 'a&b:\nc' } } },
    );
    expect(seen.method).toBe('POST');
    expect(seen.url).toBe('/deep?first=0&q=a%26b%3A%0Ac&q=b');
    expect(seen.headers).toMatchObject({ 'x-a': 'one:two', 'x-b': 'b', 'x-c': 'c', nocolon: '' });
  });

  it.each([
    ['bearer', 'k', '', 'authorization', 'Bearer k'],
    ['basic', 'user:pass', '', 'authorization', `Basic ${Buffer.from('user:pass').toString('base64')}`],
    ['basic', 'dXNlcjpwYXNz', '', 'authorization', 'Basic dXNlcjpwYXNz'],
    ['custom', 'k', 'X-Api-Key', 'x-api-key', 'k'],
  ])('authorizes by %s with %s', async (type, key, header, name, value) => {
    const { seen } = await exchange((server) => ({
      url: server.url,
      authorization: { type: 'api-key', config: { type, api_key: key, header } },
    }));
    expect(seen.headers[name]).toBe(value);
  });

  it.each(['options', 'PROPFIND', 'report', 'M-SEARCH'])('is sent by %s', async (method) => {
    const { seen } = await exchange((server) => ({ method, url: server.url }));
    expect(seen.method).toBe(method.toUpperCase());
  });

  it('refuses an empty key, another scheme, an unknown method', async () => {
    const authorization = { type: 'api-key', config: { type: 'bearer', api_key: '' } };
    await expect(send({ url: 'http://127.0.0.1/', authorization })).rejects.toMatchObject({
      type: 'AuthorizationConfigError',
    });
    await expect(send({ url: 'ftp://127.0.0.1/' })).rejects.toMatchObject({ type: 'InvalidURLError' });
    await expect(send({ url: '127.0.0.1' })).rejects.toMatchObject({ type: 'InvalidURLError' });
    for (const method of ['connect', 'trace', 'GET /', '']) {
      const refused = send({ url: 'http://127.0.0.1:1/', method });
      // Without one it is GET, and nobody listens there.
      const type = method === '' ? 'HttpRequestNodeError' : 'InvalidHttpMethodError';
      await expect(refused).rejects.toMatchObject({ type });
    }
  });

  it('repairs JSON and keeps whole floats', async () => {
    const body = {
      type: 'json',
      data: [{ type: 'text', key: '', value: '{a: 1.0, \'b\': {{#in.n#}}, "c": [1,2,],}' }],
    };
    const { seen } = await exchange((server) => ({ method: 'post', url: server.url, body }), {
      parts: { values: { 'in.n': 2 } },
    });
    expect(seen.body.toString()).toBe('{"a":1.0,"b":2,"c":[1,2]}');
    expect(seen.headers['content-type']).toBe('application/json');
  });

  it("keeps the user's content type, but not over a multipart body", async () => {
    const own = { headers: 'Content-Type: application/vnd.own+json' };
    const json = await exchange((server) => ({
      ...own,
      method: 'post',
      url: server.url,
      body: { type: 'json', data: [{ value: '{}' }] },
    }));
    expect(json.seen.headers['content-type']).toBe('application/vnd.own+json');
    const items = [
      { type: 'text', key: 'a', value: '1' },
      { type: 'text', key: 'a', value: '2' },
    ];
    const form = await exchange((server) => ({
      ...own,
      method: 'post',
      url: server.url,
      body: { type: 'form-data', data: items },
    }));
    expect(form.seen.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(form.seen.body.toString().match(/name="a"\r\n\r\n[12]/g)).toHaveLength(2);
    const empty = await exchange((server) => ({
      method: 'post',
      url: server.url,
      body: { type: 'form-data', data: [] },
    }));
    expect(empty.seen.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  });

  it('sends pairs, raw text, and one item only', async () => {
    const pairs = [
      { key: 'a', value: 'x y' },
      { key: 'a', value: 'ü&' },
    ];
    const form = await exchange((server) => ({
      method: 'post',
      url: server.url,
      body: { type: 'x-www-form-urlencoded', data: pairs },
    }));
    expect(form.seen.body.toString()).toBe('a=x+y&a=%C3%BC%26');
    const raw = await exchange((server) => ({
      method: 'put',
      url: server.url,
      body: { type: 'raw-text', data: 'plain' },
    }));
    expect(raw.seen).toMatchObject({ method: 'PUT', headers: { 'content-type': 'text/plain' } });
    for (const type of ['json', 'raw-text', 'binary']) {
      const body = { type, data: [{ value: '1' }, { value: '2' }] };
      await expect(send({ url: 'http://127.0.0.1/', body })).rejects.toMatchObject({ type: 'RequestBodyError' });
    }
  });

  it('trap 19: http: body string, repeated params, multipart without files, basic without colon', async () => {
    const { seen } = await exchange((server) => ({
      method: 'post',
      url: server.url,
      params: 'tag: a\ntag: b',
      authorization: { type: 'api-key', config: { type: 'basic', api_key: 'dXNlcjpwYXNz' } },
      body: { type: 'raw-text', data: 'as older documents write it' },
    }));
    expect(seen.url).toBe('/?tag=a&tag=b');
    expect(seen.headers.authorization).toBe('Basic dXNlcjpwYXNz');
    expect(seen.body.toString()).toBe('as older documents write it');
    const body = { type: 'form-data', data: [{ type: 'text', key: 'a', value: '1' }] };
    const form = await exchange((server) => ({ method: 'post', url: server.url, body }));
    expect(form.seen.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    const empty = { type: 'raw-text', data: '' };
    await expect(send({ url: 'http://127.0.0.1/', body: empty })).rejects.toMatchObject({ type: 'RequestBodyError' });
  });

  it('sends files given by address, in forms and as the body', async () => {
    await using source = await startServer((_request, response) => response.end('abc'));
    const values = {
      'in.file': file(`${source.url}/a.txt`),
      'in.files': [file(`${source.url}/a.txt`), file(`${source.url}/b.txt`, 'b\r\n.txt')],
    };
    const form = { type: 'form-data', data: [{ type: 'file', key: 'f', file: ['in', 'files'] }] };
    const sent = await exchange((server) => ({ method: 'post', url: server.url, body: form }), { parts: { values } });
    expect(sent.seen.body.toString()).toContain('name="f"; filename="a%22.txt"\r\nContent-Type: text/plain\r\n\r\nabc');
    expect(sent.seen.body.toString()).toContain('filename="b%0D%0A.txt"');
    const binary = { type: 'binary', data: [{ file: ['in', 'file'] }] };
    const raw = await exchange((server) => ({ method: 'post', url: server.url, body: binary }), { parts: { values } });
    expect(raw.seen.body.toString()).toBe('abc');
    expect(raw.seen.headers['content-type']).toBe('application/octet-stream');
  });

  it('can not be split by a value with a line break', async () => {
    const data = {
      url: 'http://127.0.0.1:1/',
      authorization: { type: 'api-key', config: { type: 'custom', header: 'X', api_key: 'a\r\nEvil: 1' } },
    };
    await expect(send(data)).rejects.toMatchObject({ code: 'egress.invalid_request' });
  });
});

describe('the answer', () => {
  const typed = (type: string | undefined, body: string | Buffer, more: Record<string, string> = {}): Answer => {
    return (_request, response) =>
      response.writeHead(200, { ...(type === undefined ? {} : { 'content-type': type }), ...more }).end(body);
  };

  it.each([
    ['text/plain', 'x'],
    ['text/html; charset=utf-8', '<p>'],
    ['application/json', '{}'],
    ['application/problem+json', '{}'],
    ['application/xml', '<a/>'],
    ['application/javascript', '1'],
    ['application/x-yaml', 'a: 1'],
    ['application/octet-stream', '{"a":1}'],
    [undefined, 'plain'],
  ])('of type %s is text', async (type, body) => {
    const { result } = await exchange((server) => ({ url: server.url }), { answer: typed(type, body) });
    expect(result.outputs).toMatchObject({ status_code: 200, body, files: [] });
  });

  it.each([
    ['text/csv', 'a,b', {}, 'document'],
    ['image/png', '\x89PNG', {}, 'image'],
    ['audio/mpeg', 'ID3', {}, 'audio'],
    ['application/pdf', '%PDF\0', {}, 'document'],
    ['application/octet-stream', '\0\x01', {}, 'custom'],
    ['text/plain', 'x', { 'content-disposition': 'attachment' }, 'document'],
    ['application/json', '{}', { 'content-disposition': 'inline; filename="../../etc/report.txt"' }, 'document'],
  ])('of type %s is a file', async (type, body, more, kind) => {
    const path = kind === 'document' && type === 'text/csv' ? '/table.csv' : '/x';
    const { result } = await exchange((server) => ({ url: `${server.url}${path}` }), {
      answer: typed(type, Buffer.from(body, 'latin1'), more),
    });
    expect(result.outputs).toMatchObject({
      body: '',
      files: [{ type: kind, transfer_method: 'tool_file', size: body.length }],
    });
    expect(JSON.stringify(result.outputs.files)).not.toContain('..');
  });

  it('is decoded from its charset and unpacked', async () => {
    const latin = await exchange((server) => ({ url: server.url }), {
      answer: typed('text/plain; charset=ISO-8859-1', Buffer.from('größe', 'latin1')),
    });
    expect(latin.result.outputs.body).toBe('größe');
    const odd = await exchange((server) => ({ url: server.url }), {
      answer: typed('text/plain; charset=nonsense', 'größe'),
    });
    expect(odd.result.outputs.body).toBe('größe');
  });

  it('is read by its head or its bytes where no charset is declared, and a guess is told', async () => {
    const read = (type: string | undefined, body: string | Buffer) =>
      exchange((server) => ({ url: server.url }), { answer: typed(type, body) }).then(({ result }) => result);
    const greeting = Buffer.from('c4e3bac3a3accac0bde7', 'hex');
    for (const type of ['text/html', 'text/plain', undefined]) {
      const { outputs, processData } = await read(type, greeting);
      expect(outputs.body).toBe('你好，世界');
      expect(processData).not.toHaveProperty('note');
    }
    const page = Buffer.concat([Buffer.from('<meta charset="gbk"><p>'), greeting]);
    expect((await read('text/html', page)).outputs.body).toContain('你好，世界');
    expect((await read('text/plain', Buffer.from([0xb1]))).processData?.note).toContain('names no charset');
  });

  it('to HEAD has no body', async () => {
    const { result } = await exchange((server) => ({ method: 'head', url: server.url }), {
      answer: typed('image/png', '', { 'content-length': '99000000' }),
    });
    expect(result.outputs).toMatchObject({ status_code: 200, body: '' });
  });

  it('is limited to 1 MB of text and 10 MB of file', async () => {
    const megabyte = 1024 * 1024;
    const run = (type: string, size: number) =>
      exchange((server) => ({ url: server.url }), { answer: typed(type, Buffer.alloc(size, 'x')) });
    expect((await run('text/plain', megabyte)).result.outputs.body).toHaveLength(megabyte);
    await expect(run('text/plain', megabyte + 1)).rejects.toMatchObject({ type: 'ResponseSizeError' });
    expect((await run('image/png', 10 * megabyte)).result.outputs.files).toHaveLength(1);
    await expect(run('image/png', 10 * megabyte + 1)).rejects.toMatchObject({ type: 'ResponseSizeError' });
  });

  it('trap 19: http: 404 without error strategy succeeds, unless something handles the failure', async () => {
    const answer: Answer = (_request, response) => response.writeHead(404, { 'content-type': 'text/plain' }).end('no');
    const plain = await exchange((server) => ({ url: server.url }), { answer });
    expect(plain.result.outputs).toMatchObject({ status_code: 404, body: 'no' });
    for (const more of [
      { error_strategy: 'fail-branch' },
      { error_strategy: 'default-value' },
      { retry_config: { retry_enabled: true } },
    ]) {
      await expect(exchange((server) => ({ url: server.url, ...more }), { answer })).rejects.toMatchObject({
        type: 'HTTPResponseCodeError',
      });
    }
    const off = { error_strategy: 'none', retry_config: { retry_enabled: false } };
    await expect(exchange((server) => ({ url: server.url, ...off }), { answer })).resolves.toBeDefined();
  });

  it('that never comes ends at the read timeout', async () => {
    await expect(
      exchange((server) => ({ url: server.url, timeout: { read: 0.1 } }), { answer: () => {} }),
    ).rejects.toMatchObject({
      type: 'HttpRequestNodeError',
      code: 'egress.timeout',
    });
  });
});

describe('a server that never reads the body', () => {
  it('ends the node at the write timeout', async () => {
    await using deaf = await startDeafServer();
    const pieces = 32;
    const data = Array.from({ length: pieces }, () => ({ type: 'text', key: 'a', value: '{{#in.text#}}' }));
    const body = { type: 'form-data', data };
    const values = { 'in.text': 'x'.repeat(MORE_THAN_BUFFERED / pieces) };
    const timeout = { connect: 10, read: 60, write: 0.2 };
    await expect(send({ method: 'post', url: deaf.url, body, timeout }, { values })).rejects.toMatchObject({
      type: 'HttpRequestNodeError',
      code: 'egress.timeout',
      message: expect.stringContaining('stopped taking the request'),
    });
  });

  it.each([
    [{}, { connect: 10_000, read: 600_000, write: 600_000 }],
    [null, { connect: 10_000, read: 600_000, write: 600_000 }],
    [
      { connect: 0, read: 0, write: 0 },
      { connect: 10_000, read: 600_000, write: 600_000 },
    ],
    [
      { connect: '5', read: 20.5, write: 30 },
      { connect: 5_000, read: 20_500, write: 30_000 },
    ],
    [
      { connect: 99, read: 9_999, write: 9_999, max_write_timeout: 10_000 },
      { connect: 10_000, read: 600_000, write: 600_000 },
    ],
  ])('is given the times that a document names, up to the maximum: %j', (timeout, milliseconds) => {
    expect(compileHttp({ url: 'http://a', timeout }).timeouts).toEqual(milliseconds);
  });
});

describe('safety', () => {
  it('refuses addresses inside, with the reason as the code', async () => {
    await expect(send({ url: 'http://10.0.0.1/' })).rejects.toMatchObject({
      type: 'HttpRequestNodeError',
      code: 'egress.address_refused',
    });
  });

  it('shows no key and no secret variable in the record', async () => {
    const { result } = await exchange(
      (server) => ({
        method: 'post',
        url: `${server.url}/p?api_key=canary1`,
        headers: 'X-Auth-Token: canary2\nX-Plain: {{#env.key#}}',
        params: 'access_token: canary3',
        authorization: { type: 'api-key', config: { type: 'basic', api_key: 'user:canary4' } },
        body: { type: 'raw-text', data: 'echo user:canary4 and {{#env.key#}}' },
      }),
      { parts: { values: { 'env.key': 'canary5' }, secrets: ['key'] } },
    );
    expect(result.processData?.request).toMatch(/^POST \/p\?api_key=\*\*\*&access_token=\*\*\* HTTP\/1.1\r\nHost: /);
    expect(JSON.stringify(result.processData)).not.toMatch(/canary/);
    expect(JSON.stringify(result.processData)).not.toContain(Buffer.from('user:canary4').toString('base64'));
  });

  it('sends no key along a redirect to another origin', async () => {
    await using other = await startServer(OK);
    const answer: Answer = (_request, response) => response.writeHead(302, { location: other.url }).end();
    await exchange(
      (server) => ({
        url: server.url,
        headers: 'X-Session: canary',
        authorization: { type: 'api-key', config: { type: 'custom', header: 'X-Custom', api_key: 'canary' } },
      }),
      { answer },
    );
    expect(other.seen).toHaveLength(1);
    expect(JSON.stringify(other.seen[0]?.headers)).not.toContain('canary');
  });
});
