import { afterEach, expect, it } from 'vitest';
import { PlatformError } from '#kernel';
import { type Authenticator, access, json, type Principal, route, sse } from './contract.ts';
import { testClient } from './testing/client.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

interface Caller extends Principal {
  readonly name: string;
}

const CallerAccess = access<Caller>('caller');
const open: TestServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

/** A server whose callers are who `find` says; it counts the bodies that reached a handler. */
async function serve(find: () => Caller) {
  const state = { handled: 0, returned: 0 };
  const caller: Authenticator = { id: 'caller', authenticate: find };
  const change = route({
    id: 'change',
    method: 'POST',
    path: '/change',
    access: CallerAccess,
    permission: 'things.change',
    summary: '',
    body: { type: 'object' },
    handle() {
      state.handled += 1;
      return json({ done: true }, { cookies: ['a=1; HttpOnly', 'b=2; Path=/'] });
    },
  });
  const follow = route({
    id: 'follow',
    method: 'GET',
    path: '/follow',
    access: CallerAccess,
    summary: '',
    handle: () => sse(endless(state)),
  });
  const server = await startTestServer({ routes: [change, follow], authenticators: [caller] });
  open.push(server);
  return { state, client: testClient(server.address) };
}

function endless(state: { returned: number }): AsyncIterable<readonly string[]> {
  let told = false;
  return {
    [Symbol.asyncIterator]: () => ({
      next() {
        if (told) return new Promise(() => {});
        told = true;
        return Promise.resolve({ done: false, value: ['{"event":"first"}'] });
      },
      return() {
        state.returned += 1;
        return Promise.resolve({ done: true, value: undefined });
      },
    }),
  };
}

it.each([
  ['has the permission', (permission: string) => permission === 'things.change', 200],
  ['has another one', (permission: string) => permission === 'things.see', 403],
])('a caller who %s is answered accordingly', async (_name, can, status) => {
  const { client, state } = await serve(() => ({ workspaceId: null, name: 'x', can }));
  const answer = await client.request('/change', { body: {} });
  expect(answer.status).toBe(status);
  expect(state.handled).toBe(status === 200 ? 1 : 0);
});

it('a caller of whom nothing is known to be allowed is refused before the body is read', async () => {
  const { client, state } = await serve(() => ({ workspaceId: null, name: 'x' }));
  const answer = await client.request('/change', { method: 'POST', headers: { 'content-type': 'text/odd' } });
  expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect(answer.text).toContain('things.change');
  expect(state.handled).toBe(0);
});

it('several cookies are sent in headers of their own', async () => {
  const { client } = await serve(() => ({ workspaceId: null, name: 'x', can: () => true }));
  const answer = await client.request('/change', { body: {} });
  expect(answer.headers.getSetCookie()).toEqual(['a=1; HttpOnly', 'b=2; Path=/']);
});

it('a stream ends with an error event when its reader may no longer read', async () => {
  const ending = new AbortController();
  const { client, state } = await serve(() => ({ workspaceId: null, name: 'x', ended: () => ending.signal }));
  const answer = await client.open('/follow');
  const reader = (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toContain('first');
  ending.abort();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) rest += part.value;
  expect(rest).toContain('"event":"error","status":401');
  expect(state.returned).toBe(1);
});

it('a stream of a reader who was sent away already has no events', async () => {
  const { client } = await serve(() => ({ workspaceId: null, name: 'x', ended: () => AbortSignal.abort() }));
  const { events } = await client.stream('/follow');
  expect(events).toMatchObject([{ event: 'error', status: 401 }]);
});

it('tells who is not known where to be authorised, where their authenticator says so, and all others the same', async () => {
  const refuse = () => {
    throw new PlatformError('unauthenticated', 'test.unauthorized', 'Who are you?');
  };
  const shared = { method: 'GET', summary: '', handle: () => json({}) } as const;
  const server = await startTestServer({
    routes: [
      route({ ...shared, id: 'plain', path: '/plain', access: access<Principal>('plain') }),
      route({ ...shared, id: 'told', path: '/told', access: access<Principal>('told') }),
    ],
    authenticators: [
      { id: 'plain', authenticate: refuse },
      {
        id: 'told',
        authenticate: refuse,
        challenge: ({ path }, origin) => (path === '/told' ? `Bearer resource_metadata="${origin}/about"` : undefined),
      },
    ],
  });
  open.push(server);
  const told = async (path: string) => (await fetch(server.address + path)).headers.get('www-authenticate');
  expect(await told('/plain')).toBe('Bearer realm="api"');
  expect(await told('/told')).toBe(`Bearer resource_metadata="${server.address}/about"`);
});
