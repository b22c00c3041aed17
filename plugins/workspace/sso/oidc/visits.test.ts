import { decodeJwt, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Accounts } from '#plugins/accounts/contract.ts';
import { newMember, newWorkspace } from '#plugins/members/testing/people.ts';
import { SsoVisits } from '#plugins/sso/contract.ts';
import { Browser } from '#plugins/sso/testing/browser.ts';
import type { ProviderUser } from '#plugins/sso/testing/identity-provider.ts';
import { useSsoBench, visitAnswer } from '#plugins/sso/testing/shared-sso-bench.ts';

const bench = useSsoBench();
let appId = '';
beforeEach(() => {
  appId = crypto.randomUUID();
});
afterEach(() => {
  vi.useRealTimers();
});

const visits = () => bench.platform.kernel.resolve(SsoVisits);
const here = () => ({ workspaceId: bench.platform.workspaceId, appId });
const hasSession = (browser: Browser) => browser.cookies.get(bench.platform.url)?.has('weft_session') ?? false;

describe('a visitor', () => {
  it('comes back to the app with a proof, and is neither an account nor a member nor signed in', async () => {
    const user = bench.somebody();
    const visit = await bench.visit(user, appId, bench.id, 'tab-1_x');
    expect(visit).toMatchObject({ status: 303, page: `${bench.platform.url}/chat/${appId}`, state: 'tab-1_x' });
    expect(visit.location).not.toContain(user.sub);
    expect([...(visit.browser.cookies.get(bench.platform.url)?.keys() ?? [])]).toEqual([]);
    expect(await bench.platform.kernel.resolve(Accounts).byEmail(user.email ?? '')).toBeNull();
    const visitor = await visits().verify(visit.proof, here());
    expect(visitor).toEqual({ connectionId: bench.id, person: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it('is the same person next time, in whatever app, and another over another connection', async () => {
    const user = bench.somebody();
    const person = async (app: string, connection = bench.id) => {
      const { proof } = await bench.visit(user, app, connection);
      return (await visits().verify(proof, { ...here(), appId: app }))?.person;
    };
    const first = await person(appId);
    expect(first).toBeDefined();
    expect(await person(appId)).toBe(first);
    expect(await person(crypto.randomUUID())).toBe(first);
    expect(await person(appId, await bench.connect({ name: 'Second' }))).not.toBe(first);
    const other = await bench.visit(bench.somebody(), appId);
    expect((await visits().verify(other.proof, here()))?.person).not.toBe(first);
  });

  it('needs no role in the workspace, and a member stays what they are', async () => {
    await bench.change({ default_role: null, domains: [bench.domain, 'example.com'] });
    expect((await bench.visit(bench.somebody(), appId)).refused).toBeNull();
    const member = await newMember(bench.platform, 'editor', bench.platform.workspaceId);
    const visit = await bench.visit(bench.somebody({ email: member.email }), appId);
    expect(await visits().verify(visit.proof, here())).not.toBeNull();
    expect(await bench.membershipOf(member.email)).toMatchObject({ accountId: member.accountId, role: 'editor' });
  });

  it('finds the ways of the workspace that are on', async () => {
    const off = await bench.connect({ name: 'Off', enabled: false });
    const url = `${bench.platform.url}/console/api/sso/${bench.id}/visit`;
    expect(await visits().ways(bench.platform.workspaceId)).toEqual([{ id: bench.id, name: 'Test', url }]);
    expect(await visits().ways(await newWorkspace(bench.platform))).toEqual([]);
    expect(await visits().isOpen(bench.platform.workspaceId, bench.id)).toBe(true);
    expect(await visits().isOpen(bench.platform.workspaceId, off)).toBe(false);
    expect(await visits().isOpen(await newWorkspace(bench.platform), bench.id)).toBe(false);
  });
});

describe('a visitor is refused, and told by the page', () => {
  it.each([
    ['whose address is not verified', { email_verified: false }, 'unverified_address'],
    ['without an address', { email: undefined }, 'unverified_address'],
    ['of another domain', { email: 'eve@elsewhere.example' }, 'foreign_address'],
  ])('%s', async (_, values, code) => {
    const visit = await bench.visit(bench.somebody(values as Partial<ProviderUser>), appId, bench.id, 'mine');
    expect(visit).toMatchObject({ status: 303, proof: '', refused: code, state: 'mine' });
  });

  it('who was removed from the workspace, over whatever connection, also as another subject', async () => {
    const user = bench.somebody();
    await bench.signIn(user);
    expect((await bench.visit(user, appId)).refused).toBeNull();
    const member = await bench.membershipOf(user.email);
    const removal = await bench.platform.management.request(`/console/api/members/${member?.accountId}`, {
      method: 'DELETE',
    });
    expect(removal.status).toBe(204);
    const second = await bench.connect({ name: 'Second' });
    for (const connection of [bench.id, second]) {
      expect(await bench.visit(user, appId, connection)).toMatchObject({ proof: '', refused: 'removed' });
      const renamed = { ...user, sub: crypto.randomUUID() };
      expect(await bench.visit(renamed, appId, connection)).toMatchObject({ proof: '', refused: 'removed' });
    }
  });

  it('whose token is forged, or whose provider said no', async () => {
    bench.idp.tamper = (token) =>
      new SignJWT({ ...decodeJwt(token), nonce: 'other' })
        .setProtectedHeader({ alg: 'RS256', kid: 'test' })
        .sign(bench.idp.key);
    expect(await bench.visit(bench.somebody(), appId)).toMatchObject({ status: 303, proof: '', refused: 'refused' });
    bench.idp.tamper = null;
    const browser = new Browser();
    const url = new URL(await bench.toVisitCallback(browser, appId));
    url.searchParams.delete('code');
    url.searchParams.set('error', 'access_denied');
    expect(visitAnswer(await bench.answerOf(browser, url.href), browser).refused).toBe('refused');
  });
});

describe('attack T20: a proof is not good', () => {
  it('twice, also when both are shown at once', async () => {
    const { proof } = await bench.visit(bench.somebody(), appId);
    const shown = await Promise.all([visits().verify(proof, here()), visits().verify(proof, here())]);
    expect(shown.filter((visitor) => visitor !== null)).toHaveLength(1);
    expect(await visits().verify(proof, here())).toBeNull();
  });

  it('after two minutes', async () => {
    const { proof } = await bench.visit(bench.somebody(), appId);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 121_000 });
    expect(await visits().verify(proof, here())).toBeNull();
  });

  it('for another app, workspace or connection, and is not used up by being shown there', async () => {
    const { proof } = await bench.visit(bench.somebody(), appId);
    const workspaceId = await newWorkspace(bench.platform);
    const second = await bench.connect({ name: 'Second' });
    expect(await visits().verify(proof, { ...here(), appId: crypto.randomUUID() })).toBeNull();
    expect(await visits().verify(proof, { workspaceId, appId })).toBeNull();
    expect(await visits().verify(proof.replace(bench.id, second), here())).toBeNull();
    expect(await visits().verify(proof, here())).not.toBeNull();
  });

  it('when it was changed, or was made for something else', async () => {
    const { browser } = await bench.signIn(bench.somebody());
    const { proof } = await bench.visit(bench.somebody(), appId);
    const started = new Browser();
    await bench.toVisitCallback(started, appId);
    const attempt = started.cookies.get(bench.platform.url)?.get('weft_sso') ?? '';
    const [id = '', text = ''] = attempt.split(/\.(.*)/);
    const session = browser.cookies.get(bench.platform.url)?.get('weft_session') ?? '';
    const at = 60;
    const flipped = `${proof.slice(0, at)}${proof[at] === 'A' ? 'B' : 'A'}${proof.slice(at + 1)}`;
    const wrong = ['', 'x', `${bench.id}.`, session, attempt, flipped, proof.slice(0, -8)];
    for (const each of [...wrong, `${id}.${Buffer.from(text).toString('base64url')}`]) {
      expect(await visits().verify(each, here()), each).toBeNull();
    }
  });

  it('once the connection is off, gone or another provider', async () => {
    const proofs = await Promise.all([0, 1, 2].map(() => bench.visit(bench.somebody(), appId)));
    const [first, second, third] = proofs.map(({ proof }) => proof) as [string, string, string];
    await bench.change({ enabled: false });
    expect(await visits().verify(first, here())).toBeNull();
    const elsewhere = `http://localhost:${new URL(bench.idp.issuer).port}`;
    await bench.change({ enabled: true, issuer: elsewhere, client_secret: 'x' });
    expect(await visits().verify(second, here())).toBeNull();
    await bench.platform.management.request(`/console/api/sso/connections/${bench.id}`, { method: 'DELETE' });
    expect(await visits().verify(third, here())).toBeNull();
  });
});

describe('attack T17: a visit', () => {
  it.each([
    'app_id=//evil.example',
    'app_id=..%2F..%2Fevil',
    'app_id=',
    '',
    'app_id=ID&state=%23proof%3Dmine',
    'app_id=ID&state=a%26proof%3Db',
    'app_id=ID%23x',
    'app_id=ID&app_id=evil',
  ])('does not begin with %j', async (query) => {
    const start = `${bench.platform.url}/console/api/sso/${bench.id}/visit?${query.replace('ID', appId)}`;
    expect((await bench.answerOf(new Browser(), start)).status).toBe(400);
  });

  it('goes nowhere but to the app, whatever else is asked for', async () => {
    bench.idp.user = bench.somebody();
    const browser = new Browser();
    const start = `${bench.platform.url}/console/api/sso/${bench.id}/visit?app_id=${appId}&return_to=//evil.example`;
    const url = `${await browser.follow(start, bench.callback)}&return_to=//evil.example&app_id=evil`;
    const visit = visitAnswer(await bench.answerOf(browser, url), browser);
    // The provider's answer has more in it than the provider sent, so it may be refused; where to is fixed in any case.
    expect(visit.page).toBe(`${bench.platform.url}/chat/${appId}`);
  });
});

describe('attack T19: a visit and a sign-in', () => {
  it('do not become each other by mixing their answers and cookies', async () => {
    bench.idp.user = bench.somebody();
    const [visitor, member] = [new Browser(), new Browser()];
    const visitUrl = await bench.toVisitCallback(visitor, appId);
    const signInUrl = await bench.toCallback(member);
    const cookieOf = (browser: Browser) => browser.cookies.get(bench.platform.url)?.get('weft_sso') ?? '';
    const having = (cookie: string) => {
      const browser = new Browser();
      browser.cookies.set(bench.platform.url, new Map([['weft_sso', cookie]]));
      return browser;
    };
    const over = { status: 401, code: 'sign_in_over' };
    expect(await bench.answerOf(having(cookieOf(member)), visitUrl)).toMatchObject(over);
    expect(await bench.answerOf(having(cookieOf(visitor)), signInUrl)).toMatchObject(over);
    // The state of the one with the code of the other.
    const mixed = new URL(visitUrl);
    mixed.searchParams.set('code', new URL(signInUrl).searchParams.get('code') ?? '');
    const thief = having(cookieOf(visitor));
    expect(visitAnswer(await bench.answerOf(thief, mixed.href), thief)).toMatchObject({
      proof: '',
      refused: 'refused',
    });
    expect(hasSession(thief)).toBe(false);
    const [own, other] = [visitAnswer(await bench.answerOf(visitor, visitUrl), visitor), hasSession(visitor)];
    expect([own.proof === '', other]).toEqual([false, false]);
  });

  it('end only in the browser that began, once', async () => {
    bench.idp.user = bench.somebody();
    const browser = new Browser();
    const url = await bench.toVisitCallback(browser, appId);
    const cookie = browser.cookies.get(bench.platform.url)?.get('weft_sso') ?? '';
    expect(await bench.answerOf(new Browser(), url)).toMatchObject({ status: 401, code: 'sign_in_over' });
    expect(visitAnswer(await bench.answerOf(browser, url), browser).proof).not.toBe('');
    browser.cookies.get(bench.platform.url)?.set('weft_sso', cookie);
    expect(visitAnswer(await bench.answerOf(browser, url), browser)).toMatchObject({ proof: '', refused: 'refused' });
  });
});
