import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Accounts, Sessions } from '#plugins/accounts/contract.ts';
import { timeCode } from '#plugins/accounts/testing/time-code.ts';
import { newMember, newPerson, PASSWORD } from '#plugins/members/testing/people.ts';
import { Browser } from '#plugins/sso/testing/browser.ts';
import { SignInBench } from './testing/sign-in-bench.ts';

const bench = new SignInBench();
const links = '/console/api/sign-in/links';
const accountOf = (email: string) => bench.platform.kernel.resolve(Accounts).byEmail(email);
const refusedWith = (to: string) => new URL(to, 'http://own.invalid').searchParams.get('refused');

beforeAll(() => bench.start());
afterAll(() => bench.stop());

/** By hand, in a browser that has been there before or not. */
async function withPassword(browser: Browser, email: string) {
  const answer = await browser.json(bench.url('/console/api/sessions'), 'POST', { email, password: PASSWORD });
  expect(answer.status).toBe(200);
  await answer.body?.cancel();
}

describe('who is let in', () => {
  it('is whom the configuration offers, and nobody without an invitation, an approved domain or an account', async () => {
    const offered = await (await fetch(bench.url('/console/api/sign-in/providers'))).json();
    expect(offered).toEqual({
      data: [
        { id: 'google', label: 'Google' },
        { id: 'github', label: 'GitHub' },
      ],
    });
    const user = bench.somebody();
    const { to, browser } = await bench.signIn(user);
    expect(refusedWith(to)).toBe('not_invited');
    expect(await accountOf(user.email ?? '')).toBeNull();
    expect(await bench.whoIs(browser)).toBeNull();
  });

  it('lets in people of approved domains, whom it knows again by their subject although the address changes', async () => {
    const user = bench.somebody({ email: `ada-${Date.now()}@approved.example`, hd: 'approved.example' });
    const first = await bench.signIn(user);
    expect(first.to).toBe('/apps');
    expect(await bench.whoIs(first.browser)).toBe(user.email);
    const again = await bench.signIn({ ...user, email: 'another@elsewhere.example', email_verified: false });
    expect(await bench.whoIs(again.browser)).toBe(user.email);
    // Who gets the address later is another person: the account has no password that they could prove.
    const other = await bench.signIn(bench.somebody({ email: user.email ?? '', hd: 'approved.example' }));
    expect(other.to).toContain('link=google');
    expect(await bench.whoIs(other.browser)).toBeNull();
  });

  it('lets nobody in by a domain of theirs that Google does not speak for, or by an address that is not verified', async () => {
    const email = `eve-${Date.now()}@approved.example`;
    expect(refusedWith((await bench.signIn(bench.somebody({ email }))).to)).toBe('not_invited');
    expect(refusedWith((await bench.signIn(bench.somebody({ email, hd: 'other.example' }))).to)).toBe('not_invited');
    const unverified = bench.somebody({ email, hd: 'approved.example', email_verified: false });
    expect(refusedWith((await bench.signIn(unverified)).to)).toBe('unverified_address');
    expect(await accountOf(email)).toBeNull();
  });

  it('lets in whose address was invited: where Google speaks for it, or with the secret of the link', async () => {
    const invite = async (email: string) => {
      const answer = await bench.platform.management.request('/console/api/invitations', {
        body: { email, role: 'editor' },
      });
      return String((answer.body as { link: string }).link.split('#')[1]);
    };
    const known = bench.somebody();
    await invite(known.email ?? '');
    expect((await bench.signIn(known)).to).toBe('/apps');
    const elsewhere = bench.somebody({ email: `grace-${Date.now()}@corp.example` });
    const invitation = await invite(elsewhere.email ?? '');
    expect(refusedWith((await bench.signIn(elsewhere)).to)).toBe('not_invited');
    const foreign = bench.somebody({ email: `mallory-${Date.now()}@corp.example` });
    expect(refusedWith((await bench.signIn(foreign, { invitation })).to)).toBe('not_invited');
    const opened = await bench.signIn(elsewhere, { invitation, return_to: '/invitation' });
    expect(opened.to).toBe('/invitation');
    const joined = await bench.asks(opened.browser, '/console/api/account/invitations', 'POST', { token: invitation });
    expect(joined).toMatchObject({ status: 200, body: { role: 'editor' } });
  });

  it('knows people of GitHub by their id, and takes their primary verified address only', async () => {
    const person = await newPerson(bench.platform);
    const emails = [
      { email: person.email, primary: false, verified: true },
      { email: 'x@elsewhere.example', primary: true, verified: false },
    ];
    bench.github.user = { id: 4717, login: 'ada', emails };
    const browser = new Browser();
    const land = async () => bench.land(browser, await bench.toCallback(browser, { provider: 'github' }));
    expect(refusedWith(await land())).toBe('unverified_address');
    bench.github.user = { id: 4717, login: 'ada', emails: [{ email: person.email, primary: true, verified: true }] };
    expect(await land()).toContain('link=github');
    await withPassword(browser, person.email);
    expect((await bench.asks(browser, links, 'POST', {})).status).toBe(201);
    bench.github.user = { id: 4717, login: 'renamed', emails: [] };
    const later = new Browser();
    expect(await bench.land(later, await bench.toCallback(later, { provider: 'github' }))).toBe('/');
    expect(await bench.whoIs(later)).toBe(person.email);
    // Its token goes nowhere else, whatever the API says.
    bench.github.redirectApi = 'http://127.0.0.1:9/steal';
    expect(refusedWith(await bench.land(later, await bench.toCallback(later, { provider: 'github' })))).toBe('refused');
    bench.github.redirectApi = null;
  });
});

