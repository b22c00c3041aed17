import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, greetingWorkflow, modelChat, node, promptApp } from '#engine/testing/app-document.ts';
import { Public, type Route, Routes } from '#http';
import { formType, rawFile, rawForm } from '#http/testing/form.ts';
import { rawConnection } from '#http/testing/raw-connection.ts';
import { Database } from '#plugins/database/contract.ts';
import { tableSums } from '#plugins/database/testing/table-sums.ts';
import { DatasetKeyAccess } from '#plugins/dataset-keys/contract.ts';
import { type ImportedApp, startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { knowledgeKey } from '#plugins/knowledge-api/testing/knowledge-client.ts';

let platform: TestPlatform;
/** Of knowledge bases. */
let knowledge: string;
let apps: Readonly<Record<'chat' | 'workflow' | 'completion' | 'reader', ImportedApp>>;

const fileRules = { allowed_file_types: ['document'], allowed_file_upload_methods: ['local_file', 'remote_url'] };

/** A workflow that reads the document it is given. */
const reader = appDocument({
  mode: 'workflow',
  name: 'Reader',
  nodes: [
    node('1', 'start', {
      variables: [{ variable: 'paper', label: 'Paper', type: 'file', required: true, ...fileRules }],
    }),
    node('2', 'document-extractor', { variable_selector: ['1', 'paper'], is_array_file: false }),
    node('3', 'end', { outputs: [{ variable: 'text', value_selector: ['2', 'text'] }] }),
  ],
  edges: chain('1', '2', '3'),
});

beforeAll(async () => {
  platform = await startPlatform();
  const [chat, workflow, completion, reading] = await Promise.all(
    [modelChat(), greetingWorkflow(), promptApp('completion'), reader].map((yaml) => platform.importApp(yaml)),
  );
  if (!chat || !workflow || !completion || !reading) throw new Error('an app is missing');
  apps = { chat, workflow, completion, reader: reading };
  knowledge = await knowledgeKey(platform, platform.workspaceId);
});
afterAll(() => platform.dispose());

type RequestBody = NonNullable<RequestInit['body']>;

const id = '0190a000-0000-7000-8000-000000000000';

function routes(): Route[] {
  const all = platform.kernel.contributions(Routes).all();
  return all.filter(({ path, access }) => path.startsWith('/v1/') && access.authenticator !== Public.authenticator);
}

/** A path of the route, with ids that nobody has. */
const pathOf = ({ path }: Route) => path.replaceAll(/:\w+/g, id);

/** The key with which the route gets furthest: the app's mode is checked before the body. */
function keyFor({ path, access }: Route): string {
  if (access.authenticator === DatasetKeyAccess.authenticator) return knowledge;
  if (path.startsWith('/v1/workflow')) return apps.workflow.key;
  return path.startsWith('/v1/completion') ? apps.completion.key : apps.chat.key;
}

async function send(route: Route, body: RequestBody, contentType: string) {
  const headers = { authorization: `Bearer ${keyFor(route)}`, 'content-type': contentType };
  const answer = await fetch(platform.url + pathOf(route), { method: route.method, headers, body });
  return { route: route.id, status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const nested = (depth: number) => `{"user":"u1","query":"x","inputs":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`;
const hostileBodies: readonly (readonly [string, number, () => RequestBody])[] = [
  ['a key that reaches prototypes', 400, () => '{"user":"u1","query":"x","inputs":{"__proto__":{"isAdmin":true}}}'],
  ['a key that reaches constructors', 400, () => '{"user":"u1","inputs":{"a":{"constructor":{"prototype":{}}}}}'],
  ['100,000 levels', 400, () => nested(100_000)],
  ['100,000 open brackets', 400, () => '['.repeat(100_000)],
  ['bytes that are no UTF-8', 400, () => Buffer.from('{"user":"u1\xff\xfe"}', 'latin1')],
  ['half of a JSON text', 400, () => '{"user":"u1","inputs":'],
  ['a list', 400, () => '[{"user":"u1"}]'],
  ['a number', 400, () => '7'],
  ['two mebibytes', 413, () => JSON.stringify({ user: 'u1', inputs: {}, query: 'x'.repeat(2 * 1024 * 1024) })],
];

describe.each(hostileBodies)('attack T21: a body that is %s', (_name, status, body) => {
  it('is refused with an envelope by every route that takes JSON, and nothing is stored', async () => {
    const database = platform.kernel.resolve(Database);
    const before = await tableSums(database);
    const taking = routes().filter((route) => route.body !== undefined && (route.bodyType ?? 'json') === 'json');
    expect(taking.length).toBeGreaterThan(10);
    for (const route of taking) {
      const limit = route.bodyLimit ?? 0;
      if (status === 413 && limit > 1024 * 1024) continue;
      const answer = await send(route, body(), 'application/json');
      expect(answer, route.id).toMatchObject({ status, body: { code: expect.any(String), status } });
    }
    expect(await tableSums(database)).toEqual(before);
  });
});

describe('a body of another kind', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    'is refused by every route that takes JSON: %s',
    async (type) => {
      for (const route of routes().filter(({ body, bodyType }) => body !== undefined && bodyType === undefined)) {
        expect(await send(route, '{"user":"u1"}', type), route.id).toMatchObject({
          status: 415,
          body: { code: 'unsupported_media_type' },
        });
      }
    },
  );

  it('is refused where a form is taken', async () => {
    const forms = routes().filter(({ bodyType }) => bodyType === 'multipart');
    expect(forms.length).toBeGreaterThan(1);
    for (const route of forms) {
      expect([400, 415]).toContain((await send(route, '{"user":"u1"}', 'application/json')).status);
      const twice = rawForm([rawFile('name="file"; filename="a.txt"'), rawFile('name="file"; filename="b.txt"')]);
      const { status, body } = await send(route, new Uint8Array(twice), formType);
      // Where the path names something, there is none of it here.
      expect(route.path.includes(':') ? [400, 404] : [400], route.id).toContain(status);
      expect(body).toMatchObject({ code: expect.any(String) });
    }
  });
});

/** Other spellings of a path, which another server might take for it. */
function spellings(path: string): string[] {
  const [, first = '', ...rest] = path.split('/');
  const tail = rest.join('/');
  const last = path.at(-1) ?? '';
  return [
    `/${path}`,
    `/${first}//${tail}`,
    `${path}/`,
    `${path}/.`,
    `${path}/..${path.slice(path.lastIndexOf('/'))}`,
    `/console/../${first}/${tail}`,
    `/${first}/%2e%2e/${first}/${tail}`,
    `/${first}/%2e/${tail}`,
    `/${first}%2f${tail}`,
    `/${first}%2F${tail}`,
    `/${first}\\${tail}`,
    `/${first}%5c${tail}`,
    `/${first};x=1/${tail}`,
    `${path};x=1`,
    `${path}%00`,
    `${path}%20`,
    `${path}.json`,
    `/${first.toUpperCase()}/${tail}`,
    `${path.slice(0, -1)}%${last.charCodeAt(0).toString(16)}`,
    `/${first.slice(0, -1)}%${first.charCodeAt(first.length - 1).toString(16)}/${tail}`,
    `${path}#x`,
  ];
}

/** Byte by byte as given: no client mends the path before. */
async function rawStatus(method: string, path: string, key: string): Promise<number> {
  const connection = await rawConnection(platform.url);
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: t', `Authorization: Bearer ${key}`, 'Connection: close'];
  connection.send(`${lines.join('\r\n')}\r\n${method === 'GET' ? '' : 'Content-Length: 0\r\n'}\r\n`);
  return Number((await connection.closed()).split(' ')[1]);
}

describe('attack T02: a path in another spelling', () => {
  it('leads nowhere, for every route and with the right key', async () => {
    const database = platform.kernel.resolve(Database);
    const before = await tableSums(database);
    const paths = new Set(
      platform.kernel
        .contributions(Routes)
        .all()
        .map(({ path }) => path),
    );
    const reached: string[] = [];
    for (const route of routes()) {
      // Or where a route beside it does: `/v1/batches/template ` is an id that no batch has.
      const parent = route.path.replace(/[^/]+$/, '');
      const endsInParameter = [...paths].some(
        (path) => path.startsWith(parent) && /^:\w+$/.test(path.slice(parent.length)),
      );
      for (const path of spellings(pathOf(route))) {
        // One that is a route of its own, and a parameter, which may be spelled in any way: its value is checked.
        if (paths.has(path)) continue;
        const status = await rawStatus(route.method, path, keyFor(route));
        const isMalformed = status === 400 && /[#\\]/.test(path);
        // Slashes too many: nothing is done, the caller is told the one spelling.
        const isSentOn = status === 308 && path.includes('//');
        if (status === 404 || status === 405 || isMalformed || isSentOn) continue;
        if (endsInParameter && status >= 400 && status < 500) continue;
        reached.push(`${route.method} ${path}: ${status}`);
      }
    }
    expect(reached).toEqual([]);
    expect(await tableSums(database)).toEqual(before);
  }, 60_000);

  it('does not lead from the runtime API to the console', async () => {
    for (const path of ['/v1/../console/api/apps', '/v1/%2e%2e/console/api/apps', '/v1//console/api/apps']) {
      expect(await rawStatus('GET', path, platform.token)).toBe(404);
    }
    expect(await rawStatus('GET', '/console/api/apps', apps.chat.key)).toBe(401);
    expect(await rawStatus('GET', '/v1/info', platform.token)).toBe(401);
  });
});

describe('a file that a request makes up', () => {
  let witness: Server;
  let seen = 0;
  beforeAll(async () => {
    witness = createServer((_request, response) => {
      seen++;
      response.end('a secret of this machine');
    });
    await new Promise<void>((resolve) => witness.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => witness.close(resolve)));

  const run = (paper: unknown) =>
    platform.post(apps.reader.key, '/v1/workflows/run', { inputs: { paper }, user: 'u1' });
  const remote = (url: unknown) => ({ type: 'document', transfer_method: 'remote_url', url });

  it.each(['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '127.0.0.1.'])(
    'is not fetched from this machine, called %s',
    async (host) => {
      const { port } = witness.address() as AddressInfo;
      const { status, body, text } = await run(remote(`http://${host}:${port}/paper.txt`));
      expect([200, 400]).toContain(status);
      if (status === 200) expect(body).toMatchObject({ data: { status: 'failed' } });
      expect(text).not.toContain('a secret');
      expect(seen).toBe(0);
    },
  );

  it.each(['http://169.254.169.254/latest/meta-data/', 'http://10.0.0.1/a.txt', 'http://[fd00::1]/a.txt'])(
    'is not fetched from a private network: %s',
    async (url) => {
      const { status, body } = await run(remote(url));
      expect(status).toBe(200);
      expect(body).toMatchObject({
        data: { status: 'failed', error: expect.stringMatching(/not public|refused|private/i) },
      });
    },
  );

  it.each([
    remote('file:///etc/passwd'),
    remote('gopher://127.0.0.1/x'),
    remote('data:text/plain,x'),
    remote(''),
    remote(null),
    remote(['http://a.example']),
    remote({ href: 'http://a.example' }),
    { type: 'document', transfer_method: 'tool_file', upload_file_id: id },
    { type: 'document', transfer_method: 'datasource_file', upload_file_id: id },
    { type: 'document', transfer_method: 'local_file', upload_file_id: [id] },
    { type: 'document', transfer_method: 'local_file', upload_file_id: { $ne: null } },
    { type: 'document', transfer_method: 'local_file', upload_file_id: `${id}' or '1'='1` },
    { type: 'document', transfer_method: 'local_file', path: '/etc/passwd', url: '/etc/passwd' },
    { type: 'document', dify_model_identity: '__dify__file__', related_id: id },
    { type: ['document'], transfer_method: ['local_file'] },
    {},
    7,
    'a text',
    [[{}]],
    true,
  ])('is a wrong parameter: %j', async (paper) => {
    expect(await run(paper)).toMatchObject({ status: 400, body: { code: 'invalid_param' } });
  });

  it.each([7, 'a text', {}, [7], [null], [['x']]])('is no list of files: %j', async (files) => {
    const body = { inputs: {}, query: 'x', user: 'u1', files };
    expect(await platform.post(apps.chat.key, '/v1/chat-messages', body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_param' },
    });
  });
});
