import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonAnswer } from '#http/testing/client.ts';
import { testClient } from '#http/testing/client.ts';
import { Database } from '#plugins/database/contract.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { keyScopes } from '#plugins/management-access/contract.ts';
import { Accounts } from './contract.ts';
import type { AccountTables } from './tables.ts';

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly csrf_token: string;
  readonly account: { readonly id: string; readonly email: string; readonly has_second_factor: boolean };
}

const PASSWORD = 'purple-otter-93-lamps';
let platform: TestPlatform;
let people = 0;

beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const call = (
  path: string,
  options: { body?: unknown; method?: string; token?: string; headers?: Record<string, string> } = {},
) => {
  const { body, method, token, headers } = options;
  return testClient(platform.url, token).request(`/console/api${path}`, {
    ...(body !== undefined && { body }),
    ...(method !== undefined && { method }),
    ...(headers !== undefined && { headers }),
  });
};

async function signUp(password = PASSWORD): Promise<Tokens> {
  people += 1;
  // Not over HTTP: one address may make a few accounts only.
  const account = await platform.kernel
    .resolve(Accounts)
    .create({ email: `Person${people}@Example.com`, name: 'Ada', password });
  return signIn(account.email, password);
}

async function signIn(email: string, password = PASSWORD): Promise<Tokens> {
  const answer = await call('/sessions', { body: { email, password } });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as Tokens;
}

const whoami = (token: string) => call('/account', { token });
const codeOf = ({ body }: JsonAnswer) => (body as { code: string }).code;

