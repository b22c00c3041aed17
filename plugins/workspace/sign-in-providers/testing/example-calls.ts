import { Accounts, Sessions } from '#plugins/accounts/contract.ts';
import { timeCode } from '#plugins/accounts/testing/time-code.ts';
import type { ExampleCalls, ExampleParts } from '#plugins/openapi/testing/called-examples.ts';
import { Browser } from '#plugins/sso/testing/browser.ts';
import { startFakeGithub } from './fake-github.ts';

export const exampleCalls: readonly ExampleCalls[] = [{ what: 'when people sign in with services', make: signInCalls }];

const root = '/console/api/sign-in';
const links = `${root}/links`;
const service = { params: { provider: 'github' } };

async function signInCalls({ api, platform: { token, url, kernel } }: ExampleParts): Promise<void> {
  const github = await startFakeGithub();
  const client = { token, params: { provider: 'github' } };
  const one = '/console/api/installation/oauth-clients/{provider}';
  const browser = new Browser();
  const cookies = () => {
    const jar = browser.cookies.get(url) ?? new Map<string, string>();
    return { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') };
  };
  const keep = (answer: { readonly headers: Headers }) => {
    const jar = browser.cookies.get(url) ?? new Map<string, string>();
    browser.cookies.set(url, jar);
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      jar.set(name, value);
    }
  };
  const visit = async (to: string) => {
    const { searchParams } = new URL(await browser.follow(to, `${url}${root}/callback`));
    const query = Object.fromEntries(searchParams);
    keep(await api.call(`GET ${root}/callback`, 303, { query, headers: cookies() }));
  };
  const signIn = async () => {
    const answer = await api.call(`POST ${root}/attempts`, 200, { body: { provider: 'github', return_to: '/apps' } });
    keep(answer);
    await visit((answer.body as { url: string }).url);
  };
  try {
    const body = { client_id: github.client.id, client_secret: github.client.secret, base_url: github.url };
    await api.call(`PUT ${one}`, 200, { ...client, body });
    await api.call(`GET ${root}/providers`, 200);
    await api.call(`POST ${root}/attempts`, 404, { body: { provider: 'nowhere' } });
    await api.call(`POST ${root}/attempts`, 400, { body: { provider: 'github', return_to: '//elsewhere.example' } });
    await api.call(`GET ${root}/callback`, 303);
    await api.call(`POST ${root}/code`, 401, { body: { code: '000000' } });
    const email = `${crypto.randomUUID()}@example.com`;
    const made = await kernel.resolve(Accounts).create({ email, name: 'Ada', password: null });
    github.user = { id: 4718, login: 'ada', emails: [{ email, primary: true, verified: true }] };
    await signIn();
    const origin = { userAgent: 'test', address: '127.0.0.1' };
    const { accessToken } = await kernel.resolve(Sessions).start(made.id, origin);
    const own = () => ({ token: accessToken, headers: cookies() });
    await api.call(`GET ${links}`, 200, own());
    await api.call(`POST ${links}`, 201, own());
    await api.call(`POST ${links}`, 404, { token: accessToken });
    const begun = await api.call('POST /console/api/account/second-factor', 200, { ...own(), body: {} });
    const { secret } = begun.body as { secret: string };
    await api.call('POST /console/api/account/second-factor/confirm', 200, {
      ...own(),
      body: { code: timeCode(secret, Date.now() - 30_000) },
    });
    await signIn();
    await api.call(`POST ${root}/code`, 200, { headers: cookies(), body: { code: timeCode(secret, Date.now()) } });
    await api.call(`DELETE ${links}/{provider}`, 409, { ...own(), ...service });
    const bo = { email: `b${email}`, name: 'Bo', password: 'purple-otter-93-lamps' };
    const { id } = await kernel.resolve(Accounts).create(bo);
    const { accessToken: other } = await kernel.resolve(Sessions).start(id, origin);
    await api.call(`POST ${links}/{provider}`, 200, { token: other, ...service });
    await api.call(`POST ${links}/{provider}`, 404, { token: other, params: { provider: 'nowhere' } });
    await api.call(`DELETE ${links}/{provider}`, 404, { token: other, ...service });
    const password = 'purple-otter-94-lamps';
    await api.call('PUT /console/api/account/password', 200, { ...own(), body: { password } });
    await api.call(`DELETE ${links}/{provider}`, 204, {
      ...own(),
      ...service,
      body: { current_password: password },
    });
    await api.call(`DELETE ${one}`, 204, client);
  } finally {
    await github.close();
  }
}
