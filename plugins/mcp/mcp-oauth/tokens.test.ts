import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { Accounts } from '#plugins/accounts/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { speakingWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { Members } from '#plugins/members/contract.ts';
import { Secrets } from '#plugins/secrets/contract.ts';
import { allow, type OAuthBench, oauthBench, pkce, postForm, REDIRECT, register } from './testing/oauth-bench.ts';

let platform: TestPlatform;
let bench: OAuthBench;
beforeAll(async () => {
  platform = await sharedPlatform();
  bench = await oauthBench(platform, greetingWorkflow(), 'granted');
});
afterAll(() => platform.dispose());

const token = (fields: Readonly<Record<string, string>>, headers = {}) =>
  postForm(platform.url, 'token', fields, headers);
const request = () => ({ app_id: bench.appId, client_id: bench.clientId, redirect_uri: REDIRECT });

describe('attack T19: a code', () => {
  it('that is shown again ends what came of it', async () => {
    const given = await bench.code();
    const { access_token: access = '', refresh_token: refresh = '' } = (await token(given)).body as Record<
      string,
      string
    >;
    expect(await bench.status(access)).toBe(200);
    const again = await token(given);
    expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    await expect.poll(() => bench.status(access)).toBe(401);
    expect((await bench.refresh(refresh)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('counts once, also for many who show it at the same time', async () => {
    const given = await bench.code();
    const all = await Promise.all(Array.from({ length: 8 }, () => token(given)));
    expect(all.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(new Set(all.map(({ status }) => status))).not.toContain(500);
  });

  it('is worth nothing without its verifier, nor with a challenge that is one', async () => {
    const wrong = ['', 'x', pkce().verifier, 'a'.repeat(129), `${'a'.repeat(42)} `];
    for (const code_verifier of wrong) {
      const { code_verifier: _, ...given } = await bench.code();
      expect((await token({ ...given, code_verifier })).body).toMatchObject({ error: 'invalid_grant' });
    }
    const { code_verifier: _, ...without } = await bench.code();
    expect((await token(without)).body).toMatchObject({ error: 'invalid_grant' });
    for (const code_challenge of ['plain-text-challenge', 'a'.repeat(42), `${'a'.repeat(42)}=`, `${'a'.repeat(42)}+`])
      expect((await allow(bench.person.client, platform.workspaceId, { ...request(), code_challenge })).status).toBe(
        400,
      );
  });

  it('is over after a minute', async () => {
    const given = await bench.code();
    const hash = platform.kernel.resolve(Secrets).hash(given.code ?? '');
    await grantTable()
      .set({ code_until: new Date(Date.now() - 1) })
      .where('code_hash', '=', hash)
      .execute();
    expect((await token(given)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('of a client with a secret takes that, in one way', async () => {
    const redirect_uris = [REDIRECT];
    const body = { redirect_uris, token_endpoint_auth_method: 'client_secret_basic' };
    const made = (await testClient(platform.url).request('/oauth/register', { body })).body as Record<string, string>;
    const { client_id = '', client_secret = '' } = made;
    const basic = (secret: string) => ({ authorization: `Basic ${btoa(`${client_id}:${secret}`)}` });
    const refresh = { grant_type: 'refresh_token', refresh_token: 'ort-x' };
    const unproved = { status: 401, body: { error: 'invalid_client' } };
    expect(await token({ ...refresh, client_id })).toMatchObject(unproved);
    expect(await token({ ...refresh, client_id, client_secret: 'x' })).toMatchObject(unproved);
    expect(await token(refresh, basic('x'))).toMatchObject(unproved);
    expect(await token({ ...refresh, client_secret }, basic(client_secret))).toMatchObject({ status: 400 });
    expect((await token(refresh, basic(client_secret))).body).toMatchObject({ error: 'invalid_grant' });
  });
});

/** The rows of grants, to make time pass. */
function grantTable() {
  interface Tables {
    readonly mcp_oauth_grants: { id: string; code_hash: string; code_until: Date; previous_until: Date | null };
  }
  return platform.kernel.resolve(Database).system<Tables>().updateTable('mcp_oauth_grants');
}

describe('attack T20: a refresh token', () => {
  it('that was used ends the grant for both who hold it', async () => {
    const first = await bench.tokens();
    const second = (await bench.refresh(first.refresh_token)).body as Record<string, string>;
    expect(await bench.status(first.access_token)).toBe(401);
    const third = (await bench.refresh(second.refresh_token ?? '')).body as Record<string, string>;
    expect(await bench.status(third.access_token ?? '')).toBe(200);
    expect((await bench.refresh(first.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
    expect(await bench.status(third.access_token ?? '')).toBe(401);
    expect((await bench.refresh(third.refresh_token ?? '')).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('is answered with the same tokens when the answer was lost, for some seconds, and with none after them', async () => {
    const first = await bench.tokens();
    const second = (await bench.refresh(first.refresh_token)).body as Record<string, string>;
    const again = (await bench.refresh(first.refresh_token)).body as Record<string, string>;
    expect([again.access_token, again.refresh_token]).toEqual([second.access_token, second.refresh_token]);
    const id = first.refresh_token.slice('ort-'.length, -41);
    await grantTable()
      .set({ previous_until: new Date(Date.now() - 1) })
      .where('id', '=', id)
      .execute();
    expect((await bench.refresh(first.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
    expect(await bench.status(second.access_token ?? '')).toBe(401);
  });

  it('is its own client’s', async () => {
    const { access_token: access, refresh_token: refresh } = await bench.tokens();
    const rival = await register(platform.url);
    const stolen = { grant_type: 'refresh_token', client_id: rival, refresh_token: refresh };
    expect((await token(stolen)).body).toMatchObject({ error: 'invalid_grant' });
    expect(await bench.status(access)).toBe(401);
  });
});

describe('attack T20: a grant ends', () => {
  const remove = (own: OAuthBench) =>
    platform.management.request(`/console/api/members/${own.person.accountId}`, { method: 'DELETE' });
  const endings: readonly (readonly [string, (own: OAuthBench, access: string) => Promise<unknown>])[] = [
    [
      'its person takes it back',
      async ({ person }) => {
        const { body } = await person.client.request('/console/api/account/mcp-grants');
        const [{ id = '' } = {}] = (body as { data: { id: string }[] }).data;
        await person.client.request(`/console/api/account/mcp-grants/${id}`, { method: 'DELETE' });
        const log = async () => (await person.client.request('/console/api/account/activity')).text;
        await expect.poll(log).toContain('mcp-oauth.end');
      },
    ],
    [
      'its client gives it back',
      ({ clientId }, access) => postForm(platform.url, 'revoke', { token: access, client_id: clientId }),
    ],
    ['its person is removed', remove],
    ['its app is no server any more', ({ set }) => set({ enabled: false })],
    [
      'its app is deleted',
      ({ appId }) => platform.management.request(`/console/api/apps/${appId}`, { method: 'DELETE' }),
    ],
  ];

  it.each(endings)('when %s', async (name, end) => {
    const own = await oauthBench(
      platform,
      greetingWorkflow(),
      `ending_${endings.findIndex(([each]) => each === name)}`,
    );
    const { access_token: access, refresh_token: refresh } = await own.tokens();
    expect(await own.status(access)).toBe(200);
    await end(own, access);
    await expect.poll(() => own.status(access)).not.toBe(200);
    expect((await own.refresh(refresh)).body).toMatchObject({ error: 'invalid_grant' });
    // What had ended it is no more: it stays ended.
    await own.set({ enabled: true });
    expect(await own.status(access)).toBe(401);
  });

  it('with the answers that are under way', async () => {
    const own = await oauthBench(platform, speakingWorkflow(100, 600), 'speaks');
    const { access_token: access } = await own.tokens();
    const params = { name: own.tool, arguments: {}, _meta: { progressToken: 1 } };
    const answer = await fetch(own.address, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${access}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    const told = answer.text();
    await remove(own);
    // As soon as another process would learn of it: nobody in this one told the grant.
    expect(await told).toContain('no longer counts');
  });

  it('for good when its person leaves: who comes back is asked anew', async () => {
    const own = await oauthBench(platform, greetingWorkflow(), 'comes_back');
    const { access_token: access, refresh_token: refresh } = await own.tokens();
    await remove(own);
    await platform.kernel.resolve(Members).add(platform.workspaceId, own.person.accountId, 'member');
    await expect.poll(() => own.status(access)).toBe(401);
    expect((await own.refresh(refresh)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('when a password is set by a link, as sessions and keys do', async () => {
    const own = await oauthBench(platform, greetingWorkflow(), 'lost_password');
    const { access_token: access } = await own.tokens();
    const secret = await platform.kernel.resolve(Accounts).passwordReset(own.person.accountId);
    const body = { token: secret, password: 'another-otter-71-lamps' };
    expect((await testClient(platform.url).request('/console/api/password-resets/confirm', { body })).status).toBe(200);
    await expect.poll(() => own.status(access)).toBe(401);
  });
});
