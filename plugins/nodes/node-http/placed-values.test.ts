import { describe, expect, it } from 'vitest';
import { type SeenRequest, startServer } from '#plugins/egress/testing/local-server.ts';
import { exchange, OK, send } from './testing/exchange.ts';

/** What would end, begin or split something, were it taken as it is. */
const hostile = [
  'a\r\nX-Evil: 1',
  'a\r\n\r\nGET /evil HTTP/1.1\r\n\r\n',
  'a\nb',
  'a\0b',
  'a&evil=1',
  'a=b',
  'a; evil=1',
  'a, evil=1',
  'a"; filename="evil',
  'a@evil.example',
  'evil.example/',
  'a/b',
  '../../evil',
  '..',
  '..\\evil',
  '%2e%2e',
  '..%2fevil',
  'a%0d%0aX-Evil:%201',
  'a?evil=1',
  'a#evil',
  '100%',
  'a\u2028b\u2029c\u0085d',
  '漢字 \ud800',
  '{"a": 1}',
  '{{#env.key#}}',
  'x'.repeat(3000),
];

const pathOf = ({ url }: SeenRequest) => url.split('?', 1)[0] ?? '';
const queryOf = ({ url }: SeenRequest) => [...new URLSearchParams(url.split('?')[1] ?? '').keys()];
const namesOf = ({ rawHeaders }: SeenRequest) =>
  rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
const cookiesOf = ({ headers }: SeenRequest) =>
  (headers.cookie ?? '').split(';').map((pair) => pair.split('=')[0]?.trim());

/** A place of a node, and what a server sees of the request besides the value: the same whatever the value is. */
interface Place {
  readonly data: (address: string) => Record<string, unknown>;
  readonly shape: (seen: SeenRequest) => unknown;
  /** What the server reads there, for values that arrive as they are. */
  readonly value?: (seen: SeenRequest) => unknown;
}

const form = (type: string, data: unknown) => ({ method: 'post', body: { type, data } });
const segment = (index: number) => (seen: SeenRequest) => decodeURIComponent(pathOf(seen).split('/')[index] ?? '');
const field = (name: string) => (seen: SeenRequest) => new URLSearchParams(seen.body.toString()).get(name);
const parameter = (name: string) => (seen: SeenRequest) => new URLSearchParams(seen.url.split('?')[1] ?? '').get(name);

const places: Readonly<Record<string, Place>> = {
  'a header': {
    data: (url) => ({ url, headers: 'X-A: {{#in.x#}}\nX-B: b' }),
    shape: (seen) => [namesOf(seen), seen.url],
  },
  'part of a header': { data: (url) => ({ url, headers: 'X-A: a {{#in.x#}} b\nX-B: b' }), shape: namesOf },
  'a cookie': {
    data: (url) => ({ url, headers: 'Cookie: a={{#in.x#}}; b=2' }),
    shape: (seen) => [namesOf(seen), cookiesOf(seen)],
  },
  'the key of an authorization': {
    data: (url) => ({ url, authorization: { type: 'api-key', config: { type: 'bearer', api_key: '{{#in.x#}}' } } }),
    shape: (seen) => [namesOf(seen), seen.url],
  },
  'a password': {
    data: (url) => ({ url, authorization: { type: 'api-key', config: { type: 'basic', api_key: 'me:{{#in.x#}}' } } }),
    shape: (seen) => [
      namesOf(seen),
      Buffer.from(seen.headers.authorization?.slice(6) ?? '', 'base64')
        .toString()
        .slice(0, 3),
    ],
  },
  'a segment of the path': {
    data: (url) => ({ url: `${url}/a/{{#in.x#}}/b?c=1` }),
    shape: (seen) => [pathOf(seen).split('/').length, pathOf(seen).split('/')[1], queryOf(seen), namesOf(seen)],
    value: segment(2),
  },
  'the end of the path': {
    data: (url) => ({ url: `${url}/a/id-{{#in.x#}}` }),
    shape: (seen) => [pathOf(seen).split('/').length, queryOf(seen)],
  },
  'a value of the query': {
    data: (url) => ({ url: `${url}/a?x={{#in.x#}}&y=1` }),
    shape: (seen) => [pathOf(seen), queryOf(seen), namesOf(seen)],
    value: parameter('x'),
  },
  'a name of the query': {
    data: (url) => ({ url: `${url}/a?{{#in.x#}}=1&y=1` }),
    shape: (seen) => [pathOf(seen), queryOf(seen).length],
  },
  'the fragment': { data: (url) => ({ url: `${url}/a?b=1#{{#in.x#}}` }), shape: (seen) => seen.url },
  'a parameter': {
    data: (url) => ({ url, params: 'x: {{#in.x#}}\ny: 1' }),
    shape: (seen) => [pathOf(seen), queryOf(seen), namesOf(seen)],
  },
  'the user of an address': {
    data: (url) => ({ url: `${url.replace('//', '//{{#in.x#}}:secret@')}/a` }),
    shape: (seen) => [seen.url, namesOf(seen), seen.headers.host],
  },
  'a field of a form': {
    data: (url) => ({
      url,
      ...form('x-www-form-urlencoded', [
        { key: 'x', value: '{{#in.x#}}' },
        { key: 'y', value: '1' },
      ]),
    }),
    shape: ({ body }) => [...new URLSearchParams(body.toString()).keys()],
  },
  'a form that is written as text': {
    data: (url) => ({
      url,
      headers: 'Content-Type: application/x-www-form-urlencoded',
      ...form('raw-text', [{ value: 'x={{#in.x#}}&y=1' }]),
    }),
    shape: ({ body }) => [...new URLSearchParams(body.toString()).keys()],
    value: field('x'),
  },
  'a part of a form': {
    data: (url) => ({
      url,
      ...form('form-data', [
        { type: 'text', key: 'x', value: '{{#in.x#}}' },
        { type: 'text', key: 'y', value: '1' },
      ]),
    }),
    shape: partsOf,
  },
  'the name of a part': {
    data: (url) => ({
      url,
      ...form('form-data', [
        { type: 'text', key: 'n{{#in.x#}}', value: '1' },
        { type: 'text', key: 'y', value: '1' },
      ]),
    }),
    shape: (seen) => partsOf(seen).length,
  },
  'a text of a JSON body': {
    data: (url) => ({ url, ...form('json', [{ value: '{"x": "{{#in.x#}}", "y": 1}' }]) }),
    shape: ({ body }) => Object.keys(JSON.parse(body.toString())),
  },
};

