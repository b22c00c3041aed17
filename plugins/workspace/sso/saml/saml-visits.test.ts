import { beforeEach, describe, expect, it } from 'vitest';
import { SsoVisits } from '#plugins/sso/contract.ts';
import { Browser } from '#plugins/sso/testing/browser.ts';
import { useSamlBench } from '#plugins/sso/testing/shared-saml-bench.ts';
import { visitAnswer } from '#plugins/sso/testing/shared-sso-bench.ts';

const bench = useSamlBench();
let appId = '';
beforeEach(() => {
  appId = crypto.randomUUID();
});

const visits = () => bench.platform.kernel.resolve(SsoVisits);
const here = () => ({ workspaceId: bench.platform.workspaceId, appId });
const cookiesOf = (browser: Browser) => [...(browser.cookies.get(bench.platform.url)?.keys() ?? [])];

describe('a visitor over SAML', () => {
  it('comes back to the app with a proof, and is neither an account nor a member nor signed in', async () => {
    const user = bench.somebody();
    const visit = await bench.visit(user, appId, bench.id, 'tab');
    expect(visit).toMatchObject({ status: 303, page: `${bench.platform.url}/chat/${appId}`, state: 'tab' });
    expect(cookiesOf(visit.browser)).toEqual([]);
    expect(await bench.accountOf(user.email)).toBeNull();
    const visitor = await visits().verify(visit.proof, here());
    expect(visitor).toMatchObject({ connectionId: bench.id });
    const again = await bench.visit(user, appId);
    expect(await visits().verify(again.proof, here())).toEqual(visitor);
    expect(await visits().verify(again.proof, here())).toBeNull();
  });

  it('is refused without an address of an approved domain, or when they were removed', async () => {
    expect((await bench.visit({ nameId: 'eve@elsewhere.example', attributes: {} }, appId)).refused).toBe(
      'foreign_address',
    );
    const user = bench.somebody();
    await bench.signIn(user);
    const member = await bench.membershipOf(user.email);
    await bench.platform.management.request(`/console/api/members/${member?.accountId}`, { method: 'DELETE' });
    expect(await bench.visit(user, appId)).toMatchObject({ proof: '', refused: 'removed' });
  });

  it('is refused when somebody wrote on the answer on its way', async () => {
    bench.idp.tamper = (xml) => xml.replaceAll(bench.domain, `evil.${bench.domain}`);
    expect(await bench.visit(bench.somebody(), appId)).toMatchObject({ proof: '', refused: 'refused' });
  });
});

describe('attack T19: a visit and a sign-in over SAML', () => {
  it('do not become each other by mixing their answers and cookies', async () => {
    bench.idp.user = bench.somebody();
    const browser = new Browser();
    const visitPage = await bench.visitPage(browser, appId);
    const visitCookie = browser.cookies.get(bench.platform.url)?.get('weft_sso') ?? '';
    const signInPage = await bench.page(browser);
    expect(await bench.send(browser, visitPage)).toMatchObject({ status: 401, code: 'sign_in_over' });
    browser.cookies.get(bench.platform.url)?.set('weft_sso', visitCookie);
    expect(await bench.send(browser, signInPage)).toMatchObject({ status: 401, code: 'sign_in_over' });
    // The relay state of the one with the assertion of the other.
    const mixed = { ...signInPage, fields: { ...signInPage.fields, ...relayOf(visitPage) } };
    expect(visitAnswer(await bench.send(browser, mixed), browser)).toMatchObject({ proof: '', refused: 'refused' });
    browser.cookies.get(bench.platform.url)?.set('weft_sso', visitCookie);
    expect(visitAnswer(await bench.send(browser, visitPage), browser).proof).not.toBe('');
    expect(cookiesOf(browser)).not.toContain('weft_session');
  });

  it('that nobody began is a sign-in, never a visit', async () => {
    await bench.change({ allow_idp_initiated: true });
    bench.idp.user = bench.somebody();
    const page = await bench.idp.unasked(await bench.serviceMetadata());
    const fields = { ...page.fields, RelayState: `/chat/${appId}#proof=x` };
    const answer = await bench.send(new Browser(), { ...page, fields });
    expect(answer).toMatchObject({ status: 303, location: `/chat/${appId}#proof=x` });
    expect(await visits().verify('x', here())).toBeNull();
  });

  it('end once, with one assertion', async () => {
    bench.idp.user = bench.somebody();
    const browser = new Browser();
    const page = await bench.visitPage(browser, appId);
    const cookie = browser.cookies.get(bench.platform.url)?.get('weft_sso') ?? '';
    expect(visitAnswer(await bench.send(browser, page), browser).proof).not.toBe('');
    browser.cookies.get(bench.platform.url)?.set('weft_sso', cookie);
    expect(visitAnswer(await bench.send(browser, page), browser)).toMatchObject({ proof: '', refused: 'refused' });
  });
});

function relayOf({ fields }: { readonly fields: { readonly RelayState?: string } }) {
  return fields.RelayState === undefined ? {} : { RelayState: fields.RelayState };
}
