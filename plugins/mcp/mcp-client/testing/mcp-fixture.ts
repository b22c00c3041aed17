import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { createMcpHandler, Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { type LocalServer, type SeenRequest, startServer } from '#plugins/egress/testing/local-server.ts';

/** A tool as the fixture tells it. */
export interface FixtureTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

/** A real MCP server, of the protocol's own library, whose tools and answers a test sets. */
export interface McpFixture extends AsyncDisposable {
  readonly url: string;
  readonly http: LocalServer;
  tools: readonly FixtureTool[];
  /** What a tool answers. */
  answer: (name: string, given: Readonly<Record<string, unknown>>, signal: AbortSignal) => unknown;
  /** Answers in place of the server, when it does. */
  instead: ((request: SeenRequest, response: ServerResponse) => boolean) | null;
  /** Sessions that were opened; older servers only. */
  readonly sessions: () => number;
  /** Forgets them, as one that was restarted. */
  forget(): void;
}

/** `both`: of either era; `2025`: one that knows nothing newer, and keeps sessions. */
export async function startMcpServer(speaks: 'both' | '2025' = 'both'): Promise<McpFixture> {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const factory = () => {
    const server = new Server({ name: 'fixture', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', () => ({ tools: fixture.tools.map((tool) => ({ ...tool })) }) as never);
    server.setRequestHandler('tools/call', async ({ params: { name, arguments: given } }, { mcpReq }) => {
      return (await fixture.answer(name, given ?? {}, mcpReq.signal)) as never;
    });
    return server;
  };
  const handler = createMcpHandler(factory, { onerror: () => {} });
  const older = async (request: Request): Promise<Response> => {
    const known = sessions.get(request.headers.get('mcp-session-id') ?? '');
    if (known !== undefined) return await known.handleRequest(request);
    if (request.headers.has('mcp-session-id')) return new Response('no such session', { status: 404 });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => {
        sessions.set(id, transport);
      },
    });
    await factory().connect(transport);
    return await transport.handleRequest(request);
  };
  const http = await startServer((seen, response) => {
    if (fixture.instead?.(seen, response) === true) return;
    void pass(seen, response, speaks === 'both' ? (request) => handler.fetch(request) : older);
  });
  const fixture: McpFixture = {
    url: `${http.url}/mcp`,
    http,
    tools: [echo],
    answer: (_name, given) => ({ content: [{ type: 'text', text: JSON.stringify(given) }] }),
    instead: null,
    sessions: () => sessions.size,
    forget: () => sessions.clear(),
    async [Symbol.asyncDispose]() {
      await handler.close();
      for (const transport of sessions.values()) await transport.close();
      await http[Symbol.asyncDispose]();
    },
  };
  return fixture;
}

export const echo: FixtureTool = {
  name: 'echo',
  title: 'Echo',
  description: 'Says what it was told.',
  inputSchema: {
    type: 'object',
    properties: { text: { type: 'string', description: 'What to say' }, times: { type: 'integer', default: 1 } },
    required: ['text'],
  },
};

async function pass(
  seen: SeenRequest,
  response: ServerResponse,
  serve: (request: Request) => Promise<Response>,
): Promise<void> {
  const controller = new AbortController();
  response.on('close', () => controller.abort());
  const headers = Object.entries(seen.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const hasBody = seen.body.length > 0;
  const url = `http://${seen.headers.host}${seen.url}`;
  const init = {
    method: seen.method,
    headers,
    signal: controller.signal,
    ...(hasBody && { body: new Uint8Array(seen.body) }),
  };
  const answered = await serve(new Request(url, init));
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  if (answered.body === null) response.end();
  else
    Readable.fromWeb(answered.body as never)
      .on('error', () => response.destroy())
      .pipe(response);
}
