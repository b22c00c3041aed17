import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { type LocalServer, type SeenRequest, startServer } from '#plugins/egress/testing/local-server.ts';
import { echo, type McpFixture, startMcpServer } from './testing/mcp-fixture.ts';

let platform: TestPlatform;
let fixture: McpFixture;
let other: LocalServer;

beforeAll(async () => {
  platform = await sharedPlatform();
  fixture = await startMcpServer();
  other = await startServer((_request, response) => response.writeHead(200).end('{}'));
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});
beforeEach(() => {
  fixture.tools = [echo];
  fixture.instead = null;
  other.seen.length = 0;
});

const root = '/console/api/mcp-servers';
const ask = (path: string, method = 'GET', body?: unknown) =>
  platform.management.request(`${root}${path}`, { method, ...(body === undefined ? {} : { body }) });

interface Server {
  readonly id: string;
  readonly last_error: string | null;
  readonly state: string;
}

let count = 0;
async function add(more: object = {}): Promise<Server> {
  count += 1;
  const settings = { identifier: `hostile-${count}`, url: fixture.url, headers: { 'x-key': 'key-canary-77' }, ...more };
  return (await ask('', 'POST', settings)).body as Server;
}

const call = ({ id }: Server, tool = 'echo', given: object = { text: 'Hi' }) =>
  ask(`/${id}/call`, 'POST', { tool, arguments: given });

/** Answers calls of tools in place of the server; all else is as it should be. */
function onCall(answer: (request: SeenRequest, response: ServerResponse) => void): void {
  fixture.instead = (request, response) => {
    if (!request.body.includes('"tools/call"')) return false;
    answer(request, response);
    return true;
  };
}

/** Writes as fast as it is read, until the other side goes. */
function flood(response: ServerResponse, piece: string, pieces = Number.POSITIVE_INFINITY): void {
  let written = 0;
  const write = () => {
    for (; written < pieces && !response.destroyed; written += 1) if (!response.write(piece)) return;
    response.end();
  };
  response.on('drain', write);
  write();
}

describe('attack T21: a server', () => {
  it.each([
    ['more tools than anybody reads', 10_000, '', 'more than 1000 tools'],
    ['tools of many megabytes', 100, 'x'.repeat(100_000), 'more than 8 MB'],
    ['descriptions of many megabytes', 60, 'x'.repeat(80_000), 'more than 4 MB'],
  ])('that tells %s is refused, and what was accepted stays', async (_, number, description, message) => {
    const server = await add();
    fixture.tools = Array.from({ length: number }, (__, index) => ({
      name: `tool-${index}`,
      description,
      inputSchema: { type: 'object' },
    }));
    expect(await ask(`/${server.id}/refresh`, 'POST')).toMatchObject({
      status: 400,
      body: { code: 'invalid_answer', message: expect.stringContaining(message) },
    });
    expect((await ask(`/${server.id}`)).body).toMatchObject({ state: 'ready', tools: [{ name: 'echo' }] });
  });

  it('that answers with 100 MB is cut off', async () => {
    const server = await add();
    onCall((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      flood(response, 'x'.repeat(1_000_000), 100);
    });
    const answer = await call(server);
    expect(answer.body).toMatchObject({ code: 'invalid_answer', message: expect.stringContaining('more than 16 MB') });
  });

  it('that streams without end is cut off', async () => {
    const server = await add();
    const event = `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x'.repeat(500_000) } })}\n\n`;
    onCall((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      flood(response, event);
    });
    expect((await call(server)).body).toMatchObject({ code: 'invalid_answer' });
  });

  it('that never answers is given up', async () => {
    const server = await add({ timeout_seconds: 1 });
    onCall(() => {});
    expect(await call(server)).toMatchObject({ status: 503, body: { code: 'timed_out' } });
  });
});