describe('attack: an account that is somebody else’s', () => {
  it('is not taken over by its address: its owner signs in with the password once, in the same browser', async () => {
    const person = await newPerson(bench.platform);
    const user = bench.somebody({ email: person.email, hd: 'example.com' });
    const { to, browser } = await bench.signIn(user);
    expect(to).toBe('/sign-in?link=google&return_to=%2Fapps');
    expect(await bench.whoIs(browser)).toBeNull();
    // Neither somebody else, in that browser, nor the owner in another one can confirm.
    const other = await newPerson(bench.platform);
    await withPassword(browser, other.email);
    expect(await bench.asks(browser, links, 'POST', {})).toMatchObject({ status: 404, body: { code: 'no_link' } });
    const elsewhere = new Browser();
    await withPassword(elsewhere, person.email);
    expect((await bench.asks(elsewhere, links, 'POST', {})).status).toBe(404);
    expect((await bench.signIn(user)).to).toContain('link=google');

    await withPassword(browser, person.email);
    const listed = await bench.asks(browser, links);
    expect(listed.body.waiting).toEqual({ id: 'google', label: 'Google', email: person.email });
    expect((await bench.asks(browser, links, 'POST', {})).status).toBe(201);
    expect(await bench.whoIs((await bench.signIn(user)).browser)).toBe(person.email);
  });

  it('is asked for its second factor, and a code is good for who was proved in that browser alone', async () => {
    const user = bench.somebody({ email: `factor-${Date.now()}@approved.example`, hd: 'approved.example' });
    const { browser } = await bench.signIn(user);
    const begun = await bench.asks(browser, '/console/api/account/second-factor', 'POST', {});
    const secret = String(begun.body.secret);
    const at = (time: number) => timeCode(secret, time);
    const on = await bench.asks(browser, '/console/api/account/second-factor/confirm', 'POST', {
      code: at(Date.now() - 30_000),
    });
    expect(on.status).toBe(200);
    const again = await bench.signIn(user);
    expect(again.to).toBe('/sign-in?code=google&return_to=%2Fapps');
    expect(await bench.whoIs(again.browser)).toBeNull();
    const give = (at: Browser, code: string) =>
      at.json(bench.url('/console/api/sign-in/code'), 'POST', { code }).then((answer) => answer.status);
    expect(await give(again.browser, '000000')).toBe(401);
    expect(await give(new Browser(), at(Date.now()))).toBe(401);
    expect(await give(again.browser, at(Date.now()))).toBe(200);
    expect(await bench.whoIs(again.browser)).toBe(user.email);
  });

  it('is not linked by a link that others begin, nor once somebody else is signed in', async () => {
    const victim = await newPerson(bench.platform);
    const attacker = await newPerson(bench.platform);
    const browser = new Browser();
    await withPassword(browser, attacker.email);
    const begun = await bench.asks(browser, `${links}/google`, 'POST', {});
    const own = bench.somebody();
    bench.google.user = own;
    const callback = await browser.follow(String(begun.body.url), bench.url('/console/api/sign-in/callback'));
    // The victim's browser opens the address the attacker was sent to.
    const victims = new Browser();
    await withPassword(victims, victim.email);
    expect(refusedWith(await bench.land(victims, callback))).toBe('sign_in_over');
    // Somebody else signs in meanwhile, in the browser that began.
    await withPassword(browser, victim.email);
    expect(refusedWith(await bench.land(browser, callback))).toBe('sign_in_over');
    expect((await bench.asks(victims, links)).body.data).toMatchObject([{ id: 'google', is_linked: false }, {}]);
    // A page of another site sends no token of the session; the old session gives no password.
    const bare = await victims.json(bench.url(`${links}/google`), 'POST', {});
    expect(bare.status).toBe(403);
  });

  it('is linked and unlinked by its owner, but never its last way in; nobody is two accounts', async () => {
    const person = await newMember(bench.platform, 'editor', bench.platform.workspaceId);
    const browser = new Browser();
    await withPassword(browser, person.email);
    const user = bench.somebody();
    const link = async (at: Browser) => {
      const begun = await bench.asks(at, `${links}/google`, 'POST', {});
      expect(begun.status).toBe(200);
      bench.google.user = user;
      return bench.land(at, await at.follow(String(begun.body.url), bench.url('/console/api/sign-in/callback')));
    };
    expect(await link(browser)).toBe('/account/security?linked=google');
    expect(await bench.whoIs((await bench.signIn(user)).browser)).toBe(person.email);
    const second = new Browser();
    await withPassword(second, (await newPerson(bench.platform)).email);
    expect(refusedWith(await link(second))).toBe('linked_elsewhere');
    expect((await bench.asks(browser, `${links}/google`, 'DELETE', { current_password: 'wrong' })).status).toBe(403);
    expect((await bench.asks(browser, `${links}/google`, 'DELETE', {})).status).toBe(204);
    expect((await bench.signIn(user)).to).toContain('refused=not_invited');

    const only = await bench.signIn(
      bench.somebody({ email: `only-${Date.now()}@approved.example`, hd: 'approved.example' }),
    );
    const last = await bench.asks(only.browser, `${links}/google`, 'DELETE', {});
    expect(last).toMatchObject({ status: 409, body: { code: 'last_way' } });
  });
});

