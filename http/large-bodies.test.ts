import { describe, expect, it } from 'vitest';
import { BodyRoom } from './body-room.ts';
import { type Authenticator, access, json, Public, route } from './contract.ts';
import { rawConnection } from './testing/raw-connection.ts';
import { startTestServer } from './testing/server.ts';

const MEGABYTE = 1_048_576;

const large = route({
  id: 'large',
  method: 'POST',
  path: '/v1/large',
  access: Public,
  summary: 'large',
  bodyLimit: 24 * MEGABYTE,
  body: { type: 'object', properties: { text: { type: 'string' } } },
  handle: ({ body }) => json({ length: body.text?.length ?? 0 }),
});

async function send(address: string, body: string, workspace = '', path = '/v1/large') {
  const headers = { 'content-type': 'application/json', 'x-workspace': workspace };
  const answer = await fetch(`${address}${path}`, { method: 'POST', headers, body });
  return { status: answer.status, body: await answer.json() };
}

describe('large bodies', () => {
  it('are taken up to the limit of their route, as long texts', async () => {
    const server = await startTestServer({ routes: [large] });
    const text = '中"\\'.repeat(1_000_000);
    expect(await send(server.address, JSON.stringify({ text }))).toEqual({
      status: 200,
      body: { length: text.length },
    });
    const beyond = JSON.stringify({ text: 'x'.repeat(25 * MEGABYTE) });
    expect(await send(server.address, beyond)).toMatchObject({ status: 413, body: { code: 'bad_request' } });
    const many = JSON.stringify({ text: '', x: Array(600_000).fill([]) });
    expect(await send(server.address, many)).toMatchObject({ status: 413, body: { code: 'bad_request' } });
    await server.close();
  });

  it('take no more than there is room for, and give it back when they are answered or left', async () => {
    const config = { bodiesInHand: 3 * MEGABYTE };
    const { patient, begun, tell } = patientRoute();
    const server = await startTestServer({ config, routes: [large, patient] });
    const body = JSON.stringify({ text: 'x'.repeat(2 * MEGABYTE) });
    const waiting = send(server.address, body, '', '/v1/patient');
    await begun;
    expect((await send(server.address, body)).status).toBe(429);
    expect(await send(server.address, '{"text":"x"}')).toMatchObject({ status: 200 });
    tell();
    expect((await waiting).status).toBe(200);
    for (let count = 0; count < 3; count += 1) expect((await send(server.address, body)).status).toBe(200);
    const leaving = await rawConnection(server.address);
    const head = `POST /v1/large HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    leaving.send(head + body.slice(0, -1));
    leaving.socket.destroy();
    await expect.poll(async () => (await send(server.address, body)).status).toBe(200);
    await server.close();
  });
});

/** Keeps its body or forgets it, and answers when it is told to. */
function patientRoute({ forgets = false } = {}) {
  const begun = Promise.withResolvers<void>();
  const told = Promise.withResolvers<void>();
  const patient = route({
    ...large,
    id: 'patient',
    path: '/v1/patient',
    access: Public,
    async handle(request) {
      if (forgets) request.forgetBody();
      begun.resolve();
      await told.promise;
      return json({});
    },
  });
  return { patient, begun: begun.promise, tell: told.resolve };
}

it('large bodies that were forgotten take no room while their answers are waited for', async () => {
  const { patient, begun, tell } = patientRoute({ forgets: true });
  const server = await startTestServer({ config: { bodiesInHand: 3 * MEGABYTE }, routes: [large, patient] });
  const body = JSON.stringify({ text: 'x'.repeat(2 * MEGABYTE) });
  const waiting = send(server.address, body, '', '/v1/patient');
  await begun;
  expect(await send(server.address, body)).toMatchObject({ status: 200 });
  tell();
  expect((await waiting).status).toBe(200);
  await server.close();
});

it('large bodies of one workspace leave room for those of others', async () => {
  const byWorkspace: Authenticator = {
    id: 'by-workspace',
    authenticate: ({ headers }) => ({ workspaceId: headers['x-workspace'] ?? null }),
  };
  const { patient, begun, tell } = patientRoute();
  const server = await startTestServer({
    config: { bodiesInHand: 6 * MEGABYTE },
    authenticators: [byWorkspace],
    routes: [large, patient].map((declared) => ({ ...declared, access: access(byWorkspace.id) })),
  });
  const body = JSON.stringify({ text: 'x'.repeat(2 * MEGABYTE) });
  const statusOf = async (workspace: string) => (await send(server.address, body, workspace)).status;
  const waiting = send(server.address, body, 'w1', '/v1/patient');
  await begun;
  expect(await statusOf('w1')).toBe(429);
  expect(await statusOf('w2')).toBe(200);
  tell();
  expect((await waiting).status).toBe(200);
  expect(await statusOf('w1')).toBe(200);
  await server.close();
});

describe('room for bodies', () => {
  it('is that of all who hold some', () => {
    const room = new BodyRoom(4 * MEGABYTE);
    const [one, other] = [room.acquire(null), room.acquire(null)];
    one.grow(3 * MEGABYTE);
    expect(() => other.grow(2 * MEGABYTE)).toThrow('try again');
    other.grow(MEGABYTE);
    one.release();
    one.release();
    other.grow(4 * MEGABYTE);
    expect(() => one.grow(2 * MEGABYTE)).toThrow('try again');
  });

  it('is half for several of one workspace, and more for a single one', () => {
    const room = new BodyRoom(8 * MEGABYTE);
    const [one, second, other] = [room.acquire('w1'), room.acquire('w1'), room.acquire('w2')];
    one.grow(2 * MEGABYTE);
    second.grow(2 * MEGABYTE);
    expect(() => second.grow(2 * MEGABYTE + 1)).toThrow('try again');
    other.grow(4 * MEGABYTE);
    expect(() => room.acquire('w3').grow(2 * MEGABYTE)).toThrow('try again');
    other.release();
    one.release();
    second.grow(5 * MEGABYTE);
    expect(() => one.grow(2 * MEGABYTE)).toThrow('try again');
    other.grow(3 * MEGABYTE);
  });
});
