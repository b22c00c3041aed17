import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { Sessions } from '#plugins/accounts/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { browserOf, newMember, newWorkspace } from '#plugins/members/testing/people.ts';
import { Secrets } from '#plugins/secrets/contract.ts';
import { ClientDocuments } from './client-documents.ts';
import { ClientStore } from './client-store.ts';
import { Clients } from './clients.ts';
import { allow, type OAuthBench, oauthBench, pkce, postForm, REDIRECT, register } from './testing/oauth-bench.ts';

let platform: TestPlatform;
let bench: OAuthBench;
beforeAll(async () => {
  platform = await sharedPlatform();
  await platform.management.request('/console/api/mcp-server', { method: 'PATCH', body: { enabled: true } });
  bench = await oauthBench(platform, greetingWorkflow(), 'granted');
});
afterAll(() => platform.dispose());

const token = (fields: Readonly<Record<string, string>>, headers = {}) =>
  postForm(platform.url, 'token', fields, headers);
const request = () => ({ client_id: bench.clientId, redirect_uri: REDIRECT, code_challenge: pkce().challenge });

describe('attack T01: a token', () => {
  it('opens the server it is for, and nothing else', async () => {
    const other = await oauthBench(platform, greetingWorkflow(), 'granted_2');
    const { access_token: access, refresh_token: refresh } = await bench.tokens();
    expect(await bench.status(access)).toBe(200);
    expect(await bench.status(access, other.address)).toBe(401);
    expect(await bench.status(access, `${platform.url}/mcp/workspaces/${platform.workspaceId}`)).toBe(401);
    expect(await bench.status(access, `${platform.url}/mcp/apps/${bench.appId}/`)).toBe(404);
    expect(await bench.status(refresh)).toBe(401);
    const asClient = testClient(platform.url, access);
    for (const path of ['/v1/info', '/console/api/account', '/console/api/apps', '/console/api/account/mcp-grants'])
      expect((await asClient.request(path)).status, path).toBe(401);
  });

  it('of all apps opens no app alone, and is of one workspace', async () => {
    const { verifier, challenge } = pkce();
    const { app_id: _, ...body } = { app_id: '', ...request(), code_challenge: challenge };
    const answer = await allow(bench.person.client, platform.workspaceId, body);
    const code = new URL((answer.body as { redirect_to: string }).redirect_to).searchParams.get('code') ?? '';
    const given = { grant_type: 'authorization_code', client_id: bench.clientId, code, code_verifier: verifier };
    const { access_token: access = '' } = (await token(given)).body as { access_token?: string };
    expect(await bench.status(access, `${platform.url}/mcp/workspaces/${platform.workspaceId}`)).toBe(200);
    expect(await bench.status(access)).toBe(401);
    const elsewhere = await newWorkspace(platform);
    expect(await bench.status(access, `${platform.url}/mcp/workspaces/${elsewhere}`)).toBe(401);
  });

  it('is given for no other server than was allowed', async () => {
    const other = await oauthBench(platform, greetingWorkflow(), 'granted_3');
    for (const resource of [other.address, 'https://evil.example/mcp', `${bench.address}?x=1`, platform.url]) {
      const answer = await token({ ...(await bench.code()), resource });
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_target' } });
    }
    const { refresh_token: refresh } = await bench.tokens();
    const given = { grant_type: 'refresh_token', client_id: bench.clientId, refresh_token: refresh };
    expect((await token({ ...given, resource: other.address })).body.error).toBe('invalid_target');
    expect((await token({ ...given, resource: bench.address })).status).toBe(200);
  });
});

