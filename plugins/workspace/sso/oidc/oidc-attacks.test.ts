import { decodeJwt, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { Accounts } from '#plugins/accounts/contract.ts';
import { Browser } from '#plugins/sso/testing/browser.ts';
import { useSsoBench } from '#plugins/sso/testing/shared-sso-bench.ts';

const bench = useSsoBench();

/** A token signed by the provider's own key. */
function signed(payload: JWTPayload, key = bench.idp.key, alg = 'RS256'): Promise<string> {
  return new SignJWT(payload).setProtectedHeader({ alg, kid: 'test' }).sign(key);
}

function unsigned(payload: JWTPayload): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part(payload)}.`;
}

const changed = (values: JWTPayload) => (token: string) => signed({ ...decodeJwt(token), ...values });
const hour = 3_600;

describe('attack T19: an ID token is refused', () => {
  it.each<[string, (token: string) => Promise<string> | string]>([
    ['signed by another key', async (token) => signed(decodeJwt(token), (await generateKeyPair('RS256')).privateKey)],
    ['without a signature', (token) => unsigned(decodeJwt(token))],
    ['whose signature was cut off', (token) => token.replace(/[^.]+$/, '')],
    [
      'whose contents were changed',
      (token) => {
        const [head, , signature] = token.split('.');
        const eve = { ...decodeJwt(token), sub: 'eve' };
        return `${head}.${Buffer.from(JSON.stringify(eve)).toString('base64url')}.${signature}`;
      },
    ],
    [
      'signed with the client secret',
      async (token) =>
        new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(bench.idp.client.secret)),
    ],
    ['for another client', changed({ aud: 'somebody-else' })],
    ['for several clients, by one of them', changed({ aud: ['weft', 'somebody-else'], azp: 'somebody-else' })],
    ['that has expired', changed({ exp: Math.floor(Date.now() / 1000) - hour, iat: 1 })],
    ['of another issuer', changed({ iss: 'https://login.elsewhere.example' })],
    ['with another nonce', changed({ nonce: 'another' })],
    [
      'without a nonce',
      (token) => {
        const { nonce: _, ...rest } = decodeJwt(token);
        return signed(rest);
      },
    ],
    [
      'without a subject',
      (token) => {
        const { sub: _, ...rest } = decodeJwt(token);
        return signed(rest);
      },
    ],
  ])('%s', async (_, tamper) => {
    bench.idp.tamper = tamper;
    const user = bench.somebody();
    const answer = await bench.signIn(user);
    expect(answer).toMatchObject({ status: 401, code: 'refused' });
    expect(answer.browser.cookies.get(bench.platform.url)?.has('weft_session')).toBe(false);
    expect(await bench.platform.kernel.resolve(Accounts).byEmail(user.email ?? '')).toBeNull();
  });
});

describe('a callback is refused', () => {
  it('in another browser, or with another state', async () => {
    bench.idp.user = bench.somebody();
    const browser = new Browser();
    const url = await bench.toCallback(browser);
    expect(await bench.answerOf(new Browser(), url)).toMatchObject({ status: 401, code: 'sign_in_over' });
    const other = new URL(url);
    other.searchParams.set('state', 'another');
    expect(await bench.answerOf(browser, other.href)).toMatchObject({ status: 401, code: 'sign_in_over' });
    const victim = new Browser();
    await bench.toCallback(victim);
    expect(await bench.answerOf(victim, url)).toMatchObject({ status: 401, code: 'sign_in_over' });
    expect((await bench.answerOf(browser, url)).status).toBe(303);
  });

  it('a second time, even with the cookie it had', async () => {
    bench.idp.user = bench.somebody();
    const browser = new Browser();
    const url = await bench.toCallback(browser);
    const cookie = browser.cookies.get(bench.platform.url)?.get('weft_sso') ?? '';
    expect((await bench.answerOf(browser, url)).status).toBe(303);
    expect(await bench.answerOf(browser, url)).toMatchObject({ status: 401, code: 'sign_in_over' });
    browser.cookies.get(bench.platform.url)?.set('weft_sso', cookie);
    expect(await bench.answerOf(browser, url)).toMatchObject({ status: 401, code: 'refused' });
  });

  it('with a code of somebody else, or with a cookie that was changed', async () => {
    const [eve, victim] = [new Browser(), new Browser()];
    bench.idp.user = bench.somebody();
    const stolen = new URL(await bench.toCallback(eve)).searchParams.get('code') ?? '';
    const url = new URL(await bench.toCallback(victim));
    url.searchParams.set('code', stolen);
    expect(await bench.answerOf(victim, url.href)).toMatchObject({ status: 401, code: 'refused' });
    const jar = eve.cookies.get(bench.platform.url);
    jar?.set('weft_sso', (jar.get('weft_sso') ?? '').replace(/.{8}$/, 'AAAAAAAA'));
    expect(await bench.answerOf(eve, url.href)).toMatchObject({ status: 401, code: 'sign_in_over' });
  });

  it('that another provider sent', async () => {
    bench.idp.user = bench.somebody();
    const browser = new Browser();
    const url = new URL(await bench.toCallback(browser));
    expect(url.searchParams.get('iss')).toBe(bench.idp.issuer);
    url.searchParams.set('iss', 'https://login.elsewhere.example');
    expect(await bench.answerOf(browser, url.href)).toMatchObject({ status: 401, code: 'refused' });
  });

  it('when the provider says no, with its reason', async () => {
    const browser = new Browser();
    const url = new URL(await bench.toCallback(browser));
    url.searchParams.delete('code');
    url.searchParams.set('error', 'access_denied');
    const answer = await bench.answerOf(browser, url.href);
    expect(answer).toMatchObject({ status: 401, code: 'refused' });
    expect(answer.message).toContain('access_denied');
  });

  it('when the connection was switched off, deleted or pointed elsewhere meanwhile', async () => {
    bench.idp.user = bench.somebody();
    const browser = new Browser();
    const off = await bench.toCallback(browser);
    await bench.change({ enabled: false });
    expect(await bench.answerOf(browser, off)).toMatchObject({ status: 404, code: 'no_connection' });
    await bench.change({ enabled: true });
    const elsewhere = await bench.toCallback(browser);
    await bench.change({ issuer: `http://localhost:${new URL(bench.idp.issuer).port}`, client_secret: 'x' });
    expect(await bench.answerOf(browser, elsewhere)).toMatchObject({ status: 401, code: 'sign_in_over' });
    await bench.change({ issuer: bench.idp.issuer, client_secret: bench.idp.client.secret });
    const gone = await bench.toCallback(browser);
    await bench.platform.management.request(`/console/api/sso/connections/${bench.id}`, { method: 'DELETE' });
    expect(await bench.answerOf(browser, gone)).toMatchObject({ status: 404, code: 'no_connection' });
  });
});

