import type { ServerResponse } from 'node:http';
import { type LocalServer, startServer } from '#plugins/egress/testing/local-server.ts';
import { echo } from './mcp-fixture.ts';

/** A server of 2024: a stream that names where to post, on which the answers come. No library makes one any more. */
export async function startSseServer(): Promise<LocalServer> {
  let stream: ServerResponse | undefined;
  return await startServer((request, response) => {
    if (request.method === 'GET') {
      stream = response;
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write('event: endpoint\ndata: /messages?session=1\n\n');
      return;
    }
    if (!request.url.startsWith('/messages')) {
      response.writeHead(405).end();
      return;
    }
    response.writeHead(202).end();
    const { id, method, params } = JSON.parse(request.body.toString()) as {
      id?: number;
      method: string;
      params?: { arguments?: unknown };
    };
    if (id === undefined) return;
    const result = {
      initialize: {
        protocolVersion: '2024-11-05',
        capabilities: { tools: {} },
        serverInfo: { name: 'older', version: '1' },
      },
      'tools/list': { tools: [echo] },
      'tools/call': { content: [{ type: 'text', text: JSON.stringify(params?.arguments) }] },
    }[method];
    stream?.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
  });
}