describe('signing in', () => {
  it('attack T22: answers alike for a wrong password and an unknown account', async () => {
    const { account } = await signUp();
    const wrong = await call('/sessions', { body: { email: account.email, password: 'not it at all' } });
    const unknown = await call('/sessions', { body: { email: 'nobody@example.com', password: 'not it at all' } });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
    expect(unknown.body).toEqual(wrong.body);
  });

  it('attack T19: ends guessing after ten attempts, for known and unknown accounts alike', async () => {
    const { account } = await signUp();
    for (const email of [account.email, 'unknown@example.com']) {
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 12; attempt += 1) {
        statuses.push((await call('/sessions', { body: { email, password: `guess ${attempt}` } })).status);
      }
      expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    }
    const right = await call('/sessions', { body: { email: account.email, password: PASSWORD } });
    expect(right).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('gives tokens that are good for the account and for nothing under /v1', async () => {
    const { access_token: token, account } = await signUp();
    expect(await whoami(token)).toMatchObject({ status: 200, body: { id: account.id } });
    expect(await testClient(platform.url, token).request('/v1/info')).toMatchObject({ status: 401 });
  });
});

describe('a session', () => {
  const refresh = (token: string) => call('/sessions/refresh', { body: { refresh_token: token } });
  /** As if the seconds in which windows may renew together were over. */
  const endOverlap = ({ account }: Tokens) =>
    platform.kernel
      .resolve(Database)
      .system<AccountTables>()
      .updateTable('account_sessions')
      .set({ previous_until: new Date(0) })
      .where('account_id', '=', account.id)
      .execute();

  it('is renewed with its refresh token, which is good once: a second use ends it for everyone', async () => {
    const first = await signUp();
    const second = (await refresh(first.refresh_token)).body as Tokens;
    expect((await whoami(first.access_token)).status).toBe(401);
    expect((await whoami(second.access_token)).status).toBe(200);
    await endOverlap(first);
    expect(await refresh(first.refresh_token)).toMatchObject({ status: 401, body: { code: 'session_over' } });
    expect((await whoami(second.access_token)).status).toBe(401);
    expect((await refresh(second.refresh_token)).status).toBe(401);
  });

  it('is renewed by several windows at once, which get the same tokens', async () => {
    const first = await signUp();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(first.refresh_token)));
    const tokens = answers.map(({ body }) => body as Tokens);
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(tokens.map((each) => each.access_token)).size).toBe(1);
    expect(new Set(tokens.map((each) => each.refresh_token)).size).toBe(1);
    expect((await whoami(tokens[0]?.access_token ?? '')).status).toBe(200);
    const { data } = (await call('/sessions', { token: tokens[0]?.access_token ?? '' })).body as { data: unknown[] };
    expect(data).toHaveLength(1);
  });

  it('ends when a token older than the last two is shown, however soon', async () => {
    const first = await signUp();
    const second = (await refresh(first.refresh_token)).body as Tokens;
    const third = (await refresh(second.refresh_token)).body as Tokens;
    expect((await refresh(first.refresh_token)).status).toBe(401);
    expect((await whoami(third.access_token)).status).toBe(401);
    expect((await refresh(third.refresh_token)).status).toBe(401);
  });

  it('that a thief renews along with its owner ends at the next link', async () => {
    const first = await signUp();
    const owner = (await refresh(first.refresh_token)).body as Tokens;
    const thief = (await refresh(first.refresh_token)).body as Tokens;
    const next = (await refresh(owner.refresh_token)).body as Tokens;
    await endOverlap(first);
    expect((await refresh(thief.refresh_token)).status).toBe(401);
    expect((await whoami(next.access_token)).status).toBe(401);
  });

  it('that was ended is not renewed by the token before its last', async () => {
    const first = await signUp();
    const second = (await refresh(first.refresh_token)).body as Tokens;
    expect((await call('/sessions/current', { method: 'DELETE', token: second.access_token })).status).toBe(204);
    expect((await refresh(first.refresh_token)).status).toBe(401);
  });

  it('is listed, and ended elsewhere', async () => {
    const here = await signUp();
    const there = await signIn(here.account.email);
    const { data } = (await call('/sessions', { token: here.access_token })).body as {
      data: { id: string; is_current: boolean }[];
    };
    expect(data.map((session) => session.is_current).sort()).toEqual([false, true]);
    const other = data.find((session) => !session.is_current)?.id;
    const stranger = await signUp();
    const end = (token: string) => call(`/sessions/${other}`, { method: 'DELETE', token });
    expect(await end(stranger.access_token)).toMatchObject({ status: 404, body: { code: 'no_session' } });
    expect((await whoami(there.access_token)).status).toBe(200);
    expect((await end(here.access_token)).status).toBe(204);
    expect((await whoami(there.access_token)).status).toBe(401);
    expect((await whoami(here.access_token)).status).toBe(200);
  });

  it('attack T16: of a browser lives in cookies no script reads, and changes nothing without the token of the page', async () => {
    const { account } = await signUp();
    const answer = await call('/sessions', { body: { email: account.email, password: PASSWORD } });
    const cookies = answer.headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) expect(cookie).toMatch(/HttpOnly; SameSite=(Lax|Strict)/);
    const cookie = cookies.map((line) => line.split(';')[0]).join('; ');
    expect((await call('/account', { headers: { cookie } })).status).toBe(200);
    const rename = (headers: Record<string, string>) =>
      call('/account', { method: 'PATCH', body: { name: 'Eve' }, headers });
    expect(await rename({ cookie })).toMatchObject({ status: 403, body: { code: 'no_csrf_token' } });
    const stranger = await signUp();
    expect((await rename({ cookie, 'x-csrf-token': stranger.csrf_token })).status).toBe(403);
    const { csrf_token: csrf } = answer.body as Tokens;
    expect((await rename({ cookie, 'x-csrf-token': csrf })).status).toBe(200);
    const renewed = await call('/sessions/refresh', { method: 'POST', headers: { cookie } });
    expect(renewed.status).toBe(200);
    const left = await call('/sessions/current', { method: 'DELETE', token: (renewed.body as Tokens).access_token });
    expect(left.headers.getSetCookie().every((line) => line.includes('Max-Age=0'))).toBe(true);
  });
});

