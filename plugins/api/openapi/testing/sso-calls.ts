import { type Account, Accounts, Sessions } from '#plugins/accounts/contract.ts';
import type { TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { Browser } from '#plugins/sso/testing/browser.ts';
import { startIdentityProvider } from '#plugins/sso/testing/identity-provider.ts';
import { type SamlPage, startSamlProvider } from '#plugins/sso/testing/saml-provider.ts';
import type { DescribedApi, DescribedCall } from './described-api.ts';

/** An OpenID provider is connected, somebody signs in over it, and it is taken away. */
export async function ssoCalls(api: DescribedApi, { url, token, kernel, workspaceId }: TestPlatform): Promise<void> {
  const callback = `${url}/console/api/sso/callback`;
  const idp = await startIdentityProvider(callback);
  const call = (name: string, status: number, request: DescribedCall = {}) => {
    const [method, path = ''] = name.split(' ');
    return api.call(`${method} /console/api/sso/${path}`, status, { token, ...request });
  };
  try {
    const { id: clientId, secret } = idp.client;
    const settings = { kind: 'oidc', name: 'IdP', issuer: idp.issuer, client_id: clientId, client_secret: secret };
    const made = await call('POST connections', 201, {
      body: { ...settings, domains: ['example.com'], default_role: 'member' },
    });
    await call('POST connections', 400, { body: { ...settings, issuer: 'login' } });
    const one = { params: { connection_id: (made.body as { id: string }).id } };
    await call('GET connections', 200);
    await call('GET connections/{connection_id}', 200, one);
    await call('PATCH connections/{connection_id}', 200, { ...one, body: { name: 'Other' } });
    await call('POST connections/{connection_id}/approve', 200, { ...one, body: { domains: ['example.com'] } });
    await call('POST connections/{connection_id}/approve', 400, { ...one, body: { domains: ['other.example'] } });
    await call('POST connections/{connection_id}/test', 200, one);
    await call('POST ways', 200, { body: { email: 'ada@example.com' } });
    await call('GET {connection_id}/start', 303, { ...one, query: { return_to: '/' } });
    await call('GET {connection_id}/start', 400, { ...one, query: { return_to: '//elsewhere.example' } });
    await call('GET {connection_id}/visit', 303, { ...one, query: { app_id: crypto.randomUUID() } });
    await call('GET {connection_id}/visit', 400, { ...one, query: { app_id: 'none' } });
    await call('GET callback', 401);
    const email = `${crypto.randomUUID()}@example.com`;
    const signIn = async (sub: string, status: number) => {
      idp.user = { sub, email, email_verified: true };
      const browser = new Browser();
      const start = `${url}/console/api/sso/${one.params.connection_id}/start`;
      const { searchParams } = new URL(await browser.follow(start, callback));
      const cookie = `weft_sso=${browser.cookies.get(url)?.get('weft_sso')}`;
      return call('GET callback', status, { query: Object.fromEntries(searchParams), headers: { cookie } });
    };
    await signIn('ada', 303);
    const { headers: asked } = await signIn('another', 409);
    const cookie = asked.getSetCookie().find((line) => line.startsWith('weft_sso_link=')) ?? '';
    const { id: accountId } = (await kernel.resolve(Accounts).byEmail(email)) as Account;
    const origin = { userAgent: 'test', address: '127.0.0.1', workspaceId };
    const { accessToken } = await kernel.resolve(Sessions).start(accountId, origin);
    const own = { token: accessToken, headers: { cookie: cookie.split(';')[0] ?? '' } };
    await call('GET links', 200, own);
    await call('POST links', 201, own);
    await call('POST links', 404, { token: accessToken });
    await call('DELETE connections/{connection_id}', 204, one);
    await call('DELETE connections/{connection_id}', 404, one);
  } finally {
    await idp.close();
  }
}

/** The same with a SAML provider. */
export async function samlCalls(api: DescribedApi, { url, token }: TestPlatform): Promise<void> {
  const idp = await startSamlProvider(async (issuer) => (await fetch(issuer)).text());
  try {
    const body = {
      kind: 'saml',
      name: 'IdP',
      metadata: idp.metadata(),
      domains: ['example.com'],
      default_role: 'member',
    };
    const made = await api.call('POST /console/api/sso/connections', 201, { token, body });
    const one = { params: { connection_id: (made.body as { id: string }).id } };
    await api.call('GET /console/api/sso/connections', 200, { token });
    await api.call('GET /console/api/sso/connections/{connection_id}', 200, { token, ...one });
    await api.call('GET /console/api/sso/{connection_id}/metadata', 200, one);
    idp.user = { nameId: `${crypto.randomUUID()}@example.com`, attributes: {} };
    const browser = new Browser();
    const start = `${url}/console/api/sso/${one.params.connection_id}/start`;
    const page = (await (await fetch(await browser.follow(start, idp.ssoUrl))).json()) as SamlPage;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = { ...one, text: new URLSearchParams(page.fields).toString() };
    const accept = 'POST /console/api/sso/{connection_id}/acs';
    await api.call(accept, 401, { ...sent, headers });
    await api.call(accept, 400, { ...one, text: 'a=1', headers });
    const cookie = `weft_sso=${browser.cookies.get(url)?.get('weft_sso')}`;
    await api.call(accept, 303, { ...sent, headers: { ...headers, cookie } });
    await api.call('DELETE /console/api/sso/connections/{connection_id}', 204, { token, ...one });
    await api.call('GET /console/api/sso/{connection_id}/metadata', 404, one);
  } finally {
    await idp.close();
  }
}
