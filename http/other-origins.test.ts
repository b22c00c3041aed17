import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PlatformError } from '#kernel';
import { json, Public, type Route, route } from './contract.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

const common = { method: 'POST', access: Public, summary: '' } as const;
const body = { type: 'object', required: ['friend'], properties: { friend: { type: 'string' } } } as const;

const routes: readonly Route[] = [
  route({
    ...common,
    id: 'heard',
    path: '/heard',
    body,
    isHeardBy: (origin, request) => origin === request.body.friend,
    handle({ body: { friend } }) {
      if (friend === 'https://limited.example') throw new PlatformError('limited', 'test.many', 'Too many');
      return json({ ok: true });
    },
  }),
  route({ ...common, id: 'silent', path: '/silent', body, handle: () => json({ ok: true }) }),
];

let running: TestServer;
beforeAll(async () => {
  running = await startTestServer({ routes });
});
afterAll(() => running.close());

async function send(path: string, origin: string | undefined, friend: unknown) {
  const answer = await fetch(running.address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(origin !== undefined && { origin }) },
    body: JSON.stringify({ friend }),
  });
  return { status: answer.status, heard: answer.headers.get('access-control-allow-origin'), headers: answer.headers };
}

function ask(path: string, method: string, origin?: string) {
  const headers = { 'access-control-request-method': method, ...(origin !== undefined && { origin }) };
  return fetch(running.address + path, { method: 'OPTIONS', headers });
}

describe('a page of another origin', () => {
  it('hears an answer, errors too, where the route says so of its request', async () => {
    const friend = 'https://friend.example';
    const answer = await send('/heard', friend, friend);
    expect(answer).toMatchObject({ status: 200, heard: friend });
    expect(answer.headers.get('vary')).toBe('Origin');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    const limited = 'https://limited.example';
    expect(await send('/heard', limited, limited)).toMatchObject({ status: 429, heard: limited });
  });

  it('hears nothing otherwise', async () => {
    const others: readonly (readonly [string | undefined, unknown])[] = [
      ['https://friend.example', 'https://other.example'],
      ['null', 'https://friend.example'],
      ['https://friend.example.evil', 'https://friend.example'],
      [undefined, 'https://friend.example'],
    ];
    for (const [origin, friend] of others) {
      const answer = await send('/heard', origin, friend);
      expect([answer.heard, answer.headers.get('vary')]).toEqual([null, 'Origin']);
    }
    expect(await send('/heard', 'https://friend.example', 7)).toMatchObject({ status: 400, heard: null });
    const silent = await send('/silent', 'https://friend.example', 'https://friend.example');
    expect([silent.status, silent.heard, silent.headers.get('vary')]).toEqual([200, null, null]);
  });

  it('may ask before, of such a route alone', async () => {
    const asked = await ask('/heard', 'POST', 'https://friend.example');
    expect(asked.status).toBe(204);
    expect(Object.fromEntries(asked.headers)).toMatchObject({
      'access-control-allow-origin': 'https://friend.example',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'Content-Type',
      vary: 'Origin',
    });
    for (const [path, method, origin] of [
      ['/silent', 'POST', 'https://friend.example'],
      ['/heard', 'GET', 'https://friend.example'],
      ['/heard', 'POST', undefined],
    ] as const) {
      const refused = await ask(path, method, origin);
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([405, null]);
    }
  });
});
