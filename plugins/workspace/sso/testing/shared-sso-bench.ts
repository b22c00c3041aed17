import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { Accounts } from '#plugins/accounts/contract.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { Members, type Membership } from '#plugins/members/contract.ts';
import { Browser } from './browser.ts';
import { type IdentityProvider, type ProviderUser, startIdentityProvider } from './identity-provider.ts';

/** What the server says where a browser is sent to it, or back. */
export interface BrowserAnswer {
  readonly status: number;
  readonly location: string | null;
  readonly code: string;
  readonly message: string;
}

/** Where a visitor of an app ends. */
export interface VisitAnswer extends BrowserAnswer {
  readonly browser: Browser;
  /** Without the fragment. */
  readonly page: string;
  readonly proof: string;
  readonly refused: string | null;
  readonly state: string | null;
}

export function visitStart(url: string, to: { connection: string; appId: string; state: string }): string {
  const query = new URLSearchParams({ app_id: to.appId, ...(to.state !== '' && { state: to.state }) });
  return `${url}/console/api/sso/${to.connection}/visit?${query}`;
}

export function visitAnswer(answer: BrowserAnswer, browser: Browser): VisitAnswer {
  const [page = '', fragment = ''] = (answer.location ?? '').split('#');
  const facts = new URLSearchParams(fragment);
  const [proof, refused, state] = [facts.get('proof') ?? '', facts.get('refused'), facts.get('state')];
  return { ...answer, browser, page, proof, refused, state };
}

/** A platform and a real provider, with a connection and a domain of its own for each test. */
export class SsoBench {
  platform!: TestPlatform;
  idp!: IdentityProvider;
  callback = '';
  domain = '';
  /** Of the connection of this test. */
  id = '';

  /** As the operator, whose domains count at once. */
  async connect(values: Readonly<Record<string, unknown>> = {}, workspaceId?: string): Promise<string> {
    const headers = workspaceId === undefined ? {} : { 'x-workspace-id': workspaceId };
    const body = { ...this.settings(), domains: [this.domain], default_role: 'member', ...values };
    const answer = await this.platform.management.request(CONNECTIONS, { headers, body });
    if (answer.status !== 201) throw new Error(answer.text);
    return (answer.body as { id: string }).id;
  }

  settings() {
    const { issuer, client } = this.idp;
    return { kind: 'oidc', name: 'Test', issuer, client_id: client.id, client_secret: client.secret };
  }

  change(values: Readonly<Record<string, unknown>>) {
    return this.platform.management.request(`${CONNECTIONS}/${this.id}`, { method: 'PATCH', body: values });
  }

  somebody(values: Partial<ProviderUser> = {}): ProviderUser {
    const sub = crypto.randomUUID();
    return { sub, email: `${sub}@${this.domain}`, email_verified: true, name: 'Grace', ...values };
  }

  /** From the start to the address that the provider sends the browser back to. */
  toCallback(browser: Browser, connection = this.id): Promise<string> {
    const start = `${this.platform.url}/console/api/sso/${connection}/start?return_to=${encodeURIComponent('/apps?x=1')}`;
    return browser.follow(start, this.callback);
  }

  async answerOf(browser: Browser, url: string): Promise<BrowserAnswer> {
    return answerOf(await browser.get(url));
  }

  async signIn(user: ProviderUser, connection = this.id): Promise<BrowserAnswer & { readonly browser: Browser }> {
    this.idp.user = user;
    const browser = new Browser();
    const answer = await this.answerOf(browser, await this.toCallback(browser, connection));
    return { ...answer, browser };
  }

  /** From the page of an app to the address that the provider sends the browser back to. */
  toVisitCallback(browser: Browser, appId: string, connection = this.id, state = ''): Promise<string> {
    return browser.follow(visitStart(this.platform.url, { connection, appId, state }), this.callback);
  }

  async visit(user: ProviderUser, appId: string, connection = this.id, state = ''): Promise<VisitAnswer> {
    this.idp.user = user;
    const browser = new Browser();
    const url = await this.toVisitCallback(browser, appId, connection, state);
    return visitAnswer(await this.answerOf(browser, url), browser);
  }

  async membershipOf(email = '', workspaceId = this.platform.workspaceId): Promise<Membership | null> {
    const account = await this.platform.kernel.resolve(Accounts).byEmail(email);
    return account === null ? null : this.platform.kernel.resolve(Members).find(workspaceId, account.id);
  }
}

export async function answerOf(answer: Response): Promise<BrowserAnswer> {
  const text = await answer.text();
  const { code = '', message = '' } = text === '' ? {} : (JSON.parse(text) as { code?: string; message?: string });
  return { status: answer.status, location: answer.headers.get('location'), code, message };
}

const CONNECTIONS = '/console/api/sso/connections';

/** For the tests of a file. */
export function useSsoBench(): SsoBench {
  const bench = new SsoBench();
  beforeAll(async () => {
    bench.platform = await sharedPlatform();
    bench.callback = `${bench.platform.url}/console/api/sso/callback`;
    bench.idp = await startIdentityProvider(bench.callback);
  });
  afterAll(async () => {
    await bench.idp.close();
    await bench.platform.dispose();
  });
  beforeEach(async () => {
    bench.domain = `d${crypto.randomUUID().slice(0, 8)}.example`;
    bench.id = await bench.connect();
  });
  afterEach(async () => {
    bench.idp.tamper = null;
    bench.idp.describe = null;
    const { body } = await bench.platform.management.request(CONNECTIONS);
    for (const { id } of (body as { data: { id: string }[] }).data) {
      await bench.platform.management.request(`${CONNECTIONS}/${id}`, { method: 'DELETE' });
    }
  });
  return bench;
}
