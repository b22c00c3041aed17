import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { type LocalServer, startServer } from '#plugins/egress/testing/local-server.ts';
import { swagger2 } from './testing/petstore.ts';

let platform: TestPlatform;
let api: LocalServer;
/** Forms that the token endpoint got, and what it answers. */
const asked: URLSearchParams[] = [];
let given: () => { status?: number; body: object };
/** Tokens that the API takes. */
const good = new Set<string>();

beforeAll(async () => {
  platform = await sharedPlatform();
  api = await startServer((request, response) => {
    const isToken = request.url === '/oauth/token';
    if (isToken) asked.push(new URLSearchParams(request.body.toString()));
    const isKnown = good.has(request.headers.authorization?.replace('Bearer ', '') ?? '');
    const { status = 200, body } = isToken ? given() : { status: isKnown ? 200 : 401, body: {} };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
});
afterAll(() => api[Symbol.asyncDispose]());

const root = '/console/api/custom-tools';
async function ask(method: string, path: string, body?: unknown) {
  const answer = await platform.management.request(`${root}${path}`, { method, ...(body !== undefined && { body }) });
  return { ...answer, body: answer.body as Readonly<Record<string, never>> };
}

async function add(authentication: object): Promise<string> {
  const document = JSON.stringify(swagger2(`127.0.0.1:${api.port}`));
  const credentials = { client_id: 'me', client_secret: 'canary-secret' };
  const name = crypto.randomUUID();
  const { status, body, text } = await ask('POST', '', { document, name, authentication, credentials });
  expect([status, text]).toEqual([201, expect.anything()]);
  return body.id as unknown as string;
}

const tried = async (id: string) =>
  (await ask('POST', `/${id}/tools/getPetById/test`, { arguments: { petId: 1 } })).body;
const tokenUrl = () => `${api.url}/oauth/token`;
const token = (access_token: string, more: object = {}) => {
  good.add(access_token);
  return { body: { access_token, token_type: 'Bearer', expires_in: 3600, ...more } };
};

it('a client gets a token, keeps it, and another one when it is over or refused', async () => {
  const id = await add({ type: 'oauth2_client_credentials', token_url: tokenUrl(), scopes: ['read:pets'] });
  given = () => token('first');
  expect(await tried(id)).toMatchObject({ status: 200 });
  expect(await tried(id)).toMatchObject({ status: 200 });
  expect(asked.map((form) => form.toString())).toEqual(['grant_type=client_credentials&scope=read%3Apets']);
  good.delete('first');
  given = () => token('second', { expires_in: 1 });
  expect(await tried(id)).toMatchObject({ status: 200 });
  // It is over too soon to be kept for the next one.
  given = () => token('third');
  await Promise.all([tried(id), tried(id)]);
  expect(asked).toHaveLength(3);
  given = () => ({ status: 401, body: { error: 'invalid_client', error_description: 'canary-secret is wrong' } });
  good.clear();
  const refused = await tried(id);
  expect(refused).toMatchObject({ code: 'no_token', message: expect.stringContaining('invalid_client: *** is wrong') });
});

async function begun(id: string) {
  const { body, headers, status } = await ask('POST', `/${id}/authorize`);
  expect(status).toBe(200);
  const url = new URL(body.authorization_url as unknown as string);
  const cookie = String(headers.get('set-cookie')).split(';')[0] ?? '';
  return { query: url.searchParams, state: url.searchParams.get('state') ?? '', cookie };
}

const code = () =>
  add({
    type: 'oauth2_authorization_code',
    token_url: tokenUrl(),
    authorization_url: `${api.url}/oauth/authorize`,
    scopes: ['a', 'b'],
    client_authentication: 'post',
  });
const back = (state: string, cookie: string) =>
  fetch(`${platform.url}${root}/callback?state=${encodeURIComponent(state)}&code=the-code`, { headers: { cookie } });

it('a browser that began an authorization ends it, once', async () => {
  const id = await code();
  expect(await tried(id)).toMatchObject({ code: 'not_configured' });
  const { query, state, cookie } = await begun(id);
  expect([...query.keys()]).toEqual([
    'response_type',
    'client_id',
    'redirect_uri',
    'scope',
    'state',
    'code_challenge',
    'code_challenge_method',
  ]);
  given = () => token('by-code', { refresh_token: 'refresh-1' });
  const done = await back(state, cookie);
  expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('Authorized')]);
  const form = asked.at(-1);
  expect(form?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
  expect([form?.get('grant_type'), form?.get('client_secret'), form?.get('redirect_uri')]).toEqual([
    'authorization_code',
    'canary-secret',
    query.get('redirect_uri'),
  ]);
  expect(await tried(id)).toMatchObject({ status: 200 });
  expect((await back(state, cookie)).status).toBe(400);
  // Withdrawn: renewed by the refresh token, which another one takes the place of.
  good.clear();
  given = () => token('renewed', { refresh_token: 'refresh-2' });
  expect(await tried(id)).toMatchObject({ status: 200 });
  expect(asked.at(-1)?.get('refresh_token')).toBe('refresh-1');
  good.clear();
  given = () => ({ status: 400, body: { error: 'invalid_grant' } });
  expect(await tried(id)).toMatchObject({ code: 'not_configured', message: expect.stringContaining('authorize it') });
  expect(asked.at(-1)?.get('refresh_token')).toBe('refresh-2');
});

it('attack T11: a state is of its workspace, its beginner and its browser', async () => {
  const id = await code();
  const before = asked.length;
  const { state, cookie } = await begun(id);
  // Sent to somebody else, the address shows a code, and nothing is exchanged.
  const other = await back(state, '');
  expect(await other.text()).toContain('weft tools authorize --state');
  expect((await back('00000000-0000-0000-0000-000000000000.x', cookie)).status).toBe(400);
  const stranger = await begun(id);
  expect((await back(state, stranger.cookie)).status).toBe(400);
  expect(asked.length).toBe(before);
  // A terminal ends what it began.
  given = () => token('terminal');
  const ended = await ask('POST', '/authorizations', { state: stranger.state, code: 'the-code' });
  expect(ended.body).toMatchObject({ id, configured: true });
  expect((await ask('POST', '/authorizations', { state: stranger.state, code: 'the-code' })).body).toMatchObject({
    code: 'unknown_state',
  });
});