describe('a sign-in begins', () => {
  it('where the domain of an address says, whoever has it, and not over what is off or not approved', async () => {
    const ways = async (email: string) => {
      const { body } = await bench.platform.management.request('/console/api/sso/ways', { body: { email } });
      return (body as { data: { id: string; start_url: string }[] }).data;
    };
    const mine = `Nobody@${bench.domain.toUpperCase()}`;
    const start = `${bench.platform.url}/console/api/sso/${bench.id}/start`;
    expect(await ways(mine)).toEqual([{ id: bench.id, name: 'Test', start_url: start }]);
    for (const other of ['a@elsewhere.example', `a@sub.${bench.domain}`, 'none', '%@%'])
      expect(await ways(other)).toEqual([]);
    await bench.change({ enabled: false });
    expect(await ways(mine)).toEqual([]);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    '/\t/evil.example',
    '/..//evil.example',
    'apps',
    'javascript:alert(1)',
  ])('not when it would end at %j', async (returnTo) => {
    const start = `${bench.platform.url}/console/api/sso/${bench.id}/start?return_to=${encodeURIComponent(returnTo)}`;
    expect(await bench.answerOf(new Browser(), start)).toMatchObject({ status: 400, code: 'invalid_return' });
  });

  it('not over a connection that is none', async () => {
    const start = (connection: string) => `${bench.platform.url}/console/api/sso/${connection}/start`;
    expect((await bench.answerOf(new Browser(), start(crypto.randomUUID()))).code).toBe('no_connection');
    expect((await bench.answerOf(new Browser(), start('none'))).status).toBe(404);
  });

  it('with PKCE, a nonce and a cookie that only this site reads', async () => {
    const answer = await fetch(`${bench.platform.url}/console/api/sso/${bench.id}/start`, { redirect: 'manual' });
    const query = new URL(answer.headers.get('location') ?? '').searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: bench.callback,
      scope: 'openid email profile',
    });
    expect(query.get('nonce')?.length).toBeGreaterThan(30);
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/; Path=\/console\/api\/sso; HttpOnly; SameSite=Lax; Max-Age=600$/);
    for (const hidden of [query.get('state'), query.get('nonce')]) expect(cookie).not.toContain(hidden);
  });

  it('not at a provider whose name or addresses are not its own', async () => {
    const test = () =>
      bench.platform.management.request(`/console/api/sso/connections/${bench.id}/test`, { method: 'POST' });
    expect((await test()).status).toBe(200);
    bench.idp.describe = (metadata) => ({ ...metadata, issuer: 'https://login.elsewhere.example' });
    expect(await test()).toMatchObject({ status: 503, body: { code: 'provider_failed' } });
    bench.idp.describe = (metadata) => ({ ...metadata, jwks_uri: undefined });
    expect((await test()).status).toBe(503);
    bench.idp.describe = (metadata) => ({ ...metadata, jwks_uri: 'http://10.1.2.3/keys' });
    bench.idp.user = bench.somebody();
    const browser = new Browser();
    await test();
    const answer = await bench.answerOf(browser, await bench.toCallback(browser));
    expect(answer).toMatchObject({ status: 403, code: 'address_refused' });
  });
});