describe('attack: an answer', () => {
  it('counts in the browser that began, once, for the attempt it answers', async () => {
    const user = bench.somebody({ email: `code-${Date.now()}@approved.example`, hd: 'approved.example' });
    bench.google.user = user;
    const browser = new Browser();
    const first = await bench.toCallback(browser, { return_to: '/apps' });
    expect(refusedWith(await bench.land(new Browser(), first))).toBe('sign_in_over');
    const second = await bench.toCallback(browser);
    // The code of one attempt with the state of another, and the other way round.
    const mixed = new URL(second);
    mixed.searchParams.set('code', new URL(first).searchParams.get('code') ?? '');
    expect(refusedWith(await bench.land(browser, mixed.href))).toBe('refused');
    expect(refusedWith(await bench.land(browser, second))).toBe('sign_in_over');
    const third = await bench.toCallback(browser);
    const kept = new Map(browser.cookies.get(bench.platform.url));
    expect(await bench.land(browser, third)).toBe('/');
    expect(refusedWith(await bench.land(browser, third))).toBe('sign_in_over');
    // With the cookie kept, the code is over at Google.
    const thief = new Browser();
    thief.cookies.set(bench.platform.url, kept);
    expect(refusedWith(await bench.land(thief, third))).toBe('refused');
  });

  it('with another signature, nonce or audience is not believed', async () => {
    bench.google.user = bench.somebody({ email: 'x@approved.example', hd: 'approved.example' });
    bench.google.tamper = (token) => `${token.slice(0, -8)}AAAAAAAA`;
    const browser = new Browser();
    expect(refusedWith(await bench.land(browser, await bench.toCallback(browser)))).toBe('refused');
    bench.google.tamper = null;
  });

  it('leads to no other site', async () => {
    for (const return_to of ['https://evil.example', '//evil.example', '/\\evil.example', '/..//evil.example', 'x']) {
      const answer = await new Browser().json(bench.url('/console/api/sign-in/attempts'), 'POST', {
        provider: 'google',
        return_to,
      });
      expect([return_to, answer.status]).toEqual([return_to, 400]);
      await answer.body?.cancel();
    }
    for (const provider of ['nowhere', '__proto__', 'gitlab']) {
      const answer = await new Browser().json(bench.url('/console/api/sign-in/attempts'), 'POST', { provider });
      expect(answer.status).toBe(404);
      await answer.body?.cancel();
    }
  });

  it('leaves no secret in the log, and sessions say that they began at a service', async () => {
    const user = bench.somebody({ email: `log-${Date.now()}@approved.example`, hd: 'approved.example' });
    await bench.signIn(user);
    const account = await accountOf(user.email ?? '');
    const text = JSON.stringify(bench.platform.log);
    expect(text).not.toContain(bench.google.client.secret);
    expect(text).not.toContain(bench.github.client.secret);
    const { sessionId } = await bench.platform.kernel
      .resolve(Sessions)
      .start(account?.id ?? '', { userAgent: '', address: '', service: 'google' });
    const sessions = bench.platform.kernel.resolve(Sessions);
    expect(await sessions.provesMoreThanMail(account?.id ?? '', sessionId, 0)).toBe(true);
  });
});