describe('attack T01: nobody allows', () => {
  it('an app of a workspace that is not theirs, nor what is switched off', async () => {
    const elsewhere = await newWorkspace(platform);
    const stranger = await newMember(platform, 'owner', elsewhere);
    const body = { app_id: bench.appId, ...request() };
    expect((await allow(stranger.client, platform.workspaceId, body)).body).toMatchObject({ code: 'not_a_member' });
    expect((await allow(stranger.client, elsewhere, body)).body).toMatchObject({ code: 'no_server', status: 404 });
    const offers = '/console/api/account/mcp-offers';
    expect((await stranger.client.request(`${offers}/apps/${bench.appId}`)).status).toBe(404);
    expect((await stranger.client.request(`${offers}/workspaces/${platform.workspaceId}`)).status).toBe(404);
    const off = await oauthBench(platform, greetingWorkflow(), 'granted_off');
    await off.set({ enabled: false });
    const refused = await allow(off.person.client, platform.workspaceId, { ...body, app_id: off.appId });
    expect(refused).toMatchObject({ status: 403, body: { code: 'switched_off' } });
  });

  it('by a key, or the management token: a person reads the question', async () => {
    const made = await bench.person.client.request('/console/api/account/keys', { body: { name: 'k' } });
    const { api_key: key } = made.body as { api_key: string };
    for (const secret of [key, platform.token]) {
      const answer = await allow(testClient(platform.url, secret), platform.workspaceId, request());
      expect(answer).toMatchObject({ status: 403, body: { code: 'in_person' } });
    }
  });

  it("and nobody takes back, what is another's", async () => {
    const { access_token: access } = await bench.tokens();
    const listed = await bench.person.client.request('/console/api/account/mcp-grants');
    const [{ id = '' } = {}] = (listed.body as { data: { id: string }[] }).data;
    const colleague = await newMember(platform, 'admin', platform.workspaceId);
    const path = `/console/api/account/mcp-grants/${id}`;
    expect((await colleague.client.request(path, { method: 'DELETE' })).status).toBe(404);
    expect((await colleague.client.request('/console/api/account/mcp-grants')).body).toEqual({ data: [] });
    const rival = await register(platform.url);
    expect((await postForm(platform.url, 'revoke', { token: access, client_id: rival })).status).toBe(200);
    expect(await bench.status(access)).toBe(200);
  });
});

it('attack T02: who sends nothing, or what does not count, is told where to be authorised', async () => {
  const ask = async (headers: Record<string, string>, path = `/mcp/apps/${bench.appId}`) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const sent = { 'content-type': 'application/json', ...headers };
    const answer = await fetch(platform.url + path, { method: 'POST', headers: sent, body });
    return [answer.status, answer.headers.get('www-authenticate')];
  };
  const about = `resource_metadata="${platform.url}/.well-known/oauth-protected-resource/mcp/apps/${bench.appId}", scope="apps.use"`;
  expect(await ask({})).toEqual([401, `Bearer ${about}`]);
  for (const authorization of [`Bearer oat-${'0'.repeat(40)}`, 'Bearer app-x', 'Bearer oat-', 'Basic eDp5'])
    expect(await ask({ authorization })).toEqual([401, `Bearer error="invalid_token", ${about}`]);
  // Whether there is such an app is told nobody.
  const none = '00000000-0000-4000-8000-000000000000';
  expect((await ask({}, `/mcp/apps/${none}`))[0]).toBe(401);
  expect((await fetch(`${platform.url}/.well-known/oauth-protected-resource/mcp/apps/${none}`)).status).toBe(200);
  expect((await ask({}, `/mcp/server/${'0'.repeat(32)}/mcp`))[1]).toBe('Bearer realm="api"');
});

it('attack T16: a cookie allows nothing without the token of its session, nor from a form', async () => {
  const { cookie, client } = await browserOf(platform, bench.person);
  const body = { app_id: bench.appId, ...request() };
  const send = (headers: Record<string, string>, text: string) =>
    fetch(`${platform.url}/console/api/mcp-grants`, { method: 'POST', headers: { cookie, ...headers }, body: text });
  const json = { 'content-type': 'application/json', 'x-workspace-id': platform.workspaceId };
  expect((await send(json, JSON.stringify(body))).status).toBe(403);
  expect((await send({ ...json, 'x-csrf-token': 'guessed' }, JSON.stringify(body))).status).toBe(403);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await send(form, String(new URLSearchParams(body)))).status).toBe(403);
  expect((await allow(client, platform.workspaceId, body)).status).toBe(201);
});

