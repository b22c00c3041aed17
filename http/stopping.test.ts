import { expect, it } from 'vitest';
import { PlatformError } from '#kernel';
import { Public, route, sse } from './contract.ts';
import { rawConnection } from './testing/raw-connection.ts';
import { startTestServer } from './testing/server.ts';

it.each([
  ['/suspended', '"status":503,"code":"suspended","message":"It goes on later"'],
  ['/v1/suspended', '"status":500,"code":"internal_server_error","message":"It goes on later"'],
])(
  'a stream that gives up at the end of the grace says why before its connection is closed: %s',
  async (path, told) => {
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
      path,
      access: Public,
      summary: '',
      handle: () => sse(untilGraceEnds()),
    });
    const server = await startTestServer({ routes: [suspended], config: {} });
    const stream = await rawConnection(server.address);
    stream.send(`GET ${path} HTTP/1.1\r\nHost: t\r\n\r\n`);
    await stream.until(/begun/);
    const stopped = server.server.stop(grace.signal);
    grace.abort();
    await stopped;
    const received = await stream.closed();
    expect(received).toContain(`"event":"error",${told}`);
    expect(received).toMatch(/0\r\n\r\n$/);
    await server.close();
  },
);

it.each(['/refused', '/v1/refused'])(
  'a start that a stopping server refuses has a status and a code of its own: %s',
  async (path) => {
    const refused = route({
      id: 'refused',
      method: 'POST',
      path,
      access: Public,
      summary: '',
      handle: () => {
        throw new PlatformError('unavailable', 'test.server_stopping', 'Send it again', { retryAfter: 1 });
      },
    });
    const server = await startTestServer({ routes: [refused], config: {} });
    const answer = await fetch(`${server.address}${path}`, { method: 'POST' });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await answer.json()).toEqual({ status: 503, code: 'server_stopping', message: 'Send it again' });
    await server.close();
  },
);
