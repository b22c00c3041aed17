import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { Accounts } from '#plugins/accounts/contract.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { Members, type Membership } from '#plugins/members/contract.ts';
import { Browser } from './browser.ts';
import { type SamlPage, type SamlProvider, type SamlUser, startSamlProvider } from './saml-provider.ts';
import { answerOf, type BrowserAnswer, type VisitAnswer, visitAnswer, visitStart } from './shared-sso-bench.ts';

export const CONNECTIONS = '/console/api/sso/connections';

/** A platform and a real SAML provider, with a connection and a domain of its own for each test. */
export class SamlBench {
  platform!: TestPlatform;
  idp!: SamlProvider;
  domain = '';
  /** Of the connection of this test. */
  id = '';

  /** As the operator, whose domains count at once. */
  async connect(values: Readonly<Record<string, unknown>> = {}, workspaceId?: string): Promise<string> {
    const headers = workspaceId === undefined ? {} : { 'x-workspace-id': workspaceId };
    const known = { kind: 'saml', name: 'Test', metadata: this.idp.metadata() };
    const body = { ...known, domains: [this.domain], default_role: 'member', ...values };
    const answer = await this.platform.management.request(CONNECTIONS, { headers, body });
    if (answer.status !== 201) throw new Error(answer.text);
    return (answer.body as { id: string }).id;
  }

  change(values: Readonly<Record<string, unknown>>) {
    return this.platform.management.request(`${CONNECTIONS}/${this.id}`, { method: 'PATCH', body: values });
  }

  somebody(attributes: SamlUser['attributes'] = {}): SamlUser & { readonly email: string } {
    const email = `${crypto.randomUUID()}@${this.domain}`;
    return { nameId: email, email, attributes: { email, displayName: 'Grace', ...attributes } };
  }

  /** From the start to the page of the provider that sends the answer. */
  async page(browser: Browser, connection = this.id, returnTo = '/apps?x=1'): Promise<SamlPage> {
    const start = `${this.platform.url}/console/api/sso/${connection}/start?return_to=${encodeURIComponent(returnTo)}`;
    const url = await browser.follow(start, this.idp.ssoUrl);
    const answer = await fetch(url);
    if (answer.status !== 200) throw new Error(await answer.text());
    return (await answer.json()) as SamlPage;
  }

  /** What the browser does with the page. */
  async send(browser: Browser, { action, fields }: SamlPage): Promise<BrowserAnswer> {
    return answerOf(await browser.post(action, fields));
  }

  async signIn(user: SamlUser, connection = this.id): Promise<BrowserAnswer & { readonly browser: Browser }> {
    this.idp.user = user;
    const browser = new Browser();
    return { ...(await this.send(browser, await this.page(browser, connection))), browser };
  }

  /** From the page of an app to the page of the provider that sends the answer. */
  async visitPage(browser: Browser, appId: string, connection = this.id, state = ''): Promise<SamlPage> {
    const url = await browser.follow(visitStart(this.platform.url, { connection, appId, state }), this.idp.ssoUrl);
    return (await (await fetch(url)).json()) as SamlPage;
  }

  async visit(user: SamlUser, appId: string, connection = this.id, state = ''): Promise<VisitAnswer> {
    this.idp.user = user;
    const browser = new Browser();
    const page = await this.visitPage(browser, appId, connection, state);
    return visitAnswer(await this.send(browser, page), browser);
  }

  async serviceMetadata(connection = this.id): Promise<string> {
    return (await fetch(`${this.platform.url}/console/api/sso/${connection}/metadata`)).text();
  }

  async membershipOf(email: string, workspaceId = this.platform.workspaceId): Promise<Membership | null> {
    const account = await this.accountOf(email);
    return account === null ? null : this.platform.kernel.resolve(Members).find(workspaceId, account.id);
  }

  accountOf(email: string) {
    return this.platform.kernel.resolve(Accounts).byEmail(email);
  }
}

/** For the tests of a file. */
export function useSamlBench(): SamlBench {
  const bench = new SamlBench();
  let keys: SamlProvider['keys'] = [];
  beforeAll(async () => {
    bench.platform = await sharedPlatform();
    bench.idp = await startSamlProvider(async (issuer) => (await fetch(issuer)).text());
    keys = bench.idp.keys;
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
    Object.assign(bench.idp, { write: null, tamper: null, encrypts: null, status: 200, keys });
    bench.idp.signs = { assertion: true, response: false };
    const { body } = await bench.platform.management.request(CONNECTIONS);
    for (const { id } of (body as { data: { id: string }[] }).data) {
      await bench.platform.management.request(`${CONNECTIONS}/${id}`, { method: 'DELETE' });
    }
  });
  return bench;
}
