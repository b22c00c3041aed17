import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { Browser } from '#plugins/sso/testing/browser.ts';
import {
  type IdentityProvider,
  type ProviderUser,
  startIdentityProvider,
} from '#plugins/sso/testing/identity-provider.ts';
import { type FakeGithub, startFakeGithub } from './fake-github.ts';
import { freePort } from './free-port.ts';

const ROOT = '/console/api/sign-in';

/** A platform with a Google of its own, and a GitHub; people who visit both with browsers. */
export class SignInBench {
  platform!: TestPlatform;
  google!: IdentityProvider;
  github!: FakeGithub;

  async start(env: Readonly<Record<string, string>> = {}): Promise<void> {
    const port = await freePort();
    this.google = await startIdentityProvider(`http://127.0.0.1:${port}${ROOT}/callback`);
    this.github = await startFakeGithub();
    const { client, issuer } = this.google;
    this.platform = await startPlatform({
      threads: 0,
      config: { 'oauth-clients': { googleUrl: issuer } },
      env: {
        PORT: String(port),
        WEFT_EGRESS_ALLOW: '127.0.0.1',
        WEFT_GOOGLE_CLIENT_ID: client.id,
        WEFT_GOOGLE_CLIENT_SECRET: client.secret,
        WEFT_GOOGLE_DOMAINS: 'approved.example',
        WEFT_GITHUB_CLIENT_ID: this.github.client.id,
        WEFT_GITHUB_CLIENT_SECRET: this.github.client.secret,
        WEFT_GITHUB_URL: this.github.url,
        ...env,
      },
    });
  }

  async stop(): Promise<void> {
    await this.google.close();
    await this.github.close();
    await this.platform.dispose();
  }

  /** Somebody at Google, with an address that it speaks for. */
  somebody(values: Partial<ProviderUser> = {}): ProviderUser {
    const sub = crypto.randomUUID();
    return { sub, email: `${sub}@gmail.com`, email_verified: true, name: 'Grace', ...values };
  }

  url(path: string): string {
    return `${this.platform.url}${path}`;
  }

  /** From the button to the address that the service sends the browser back to. */
  async toCallback(browser: Browser, body: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const answer = await browser.json(this.url(`${ROOT}/attempts`), 'POST', { provider: 'google', ...body });
    if (answer.status !== 200) throw new Error(await answer.text());
    const { url } = (await answer.json()) as { url: string };
    return browser.follow(url, this.url(`${ROOT}/callback`));
  }

  /** Where the browser is sent in the end. */
  async land(browser: Browser, callback: string): Promise<string> {
    const answer = await browser.get(callback);
    await answer.body?.cancel();
    return answer.headers.get('location') ?? `status ${answer.status}`;
  }

  async signIn(user: ProviderUser, body: Readonly<Record<string, unknown>> = {}, browser = new Browser()) {
    this.google.user = user;
    const to = await this.land(browser, await this.toCallback(browser, { return_to: '/apps', ...body }));
    return { browser, to };
  }

  /** What a page of a browser asks with its session; `status` and the parsed answer. */
  async asks(browser: Browser, path: string, method = 'GET', body?: unknown) {
    const headers: Record<string, string> = {};
    if (method !== 'GET') {
      const refreshed = await browser.json(this.url('/console/api/sessions/refresh'), 'POST', {});
      headers['x-csrf-token'] = ((await refreshed.json()) as { csrf_token: string }).csrf_token;
    }
    const answer =
      method === 'GET' ? await browser.get(this.url(path)) : await browser.json(this.url(path), method, body, headers);
    const text = await answer.text();
    return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
  }

  /** The address of who is signed in there; null: nobody. */
  async whoIs(browser: Browser): Promise<string | null> {
    const { status, body } = await this.asks(browser, '/console/api/account');
    return status === 200 ? String(body.email) : null;
  }
}