describe('a password', () => {
  it('attack T20: is changed by who knows the old one, which ends every other session', async () => {
    const here = await signUp();
    const there = await signIn(here.account.email);
    const change = (current: string, password: string) =>
      call('/account/password', {
        method: 'PUT',
        token: here.access_token,
        body: { password, current_password: current },
      });
    expect(codeOf(await change('wrong', 'green-walrus-12-tables'))).toBe('wrong_password');
    expect(codeOf(await change(PASSWORD, 'aaaaaaaaaaaa'))).toBe('weak_password');
    expect((await change(PASSWORD, 'green-walrus-12-tables')).status).toBe(200);
    expect((await whoami(here.access_token)).status).toBe(200);
    expect((await whoami(there.access_token)).status).toBe(401);
    expect((await call('/sessions', { body: { email: here.account.email, password: PASSWORD } })).status).toBe(401);
    await signIn(here.account.email, 'green-walrus-12-tables');
  });

  it('attack T19: is set anew with a link, once; a newer link makes it worthless', async () => {
    const { account, access_token: token } = await signUp();
    const accounts = platform.kernel.resolve(Accounts);
    const older = await accounts.passwordReset(account.id);
    const link = await accounts.passwordReset(account.id);
    const reset = (secret: string, password: string) =>
      call('/password-resets/confirm', { body: { token: secret, password } });
    expect(codeOf(await reset(older, 'green-walrus-12-tables'))).toBe('link_over');
    expect(codeOf(await reset(link, 'short'))).toBe('weak_password');
    expect((await reset(link, 'green-walrus-12-tables')).status).toBe(200);
    expect(codeOf(await reset(link, 'green-walrus-13-tables'))).toBe('link_over');
    expect((await whoami(token)).status).toBe(401);
    await signIn(account.email, 'green-walrus-12-tables');
  });

  it('attack T19: has one link that works, also when many are made at a time', async () => {
    const { account } = await signUp();
    const accounts = platform.kernel.resolve(Accounts);
    const links = await Promise.all(Array.from({ length: 8 }, () => accounts.passwordReset(account.id)));
    const answers = [];
    for (const token of links) {
      answers.push((await call('/password-resets/confirm', { body: { token, password: 'short' } })).status);
    }
    expect(answers.sort()).toEqual([400, ...Array<number>(7).fill(404)]);
  });

  it('attack T22: link is asked for with the same answer, whether there is such an account or not', async () => {
    const { account } = await signUp();
    const known = await call('/password-resets', { body: { email: account.email } });
    const unknown = await call('/password-resets', { body: { email: 'nobody-at-all@example.com' } });
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect(known.status).toBe(202);
  });
});

describe('a second factor', () => {
  it('is asked for at sign-in; each code is good once, and recovery codes help who lost it', async () => {
    const { account, access_token: token } = await signUp();
    const path = '/account/second-factor';
    expect((await call(path, { token, body: { current_password: 'wrong' } })).status).toBe(403);
    const begun = (await call(path, { token, body: { current_password: PASSWORD } })).body as {
      secret: string;
      uri: string;
    };
    expect(begun.uri).toContain('otpauth://totp/');
    const totp = new TOTP({ secret: Secret.fromBase32(begun.secret) });
    const early = totp.generate({ timestamp: Date.now() - 30_000 });
    expect(
      codeOf(await call(`${path}/confirm`, { token, body: { code: '000000' === early ? '000001' : '000000' } })),
    ).toBe('wrong_code');
    const confirmed = await call(`${path}/confirm`, { token, body: { code: early } });
    const { recovery_codes: codes } = confirmed.body as { recovery_codes: string[] };
    expect(new Set(codes).size).toBe(10);

    const enter = (code?: string) =>
      call('/sessions', { body: { email: account.email, password: PASSWORD, ...(code !== undefined && { code }) } });
    expect(codeOf(await enter())).toBe('code_needed');
    expect(codeOf(await enter(early))).toBe('wrong_code');
    const now = totp.generate();
    expect((await enter(now)).status).toBe(200);
    expect(codeOf(await enter(now))).toBe('wrong_code');
    expect((await enter(codes[0])).status).toBe(200);
    expect(codeOf(await enter(codes[0]))).toBe('wrong_code');
    const renew = (body: object) => call(`${path}/recovery-codes`, { token, body });
    expect(codeOf(await renew({ code: codes[1] }))).toBe('wrong_password');
    expect(codeOf(await renew({ code: codes[0], current_password: PASSWORD }))).toBe('wrong_code');
    const renewed = (await renew({ code: codes[1], current_password: PASSWORD })).body as { recovery_codes: string[] };
    expect(new Set([...codes, ...renewed.recovery_codes]).size).toBe(20);
    expect(codeOf(await enter(codes[2]))).toBe('wrong_code');
    expect((await enter(renewed.recovery_codes[0])).status).toBe(200);
    expect((await call(path, { method: 'DELETE', token, body: { current_password: PASSWORD } })).status).toBe(204);
    expect(codeOf(await renew({ code: renewed.recovery_codes[1], current_password: PASSWORD }))).toBe(
      'no_second_factor',
    );
    expect((await enter()).status).toBe(200);
  });
});

