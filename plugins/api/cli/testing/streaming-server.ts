import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server that answers each call with the next of these streams, and remembers what it was called with. */
export async function streamingServer(streams: readonly (readonly object[])[], { breaks = false } = {}) {
  const bodies: Readonly<Record<string, unknown>>[] = [];
  const server = createServer(async (request, answer) => {
    let body = '';
    for await (const piece of request) body += piece;
    const events = streams[bodies.length] ?? [];
    bodies.push(JSON.parse(body));
    answer.writeHead(200, { 'content-type': 'text/event-stream' });
    const frames = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
    if (breaks) answer.write(frames, () => answer.destroy());
    else answer.end(frames);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { platform: { url: `http://127.0.0.1:${port}`, token: 'x', home: '/' }, bodies };
}