describe('attack T17: a code', () => {
  it('goes to no address that its client has not registered', async () => {
    for (const redirect_uri of [
      'https://evil.example/',
      `${REDIRECT}/`,
      `${REDIRECT}?x=1`,
      'http://127.0.0.1:3334@evil.example/callback',
      'javascript:alert(1)',
    ]) {
      const answer = await allow(bench.person.client, platform.workspaceId, { ...request(), redirect_uri });
      expect(answer, redirect_uri).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
      expect(answer.text).not.toContain('redirect_to');
    }
    for (const redirect_uris of [['javascript:alert(1)'], ['http://evil.example/'], [], 'https://a.example', [1]])
      expect(
        (await testClient(platform.url).request('/oauth/register', { body: { redirect_uris } })).body,
      ).toMatchObject({
        error: 'invalid_redirect_uri',
      });
  });

  it('is exchanged by who was given it, with the address it was sent to', async () => {
    const rival = await register(platform.url);
    const wrong = [{ client_id: rival }, { redirect_uri: 'http://127.0.0.1:9/callback' }, { redirect_uri: '' }];
    for (const fields of wrong) {
      const given = await bench.code();
      expect((await token({ ...given, ...fields })).body).toMatchObject({ error: 'invalid_grant' });
      // It was shown to somebody it was not for.
      expect((await token(given)).body).toMatchObject({ error: 'invalid_grant' });
    }
  });
});

it('attack T11: codes, tokens and secrets are in no log, list or export', async () => {
  const given = await bench.code();
  const tokens = (await token(given)).body as Record<string, string>;
  await bench.status(tokens.access_token ?? '');
  await bench.status('oat-wrong');
  const owner = await newMember(platform, 'owner', platform.workspaceId);
  const told = await Promise.all([
    platform.management.request('/console/api/audit'),
    bench.person.client.request('/console/api/account/mcp-grants'),
    owner.client.request('/console/api/workspace/export', { method: 'POST' }),
  ]);
  const texts = [...told.map(({ text }) => text), JSON.stringify(platform.log)];
  for (const secret of [given.code, tokens.access_token, tokens.refresh_token].map((text) => text?.slice(-40) ?? ''))
    expect(texts.filter((text) => text.includes(secret))).toEqual([]);
});

it('attack T15: the name of a client is one line of text', async () => {
  const client_name = '<b>Claude</b>\u202e\n\u0000 “by”  you'.padEnd(300, '!');
  const body = { client_name, redirect_uris: [REDIRECT], client_uri: 'javascript:alert(1)' };
  const answer = await testClient(platform.url).request('/oauth/register', { body });
  const { client_name: kept, ...others } = answer.body as Record<string, string>;
  expect(kept).toMatch(/^<b>Claude<\/b> “by” you!+$/);
  expect(kept).toHaveLength(100);
  expect(others).not.toHaveProperty('client_uri');
});

describe('attack T21: registering', () => {
  it('is counted by network, as metadata documents are', async () => {
    const { kernel } = platform;
    const clients = new Clients({
      store: new ClientStore(kernel.resolve(Database)),
      documents: new ClientDocuments({ request: () => Promise.reject(new Error('nobody')) }),
      secrets: kernel.resolve(Secrets),
      sessions: kernel.resolve(Sessions),
    });
    const count = async (work: () => Promise<unknown>) => {
      for (let tries = 1; ; tries += 1) {
        const code = await work().then(
          () => '',
          (error: { code?: string }) => error.code,
        );
        if (code === 'accounts.too_many_attempts') return tries;
      }
    };
    const given = { redirect_uris: [REDIRECT] };
    expect(await count(() => clients.register(given, '198.51.100.7'))).toBe(31);
    expect((await clients.register(given, '198.51.100.8')).client.name).toBe('127.0.0.1:3334');
    expect(await count(() => clients.find('https://desk.example/client.json', '198.51.100.7'))).toBe(61);
  });

  it('leaves nothing of clients that nobody allowed anything', async () => {
    interface Tables {
      readonly mcp_oauth_clients: { id: string; created_at: Date; used_at: Date | null };
    }
    const database = platform.kernel.resolve(Database);
    const table = () => database.system<Tables>().updateTable('mcp_oauth_clients');
    const [unused, idle, used] = [
      await register(platform.url),
      await register(platform.url),
      await register(platform.url),
    ];
    const days = (count: number) => new Date(Date.now() - count * 86_400_000);
    await table()
      .set({ created_at: days(2) })
      .where('id', 'in', [unused, idle, used])
      .execute();
    await table()
      .set({ used_at: days(91) })
      .where('id', '=', idle)
      .execute();
    await table()
      .set({ used_at: days(89) })
      .where('id', '=', used)
      .execute();
    const store = new ClientStore(database);
    await store.sweep();
    const left = await Promise.all([unused, idle, used, bench.clientId].map((id) => store.find(id)));
    expect(left.map((client) => client?.id)).toEqual([undefined, undefined, used, bench.clientId]);
  });
});