describe('a personal key', () => {
  it('acts for its person, shows its secret once, and changes nothing of the account', async () => {
    const { access_token: token, account } = await signUp();
    const made = await call('/account/keys', { token, body: { name: 'laptop' } });
    const { api_key: secret, id } = made.body as { api_key: string; id: string };
    expect(made.status).toBe(201);
    expect(await whoami(secret)).toMatchObject({ status: 200, body: { id: account.id } });
    expect((await call('/account/keys', { token: secret, body: { name: 'another' } })).status).toBe(403);
    expect((await call('/account', { token: secret, method: 'PATCH', body: { name: 'Eve' } })).status).toBe(403);
    const listed = await call('/account/keys', { token });
    expect(listed.text).not.toContain(secret);
    const stranger = await signUp();
    expect((await call(`/account/keys/${id}`, { method: 'DELETE', token: stranger.access_token })).status).toBe(404);
    expect((await call(`/account/keys/${id}`, { method: 'DELETE', token })).status).toBe(204);
    expect((await whoami(secret)).status).toBe(401);
  });

  it('is made with permissions that there are, of which the refusal tells', async () => {
    const { access_token: token } = await signUp();
    const make = (permissions: unknown) => call('/account/keys', { token, body: { name: 'k', permissions } });
    for (const unknown of [
      'nonsense.perm',
      'apps.edits',
      'apps',
      'account.manage',
      'workspace.own',
      'workspace.leave',
      'installation.manage',
    ]) {
      const answer = await make(['apps.use', unknown]);
      expect(answer.status).toBe(400);
      expect(codeOf(answer)).toBe('invalid_param');
      for (const known of keyScopes) expect(answer.text).toContain(known);
    }
    expect((await call('/account/keys', { token })).body).toEqual({ data: [] });
    expect(await make([...keyScopes])).toMatchObject({
      status: 201,
      body: { permissions: [...keyScopes] },
    });
    expect((await make(null)).status).toBe(201);
  });

  it('must end in the time to come, and ends then', async () => {
    const { access_token: token } = await signUp();
    const make = (at: number) => call('/account/keys', { token, body: { name: 'k', expires_at: at } });
    const second = Math.floor(Date.now() / 1000);
    expect(codeOf(await make(second - 1))).toBe('expired_key');
    const { api_key: secret } = (await make(second + 2)).body as { api_key: string };
    expect((await whoami(secret)).status).toBe(200);
    await expect.poll(async () => (await whoami(secret)).status).toBe(401);
  });
});

it('what secrets the accounts have stands nowhere in the database or the log', async () => {
  const { access_token: access, refresh_token: refresh, account } = await signUp('canary-otter-47-lamps');
  const db = platform.kernel.resolve(Database).system<AccountTables>();
  const rows = JSON.stringify([
    await db.selectFrom('accounts').selectAll().execute(),
    await db.selectFrom('account_sessions').selectAll().execute(),
    await db.selectFrom('personal_keys').selectAll().execute(),
  ]);
  expect(rows).toContain(account.email);
  const text = rows + JSON.stringify(platform.log);
  for (const secret of ['canary-otter-47-lamps', access, refresh.split('.')[1]]) expect(text).not.toContain(secret);
});
