import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { type LocalServer, startServer } from '#plugins/egress/testing/local-server.ts';
import { swagger2 } from './testing/petstore.ts';

let platform: TestPlatform;
/** Whom the credentials are for, and who would like to have them. */
let good: LocalServer;
let evil: LocalServer;
/** Answers of the good server wait for `release` once it was asked. */
let held: { readonly asked: Promise<void>; readonly release: () => void };
let told: { asked: () => void; released: Promise<void> };

beforeAll(async () => {
  platform = await sharedPlatform();
});
beforeEach(async () => {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  held = { asked: asked.promise, release: released.resolve };
  told = { asked: asked.resolve, released: released.promise };
  const token = { access_token: crypto.randomUUID(), token_type: 'Bearer' };
  good = await startServer((request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/token') return void answer(200, token);
    told.asked();
    const isDocument = request.url === '/document';
    void told.released.then(() => answer(isDocument ? 200 : 401, isDocument ? swagger2('a.example') : {}));
  });
  evil = await startServer((_, response) => void response.writeHead(200).end(JSON.stringify(token)));
});
afterEach(async () => {
  await good[Symbol.asyncDispose]();
  await evil[Symbol.asyncDispose]();
});

async function ask(method: string, path: string, body?: unknown) {
  const url = `/console/api/custom-tools${path}`;
  const answer = await platform.management.request(url, { method, ...(body !== undefined && { body }) });
  return { ...answer, body: answer.body as Readonly<Record<string, string>> };
}

const oauth = (type: string, server: LocalServer) => ({
  type,
  token_url: `${server.url}/token`,
  ...(type.endsWith('code') && { authorization_url: `${server.url}/authorize` }),
  scopes: [],
  client_authentication: 'post',
});
const secret = { client_id: 'me', client_secret: 'canary-secret' };

async function add(server: LocalServer, more: object): Promise<string> {
  const document = JSON.stringify(swagger2('a.example'));
  const given = { document, name: crypto.randomUUID(), server: { url: server.url }, ...more };
  const { status, body, text } = await ask('POST', '', given);
  expect([status, text]).toEqual([201, expect.anything()]);
  return body.id ?? '';
}

describe('attack T11: credentials that were given for one server do not come to another', () => {
  it('that a slow import was begun with', async () => {
    const id = await add(evil, { authentication: { type: 'bearer' } });
    const slow = ask('PATCH', `/${id}`, { url: `${good.url}/document` });
    await held.asked;
    const set = await ask('PATCH', `/${id}`, { server: { url: good.url }, credentials: { token: 'canary-token' } });
    expect(set.status).toBe(200);
    held.release();
    expect((await slow).status).toBe(200);
    expect((await ask('GET', `/${id}`)).body).toMatchObject({ server_url: good.url, configured: true });
  });

  it('where the token URL changes during a call', async () => {
    const authentication = oauth('oauth2_client_credentials', good);
    const id = await add(good, { authentication, credentials: secret });
    const call = ask('POST', `/${id}/tools/getPetById/test`, { arguments: { petId: 1 } });
    await held.asked;
    const credentials = { client_id: 'mine', client_secret: 'mine' };
    const moved = { authentication: oauth('oauth2_client_credentials', evil), credentials };
    expect((await ask('PATCH', `/${id}`, moved)).status).toBe(200);
    held.release();
    expect((await call).body).toMatchObject({ code: 'not_configured' });
    expect(evil.seen).toEqual([]);
  });

  it('where the server changes while a person allows it in a browser', async () => {
    const id = await add(good, { authentication: oauth('oauth2_authorization_code', good), credentials: secret });
    const { body } = await ask('POST', `/${id}/authorize`);
    const state = new URL(body.authorization_url ?? '').searchParams.get('state');
    expect((await ask('PATCH', `/${id}`, { server: { url: evil.url }, credentials: secret })).status).toBe(200);
    const ended = await ask('POST', '/authorizations', { state, code: 'the-code' });
    expect(ended.body).toMatchObject({ code: 'unknown_state' });
    expect(good.seen).toEqual([]);
  });
});
