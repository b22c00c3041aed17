import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#plugins/database/contract.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { newPerson, PASSWORD, type Person } from '#plugins/members/testing/people.ts';
import { Accounts } from './contract.ts';
import { checkPassword, isPassword } from './passwords.ts';
import type { AccountTables } from './tables.ts';
import { hashingAsAServer } from './testing/cheap-passwords.ts';

let platform: TestPlatform;
const OTHER = 'green-walrus-12-tables';

beforeAll(async () => {
  const http = { trustedProxies: ['127.0.0.1'], failuresPerMinute: 0 };
  platform = await startPlatform({
    threads: 0,
    config: { http },
    env: { WEFT_SIGN_UP: 'open', SMTP_URL: 'smtp://127.0.0.1:9' },
  });
});
afterAll(() => platform.dispose());

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function call(path: string, body: unknown, from = '198.51.100.1'): Promise<Answer> {
  const answer = await fetch(`${platform.url}/console/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

const signIn = (email: string, password: string, from?: string, code?: string) =>
  call('/sessions', { email, password, ...(code !== undefined && { code }) }, from);
const accounts = () => platform.kernel.resolve(Accounts);
const attemptKeys = async () =>
  (
    await platform.kernel
      .resolve(Database)
      .system<AccountTables>()
      .selectFrom('account_attempts')
      .select('key')
      .execute()
  ).map(({ key }) => key);

describe('texts that a database does not take', () => {
  it.each([
    ['sign-in', '/sessions', { email: 'a\0b@example.com', password: 'x\0y' }, 401],
    ['asking for a reset', '/password-resets', { email: 'a\0b@example.com' }, 202],
    ['half a character', '/sessions', { email: 'a\ud800@example.com', password: '\ud800' }, 401],
    ['sign-up', '/accounts', { email: 'nul\0l@example.com' }, 202],
  ])('are no failure at %s', async (_name, path, body, status) => {
    expect((await call(path, body, '198.51.100.2')).status).toBe(status);
  });

  it('are no failure in keys and workspaces', async () => {
    const person = await newPerson(platform);
    const key = (expiresAt: number) =>
      person.client.request('/console/api/account/keys', { body: { name: 'a\0b', expires_at: expiresAt } });
    expect((await key(1e15)).status).toBe(400);
    expect((await key(253_402_300_799)).status).toBe(201);
    const body = { name: 'One\r\nBcc: all@example.com\0', description: 'a\0b' };
    const made = await person.client.request('/console/api/workspaces', { body });
    expect(made).toMatchObject({ status: 201, body: { name: 'One Bcc: all@example.com', description: 'ab' } });
  });
});

describe('an address', () => {
  it.each([
    ['capitals', (email: string) => email.toUpperCase()],
    ['an invisible character', (email: string) => `${email.slice(0, 3)}\u200b${email.slice(3)}`],
    ['a letter in two parts', (email: string) => email.replace('é', 'e\u0301')],
  ])('with %s is the same account', async (_name, spell) => {
    const email = `é-${crypto.randomUUID()}@example.com`;
    await accounts().create({ email, name: 'Ada', password: PASSWORD });
    await expect(accounts().create({ email: spell(email), name: 'Eve', password: OTHER })).rejects.toMatchObject({
      code: 'accounts.email_taken',
    });
    expect((await signIn(spell(email), PASSWORD, '198.51.100.3')).status).toBe(200);
  });
});

describe('attack T19: a password', () => {
  it('of many signs beyond the first plane signs in', async () => {
    const person = await newPerson(platform);
    const secret = await accounts().passwordReset(person.accountId);
    const password = Array.from({ length: 200 }, (_, index) => String.fromCodePoint(0x1f600 + ((index * 7) % 60))).join(
      '',
    );
    expect((await call('/password-resets/confirm', { token: secret, password })).status).toBe(200);
    expect((await signIn(person.email, password, '198.51.100.4')).status).toBe(200);
    expect((await signIn(person.email, password.slice(0, -2), '198.51.100.4')).status).toBe(401);
  });

  it('is judged for holders of a link only', async () => {
    const body = { token: `rst-${'x'.repeat(40)}`, password: 'aaaaaaaaaaaa' };
    expect(await call('/password-resets/confirm', body)).toMatchObject({ status: 404, body: { code: 'link_over' } });
  });

  it('is judged by the words about its own account, and no one else', async () => {
    const about = 'zyxqvutjkwmb-hgfplnrd';
    await expect(checkPassword(about, 10, [about])).rejects.toMatchObject({ code: 'accounts.weak_password' });
    await checkPassword(about, 10, []);
  });

  it('set by a link ends personal keys too: whoever had the account has nothing left', async () => {
    const person = await newPerson(platform);
    const made = await person.client.request('/console/api/account/keys', { body: { name: 'thief' } });
    const { api_key: key } = made.body as { api_key: string };
    const who = () => fetch(`${platform.url}/console/api/account`, { headers: { authorization: `Bearer ${key}` } });
    expect((await who()).status).toBe(200);
    const token = await accounts().passwordReset(person.accountId);
    expect((await call('/password-resets/confirm', { token, password: OTHER })).status).toBe(200);
    expect((await who()).status).toBe(401);
  });

  it('that is set while somebody signs in with the old one leaves them no session', async () => {
    // At a server's cost, so that the sign-ins still take a while.
    const person = await hashingAsAServer(() => newPerson(platform));
    const token = await accounts().passwordReset(person.accountId);
    const attempts = Array.from({ length: 30 }, (_, index) => signIn(person.email, PASSWORD, `192.0.2.${index}`));
    await call('/password-resets/confirm', { token, password: OTHER });
    const answers = await Promise.all(attempts);
    for (const { status, body } of answers) {
      if (status !== 200) continue;
      const who = await fetch(`${platform.url}/console/api/account`, {
        headers: { authorization: `Bearer ${body.access_token}` },
      });
      expect(who.status).toBe(401);
    }
  });
});

it('attack T18: a password is kept as argon2id with the cost that is asked for today', async () => {
  const person = await hashingAsAServer(() => newPerson(platform));
  const db = platform.kernel.resolve(Database).system<AccountTables>();
  const { password_hash: kept } = await db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', person.accountId)
    .executeTakeFirstOrThrow();
  const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$[\w+/]{22}\$[\w+/]{43}$/.exec(kept ?? '') ?? [];
  expect(Number(memory)).toBeGreaterThanOrEqual(19_456);
  expect(Number(passes)).toBeGreaterThanOrEqual(2);
});

describe('attack T19: a link that sets a password', () => {
  const set = (token: unknown) => call('/password-resets/confirm', { token, password: OTHER }, '198.51.100.5');

  it.each([[null], [''], [[]], [{}], [0], ['rst-'], [`rst-${'A'.repeat(40)}`]])('is not %j', async (token) => {
    const person = await newPerson(platform);
    // One that was never asked for is no secret that is null.
    expect([400, 404]).toContain((await set(token)).status);
    expect((await signIn(person.email, PASSWORD, '198.51.100.5')).status).toBe(200);
  });

  it('is no secret of another kind, and sets that of its account only', async () => {
    const [person, other] = [await newPerson(platform), await newPerson(platform)];
    const invited = await platform.management.request('/console/api/invitations', {
      body: { email: other.email, role: 'member' },
    });
    const invitation = (invited.body as { link: string }).link.split('#')[1] ?? '';
    for (const token of [invitation, other.token, `rst-${invitation.slice(4)}`]) {
      expect([400, 404]).toContain((await set(token)).status);
    }
    const secret = await accounts().passwordReset(person.accountId);
    expect((await set(secret)).status).toBe(200);
    expect((await signIn(other.email, PASSWORD, '198.51.100.6')).status).toBe(200);
    expect((await signIn(person.email, PASSWORD, '198.51.100.6')).status).toBe(401);
    const kept = await platform.kernel
      .resolve(Database)
      .system<AccountTables>()
      .selectFrom('accounts')
      .selectAll()
      .execute();
    const next = await accounts().passwordReset(person.accountId);
    expect(JSON.stringify(kept)).not.toContain(secret.slice(4));
    expect(next).not.toBe(secret);
  });
});

describe('attack T19: guessing', () => {
  it('from many addresses of one network counts as from one', async () => {
    const { email } = await newPerson(platform);
    const statuses: number[] = [];
    for (let host = 1; host <= 12; host += 1)
      statuses.push((await signIn(email, 'wrong', `2001:db8:1:2::${host}`)).status);
    expect(statuses.slice(9)).toEqual([401, 429, 429]);
  });

  it('one account after the other ends, and then is not even written down', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 53; index += 1) {
      statuses.push((await signIn(`spray-${index}@example.com`, 'wrong', '192.0.2.200')).status);
    }
    expect(statuses.slice(49)).toEqual([401, 429, 429, 429]);
    const keys = await attemptKeys();
    expect(keys).toContain('account/spray-49@example.com');
    expect(keys.filter((key) => key.includes('spray-52'))).toEqual([]);
  });

  it('by strangers everywhere locks nobody out of where they are signed in', async () => {
    const person = await newPerson(platform);
    expect((await signIn(person.email, PASSWORD, '203.0.113.9')).status).toBe(200);
    for (let host = 1; host <= 11; host += 1) {
      await Promise.all(Array.from({ length: 10 }, () => signIn(person.email, 'wrong', `198.18.0.${host}`)));
    }
    expect((await signIn(person.email, PASSWORD, '198.18.1.1')).status).toBe(429);
    expect((await signIn(person.email, PASSWORD, '203.0.113.9')).status).toBe(200);
  });

  it('codes ends for the whole account, and asking for a code is no attempt', async () => {
    const person: Person = await newPerson(platform);
    const path = '/console/api/account/second-factor';
    const begun = await person.client.request(path, { body: { current_password: PASSWORD } });
    const totp = new TOTP({ secret: Secret.fromBase32((begun.body as { secret: string }).secret) });
    const code = totp.generate({ timestamp: Date.now() - 30_000 });
    expect((await person.client.request(`${path}/confirm`, { body: { code } })).status).toBe(200);
    const wrong = totp.generate() === '000000' ? '111111' : '000000';
    const codes: unknown[] = [];
    for (let host = 1; host <= 9; host += 1) {
      codes.push((await signIn(person.email, PASSWORD, `198.19.0.${host}`, wrong)).body.code);
    }
    // One was counted when the second factor was turned on.
    expect(new Set(codes)).toEqual(new Set(['wrong_code']));
    const last = await signIn(person.email, PASSWORD, '198.19.0.99', totp.generate());
    expect(last).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect((await signIn(person.email, PASSWORD, '198.19.0.99')).body.code).toBe('code_needed');
  });
});

it('sessions of an account are no more than a hundred', async () => {
  const person = await newPerson(platform);
  for (let index = 0; index < 105; index += 1) {
    expect((await signIn(person.email, PASSWORD, '198.51.100.77')).status).toBe(200);
  }
  const db = platform.kernel.resolve(Database).system<AccountTables>();
  const rows = await db
    .selectFrom('account_sessions')
    .select('id')
    .where('account_id', '=', person.accountId)
    .execute();
  expect(rows).toHaveLength(100);
});

it('passwords are checked in turn, and too many at once are told to come again', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 150 }, () => isPassword(null, 'wrong')));
  const busy = answers.filter((answer) => answer.status === 'rejected');
  expect(busy).toHaveLength(48);
  expect(busy[0]?.reason).toMatchObject({ kind: 'unavailable', code: 'accounts.busy' });
  expect(await isPassword(null, 'wrong')).toBe(false);
});