/** Names of the parts by their boundary. */
function partsOf({ headers, body }: SeenRequest): readonly (string | undefined)[] {
  const boundary = headers['content-type']?.split('boundary=')[1] ?? '';
  const parts = body.toString().split(`--${boundary}`).slice(1, -1);
  return parts.map((part) => /^\r\nContent-Disposition: form-data; name="([^"]*)"\r\n\r\n/.exec(part)?.[1]);
}

describe.each(Object.entries(places))('a value in %s', (_, { data, shape, value }) => {
  const seenWith = (x: string) =>
    exchange((server) => data(server.url), { parts: { values: { 'in.x': x } } }).then(({ seen }) => ({
      ...seen,
      headers: { ...seen.headers, host: 'h' },
    }));

  it('never changes the shape of the request', async () => {
    const wanted = shape(await seenWith('plain'));
    let sent = 0;
    for (const x of hostile) {
      const seen = await seenWith(x).catch((error) => error);
      if (seen instanceof Error) {
        // Refused because there is no way to write it there; never for anything else.
        expect(seen).toMatchObject({ code: 'egress.misplaced_value' });
        expect(seen.message).toContain('{{#in.x#}}');
        continue;
      }
      sent += 1;
      expect(shape(seen), JSON.stringify(x.slice(0, 40))).toEqual(wanted);
      if (value !== undefined && !/^[\w.]*%[\da-f]{2}/i.test(x)) expect(value(seen)).toBe(x.toWellFormed());
    }
    expect(sent).toBeGreaterThan(hostile.length / 2);
  });
});

