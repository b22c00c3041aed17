import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { scriptedTerminal } from '#plugins/cli/testing/scripted-terminal.ts';
import { Client, received } from './client.ts';

/** Answers the first request, and closes its connections under the next ones: how many of those, `dropped` says. */
async function clientOf(dropped: number) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.method ?? '');
    if (asked.length > 1 && asked.length <= 1 + dropped) request.socket.destroy();
    else response.setHeader('content-type', 'application/json').end('{"status":"ok"}');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const terminal = scriptedTerminal({
    env: { WEFT_URL: `http://127.0.0.1:${port}`, WEFT_TOKEN: 'wmt-x' },
    directory: '/',
  });
  const { api } = await Client.open(terminal);
  await received(api.GET('/healthz'));
  return { api, asked };
}

it('asks once more when the connection was closed under a question', async () => {
  const { api, asked } = await clientOf(1);
  await received(api.GET('/healthz'));
  expect(asked).toEqual(['GET', 'GET', 'GET']);
});

it('tells of a server that closes every connection', async () => {
  const { api, asked } = await clientOf(9);
  await expect(received(api.GET('/healthz'))).rejects.toMatchObject({ code: 'unreachable' });
  expect(asked).toEqual(['GET', 'GET', 'GET']);
});

it('sends what changes something once', async () => {
  const { api, asked } = await clientOf(1);
  const sent = api.POST('/console/api/sessions/refresh', { body: { refresh_token: 'x' } });
  await expect(received(sent)).rejects.toMatchObject({ code: 'unreachable' });
  expect(asked).toEqual(['GET', 'POST']);
});
