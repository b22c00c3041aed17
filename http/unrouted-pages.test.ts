import { afterAll, beforeAll, expect, it } from 'vitest';
import { json, Public, route, text, type UnroutedPage } from './contract.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

const page = (id: string, path: string): UnroutedPage => ({
  id,
  answer: ({ path: asked }) =>
    Promise.resolve(asked.startsWith(path) ? text(`${id} at ${asked}`, { status: 404 }) : null),
});

let running: TestServer;
beforeAll(async () => {
  running = await startTestServer({
    routes: [
      route({ id: 'there', method: 'GET', path: '/there', access: Public, summary: '', handle: () => json({}) }),
      route({ id: 'sent', method: 'POST', path: '/sent', access: Public, summary: '', handle: () => json({}) }),
      route({ id: 'info', method: 'GET', path: '/v1/info', access: Public, summary: '', handle: () => json({}) }),
    ],
    unrouted: [page('first', '/some'), page('last', '/')],
  });
});
afterAll(() => running.close());

async function ask(path: string, method = 'GET') {
  const answer = await fetch(running.address + path, { method });
  return { status: answer.status, body: await answer.text(), headers: answer.headers };
}

it('asks one after the other what is at an address that no route has', async () => {
  expect(await ask('/some/where')).toMatchObject({ status: 404, body: 'first at /some/where' });
  expect(await ask('/else')).toMatchObject({ status: 404, body: 'last at /else' });
  expect(await ask('/else', 'HEAD')).toMatchObject({ status: 404, body: '' });
  // What is there under /v1 is not told to pages of other origins by it.
  expect((await ask('/info')).headers.get('access-control-allow-origin')).toBeNull();
});

it('asks for no page where a route is, where programs call, and by no other method', async () => {
  expect((await ask('/there')).status).toBe(200);
  expect((await ask('/sent')).status).toBe(405);
  for (const path of ['/v1', '/v1/else', '/console/api/else', '/web/api', '/assistant/api/else'])
    expect(JSON.parse((await ask(path)).body)).toMatchObject({ code: 'not_found' });
  for (const method of ['POST', 'DELETE', 'OPTIONS'])
    expect(JSON.parse((await ask('/else', method)).body)).toMatchObject({ code: 'not_found' });
});