describe('names and schemas of tools', () => {
  it('reach no prototype, count once, and can be called', async () => {
    fixture.tools = [
      { name: '__proto__', inputSchema: JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') },
      { name: 'constructor', inputSchema: { type: 'object' } },
      { name: 'twice', description: 'first', inputSchema: { type: 'object' } },
      { name: 'twice', description: 'second', inputSchema: { type: 'object' } },
      { name: 'a\nb', inputSchema: { type: 'object' } },
    ];
    const server = await add();
    const { tools } = (await ask(`/${server.id}`)).body as { tools: { name: string; description: string }[] };
    expect(tools.map(({ name, description }) => `${name} ${description}`.trim())).toEqual([
      '__proto__',
      'constructor',
      'twice first',
    ]);
    expect(server.last_error).toContain('"a\\nb" (has a name that can not be sent), "twice" (is there twice)');
    expect((await call(server, 'constructor', {})).status).toBe(200);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  it.each(['2026', '2025'] as const)(
    'that are malformed are left out and named, and hide no other: a server of %s',
    async (era) => {
      await using server = await startMcpServer(era === '2025' ? '2025' : 'both');
      server.tools = [
        echo,
        { name: 'noschema' },
        { name: 'oddschema', inputSchema: 'none' },
        { name: 'listschema', inputSchema: { type: 'array' } },
        { inputSchema: { type: 'object' } },
        { name: 7, inputSchema: { type: 'object' } },
      ] as never;
      const added = await add({ url: server.url });
      expect(added, String(added.last_error)).toMatchObject({ state: 'ready' });
      for (const name of ['"noschema"', '"oddschema"', '"listschema"']) {
        expect(added.last_error).toContain(`${name} (has no schema of its arguments)`);
      }
      expect(added.last_error).toContain('a tool (has no name)');
      const { tools } = (await ask(`/${added.id}`)).body as { tools: { name: string }[] };
      expect(tools.map(({ name }) => name)).toEqual(['echo']);
      expect((await call(added)).status).toBe(200);
    },
  );

  it('are read without fetching what they refer to, however they are nested', async () => {
    let deep: Record<string, unknown> = { type: 'string' };
    for (let depth = 0; depth < 1_000; depth += 1) deep = { type: 'object', properties: { a: deep } };
    fixture.tools = [
      {
        name: 'refers',
        inputSchema: {
          type: 'object',
          properties: {
            far: { $ref: `${other.url}/schema.json`, description: 'Elsewhere' },
            file: { type: 'object', properties: { a: { $ref: 'file:///etc/passwd' } } },
            near: { $ref: '#/$defs/node' },
            choice: { anyOf: [{ type: 'null' }, { type: 'integer' }] },
          },
          $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
        },
      },
      { name: 'deep', inputSchema: deep },
    ];
    await add({ identifier: 'refers' });
    const { body } = await platform.management.request('/console/api/tools');
    const { data } = body as {
      data: { id: string; tools: { name: string; parameters: { name: string; type: string }[] }[] }[];
    };
    const tools = data.find(({ id }) => id === 'refers')?.tools ?? [];
    expect(tools.map(({ name }) => name)).toEqual(['refers']);
    expect(tools[0]?.parameters.map(({ name, type }) => [name, type])).toEqual([
      ['far', 'string'],
      ['file', 'object'],
      ['near', 'object'],
      ['choice', 'number'],
    ]);
    expect(JSON.stringify(tools)).not.toContain('$ref');
    expect(other.seen).toEqual([]);
  });
});

describe('attack T11: what was sent in secret', () => {
  it.each([
    [302, 'sends to another address'],
    [307, 'sends to another address'],
  ])('goes to no other origin (%s)', async (status, message) => {
    const server = await add();
    fixture.instead = (_request, response) => {
      response.writeHead(status, { location: `${other.url}/mcp` }).end();
      return true;
    };
    const answer = await ask(`/${server.id}/refresh`, 'POST');
    expect(answer.body).toMatchObject({ code: 'invalid_answer', message: expect.stringContaining(message) });
    expect(other.seen).toEqual([]);
  });

  it.each([
    ['text/html', '<html>key-canary-77</html>', 500],
    ['application/json', '{"key":"key-canary-77"}', 200],
    ['application/json', '{"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"bad key-canary-77"}}', 400],
    ['application/json', '{"cut": "key-canary-77', 200],
  ])('stays out of errors (%s, %s)', async (type, body, status) => {
    const server = await add();
    onCall((_request, response) => response.writeHead(status, { 'content-type': type }).end(body));
    const answer = await call(server);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text + JSON.stringify(platform.log)).not.toContain('canary');
  });

  it('is not told with an address that can not be reached', async () => {
    const server = await add({ url: 'http://127.0.0.1:9/mcp/path-canary?key=query-canary' });
    expect(server).toMatchObject({ state: 'no_tools', last_error: expect.stringContaining('127.0.0.1') });
    expect((await ask(`/${server.id}`)).text).not.toContain('canary');
  });
});

it('an address without an MCP server says so', async () => {
  const deaf = await startServer((_request, response) => response.writeHead(404).end());
  const server = await add({ url: `${deaf.url}/none` });
  expect(server.last_error).toContain('HTTP status 404: there is no MCP server at this address');
  await deaf[Symbol.asyncDispose]();
});
