import { afterEach, expect, it } from 'vitest';
import { PlatformError } from '#kernel';
import { type AnswerObserver, access, json, type ObservedAnswer, Public, type Route, route } from './contract.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

const Key = access('key');
const authenticator = { id: 'key', authenticate: () => ({ workspaceId: 'w' }) };
const routes: readonly Route[] = [
  route({
    id: 'seen',
    method: 'POST',
    path: '/seen/:id',
    access: Key,
    summary: '',
    handle: () => json({}, { status: 201 }),
  }),
  route({
    id: 'failing',
    method: 'POST',
    path: '/failing',
    access: Key,
    summary: '',
    handle: () => {
      throw new PlatformError('conflict', 'test.taken', 'taken');
    },
  }),
  route({ id: 'unseen', method: 'GET', path: '/unseen', access: Public, summary: '', handle: () => json({}) }),
];

let server: TestServer;
const answers: ObservedAnswer[] = [];
const asked: string[] = [];
const observer: AnswerObserver = {
  id: 'o',
  observes(item) {
    asked.push(item.id);
    return item.id !== 'unseen';
  },
  answered: (answer) => void answers.push(answer),
};
afterEach(async () => {
  await server.close();
  answers.length = 0;
  asked.length = 0;
});

const post = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.address + path, { method: 'POST', headers });

it('observers hear of answers and errors of the routes they chose', async () => {
  server = await startTestServer({ routes, authenticators: [authenticator], observers: [observer] });
  expect((await post('/seen/7', { 'x-request-id': 'request-1' })).status).toBe(201);
  expect((await post('/failing')).status).toBe(409);
  await fetch(`${server.address}/unseen`);
  const principal = { workspaceId: 'w' };
  expect(answers).toMatchObject([
    {
      route: { id: 'seen' },
      requestId: 'request-1',
      params: { id: '7' },
      principal,
      status: 201,
      address: '127.0.0.1',
    },
    { route: { id: 'failing' }, principal, status: 409 },
  ]);
});

it('a route is asked about once', async () => {
  server = await startTestServer({ routes, authenticators: [authenticator], observers: [observer] });
  for (let i = 0; i < 3; i += 1) await fetch(`${server.address}/unseen`);
  expect(asked).toEqual(['unseen']);
});

it('an observer that throws is logged and harms nobody', async () => {
  const broken = {
    id: 'broken',
    observes: () => true,
    answered: () => {
      throw new Error('no');
    },
  };
  server = await startTestServer({ routes, authenticators: [authenticator], observers: [broken, observer] });
  expect((await post('/seen/7')).status).toBe(201);
  expect(answers).toHaveLength(1);
  expect(server.log).toContainEqual(
    expect.objectContaining({ level: 'error', fields: expect.objectContaining({ observer: 'broken' }) }),
  );
});
