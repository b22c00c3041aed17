import { expect, it } from 'vitest';
import { PlatformError } from '../kernel/index.ts';
import { Public, route, sse } from './contract.ts';
import { rawConnection } from './testing/raw-connection.ts';
import { startTestServer } from './testing/server.ts';

it('a stream that gives up at the end of the grace says why before its connection is closed', async () => {
  const grace = new AbortController();
  const ended = new Promise<void>((resolve) => grace.signal.addEventListener('abort', () => resolve()));
  async function* untilGraceEnds() {
    yield [JSON.stringify({ event: 'begun' })];
    await ended;
    throw new PlatformError('unavailable', 'test.suspended', 'It goes on later');
  }
  const suspended = route({
    id: 'suspended',
    method: 'GET',
    path: '/suspended',
    access: Public,
    summary: '',
    handle: () => sse(untilGraceEnds()),
  });
  const server = await startTestServer({ routes: [suspended], config: {} });
  const stream = await rawConnection(server.address);
  stream.send('GET /suspended HTTP/1.1\r\nHost: t\r\n\r\n');
  await stream.until(/begun/);
  const stopped = server.server.stop(grace.signal);
  grace.abort();
  await stopped;
  expect(await stream.closed()).toMatch(/"event":"error","status":503,"code":"suspended"[\s\S]*0\r\n\r\n$/);
  await server.close();
});