describe('a value in the host of an address', () => {
  it.each([
    'http://{{#in.x#}}/path',
    'http://{{#in.x#}}.example.test/path',
    'http://api.{{#in.x#}}.test/path',
    'http://api.example.test{{#in.x#}}/path',
    'http://api.example.test:{{#in.x#}}/path',
    '{{#in.x#}}://api.example.test/path',
    '{{#in.x#}}.example.test/path',
  ])('is all of the host, or refused: %s', async (url) => {
    const others = [
      'evil.test/',
      'evil.test#',
      'evil.test?',
      'evil.test\\',
      'a@evil.test',
      '@evil.test',
      'evil.test:1/x',
      'http://evil.test/',
    ];
    for (const x of [...others, '.evil.test/', 'a b', '[::1', 'a:b', 'a%2fb', 'http://evil.test#']) {
      const error = await send({ url }, { values: { 'in.x': x } }).catch((failed) => failed);
      expect(error, x).toMatchObject({ code: 'egress.misplaced_value' });
    }
  });

  it.each([
    ['http://api.example.test{{#in.x#}}', 'pany'],
    ['http://api.example.test{{#in.x#}}/path', '-evil'],
    ['http://{{#in.x#}}/evil.test', ''],
    ['http://api.example.test{{#in.x#}}:443/', 'pany'],
    ['http://{{#in.x#}}{{#in.x#}}', ''],
  ])('makes no other of it: %s', async (url, x) => {
    const error = await send({ url }, { values: { 'in.x': x } }).catch((failed) => failed);
    expect(error, x).toMatchObject({ code: 'egress.misplaced_value' });
  });

  it.each(['https://x/.\n./.\r./admin', 'https://x/.\t./admin', 'https://x/../admin'])(
    'is no step up behind it: %j',
    async (x) => {
      const { seen } = await exchange((server) => ({ url: `${server.url}/users/{{#in.x#}}` }), {
        parts: { values: { 'in.x': x } },
      });
      expect(seen.url).toMatch(/^\/users\/[^/]+$/);
    },
  );

  it('may be the user and the password, as moved out of it', async () => {
    const { seen } = await exchange((server) => ({ url: `http://{{#in.x#}}@127.0.0.1:${server.port}/p` }), {
      parts: { values: { 'in.x': 'me:p w/@' } },
    });
    expect(Buffer.from(seen.headers.authorization?.slice(6) ?? '', 'base64').toString()).toBe('me:p w/@');
  });

  it('stands there as it is', async () => {
    const told = async (template: (host: string, port: string) => string, x: (host: string) => string) => {
      const { seen } = await exchange((server) => ({ url: template('127.0.0.1', String(server.port)) }), {
        parts: { values: { 'in.x': x('127.0.0.1') } },
      });
      return seen.url;
    };
    expect(
      await told(
        (_, port) => `http://{{#in.x#}}:${port}/p`,
        (host) => host,
      ),
    ).toBe('/p');
    expect(
      await told(
        (_, port) => `http://127.0.{{#in.x#}}:${port}/p`,
        () => '0.1',
      ),
    ).toBe('/p');
    expect(
      await told(
        (host, port) => `http://${host}:${port}{{#in.x#}}`,
        () => '/whole/path?a=1&b=2',
      ),
    ).toBe('/whole/path?a=1&b=2');
    expect(
      await told(
        (host, port) => `http://${host}:${port}/p?{{#in.x#}}`,
        () => 'a=1&b=2',
      ),
    ).toBe('/p?a=1&b=2');
    expect(
      await told(
        (host, port) => `http://${host}:${port}/r/{{#in.x#}}`,
        () => 'https://a.test/b?c=d#e',
      ),
    ).toBe('/r/https://a.test/b?c=d%23e');
    expect(
      await told(
        (host, port) => `http://${host}:${port}/p?q={{#in.x#}}`,
        () => 'already%20encoded%26',
      ),
    ).toBe('/p?q=already%20encoded%26');
  });
});

describe('a placeholder that is all there is', () => {
  it('stands for the whole address, however it is written', async () => {
    await using server = await startServer(OK);
    await send({ url: ' {{#in.x#}} ' }, { values: { 'in.x': ` ${server.url}/a/../b/c?d=1&e=2#f ` } });
    await send({ url: '{{#in.x#}}/c?d={{#in.y#}}' }, { values: { 'in.x': `${server.url}/a#f`, 'in.y': 'e&f' } });
    expect(server.seen.map(({ url }) => url)).toEqual(['/b/c?d=1&e=2', '/a/c?d=e%26f']);
  });

  it('stands for several headers, but for none that the connection goes by', async () => {
    const block = 'X-A: 1\nX-B: 2\nHost: evil.test\nContent-Length: 5\nTransfer-Encoding: chunked\nConnection: close';
    const { seen } = await exchange((server) => ({ url: server.url, headers: '{{#in.x#}}\nX-C: 3' }), {
      parts: { values: { 'in.x': block } },
    });
    expect(seen.headers).toMatchObject({ 'x-a': '1', 'x-b': '2', 'x-c': '3' });
    expect(seen.headers.host).toMatch(/^127\.0\.0\.1:/);
    expect(namesOf(seen)).not.toContain('transfer-encoding');
  });

  it('stands for all cookies', async () => {
    const { seen } = await exchange((server) => ({ url: server.url, headers: 'Cookie: {{#in.x#}}' }), {
      parts: { values: { 'in.x': 'a=1; b=2\r\nX-Evil: 1' } },
    });
    expect(cookiesOf(seen)).toEqual(['a', 'b']);
    expect(namesOf(seen)).not.toContain('x-evil');
  });
});
