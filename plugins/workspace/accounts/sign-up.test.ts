import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testClient } from '#http/testing/client.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { type MailServer, startMailServer } from '#plugins/mail/testing/mail-server.ts';
import { newPerson, PASSWORD } from '#plugins/members/testing/people.ts';
import { Secrets } from '#plugins/secrets/contract.ts';
import { Accounts } from './contract.ts';
import { SignUpLinks } from './sign-up-links.ts';

let platform: TestPlatform;
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
  platform = await startPlatform({ threads: 0, env: { WEFT_SIGN_UP: 'open', SMTP_URL: mail.url } });
});
afterAll(async () => {
  await platform.dispose();
  await mail[Symbol.asyncDispose]();
});

const call = (path: string, body: unknown) => testClient(platform.url).request(`/console/api${path}`, { body });
const accounts = () => platform.kernel.resolve(Accounts);
const confirm = (token: string, more: object = {}) =>
  call('/accounts/confirm', { token, name: ' New\none ', password: PASSWORD, ...more });
const unknown = () => `${crypto.randomUUID()}@example.com`;

async function emailTo(email: string): Promise<string> {
  const find = () => mail.emails.find(({ to }) => to === email)?.text;
  await expect.poll(find).toBeDefined();
  return find() ?? '';
}

describe('signing up', () => {
  it('mails a link that makes an account and signs in, once; the address is one in any case', async () => {
    const email = unknown();
    expect((await call('/accounts', { email: email.toUpperCase() })).status).toBe(202);
    const sentEmail = await emailTo(email);
    const [, path, token = ''] = /https?:\/\/[^/]+(\/[\w-]+)#(\S+)/.exec(sentEmail) ?? [];
    expect(await accounts().byEmail(email)).toBeNull();
    expect(path).toBe('/sign-up');
    const answer = await confirm(token);
    expect(answer).toMatchObject({ status: 201, body: { account: { email, name: 'New one' } } });
    expect(answer.text).not.toContain(PASSWORD);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.getSetCookie()).toHaveLength(2);
    expect(await confirm(token, { password: 'green-walrus-12-tables' })).toMatchObject({
      status: 404,
      body: { code: 'link_over' },
    });
    expect((await call('/sessions', { email, password: PASSWORD })).status).toBe(200);
  });

  it('attack T22: answers alike for an address with an account; its mail says so, and brings no link', async () => {
    const { email } = await newPerson(platform);
    const known = await call('/accounts', { email });
    const missing = await call('/accounts', { email: unknown() });
    const shown = ({ status, text, headers }: typeof known) => ({ status, text, names: [...headers.keys()] });
    expect(shown(known)).toEqual(shown(missing));
    const sentEmail = await emailTo(email);
    expect(sentEmail).toContain('has one already');
    expect(sentEmail).not.toContain('sup-');
  });

  it.each([
    ['short', 'abc-12'],
    ['common', 'password123456'],
    ['the address itself', 'somebody@example.com'],
    ['one letter', 'aaaaaaaaaaaaaaaaaaaa'],
  ])('refuses a password that is %s', async (_name, password) => {
    const answer = await confirm(accounts().signUp('somebody@example.com'), { password });
    expect(answer).toMatchObject({ status: 400, body: { code: 'weak_password' } });
    expect(await accounts().byEmail('somebody@example.com')).toBeNull();
  });

  it.each([
    ['no address', { email: 'nobody' }],
    ['two addresses', { email: 'a@b.c, d@e.f' }],
    ['a password that nobody has proved to be theirs', { email: 'a@b.cc', name: 'x', password: PASSWORD }],
    ['a role of its own choice', { email: 'a@b.cc', role: 'owner' }],
  ])('refuses %s', async (_name, body) => {
    expect((await call('/accounts', body)).status).toBe(400);
  });

  it('attack T19: a link that was changed, is over, or was made for something else makes no account', async () => {
    const email = unknown();
    const secret = accounts().signUp(email);
    const [text = '', signature = ''] = secret.slice(4).split('.');
    const other = Buffer.from(JSON.stringify([unknown(), Date.now() + 1e6])).toString('base64url');
    const secrets = platform.kernel.resolve(Secrets);
    const wrong = [
      `sup-${other}.${signature}`,
      `sup-${text}.`,
      `sup-${text}.${secrets.sign('installation', 'accounts.csrf', text)}`,
      new SignUpLinks(secrets).secret(email, Date.now() - 3_600_001),
      'null',
      '',
    ];
    for (const token of wrong) expect(await confirm(token), token).toMatchObject({ status: 404 });
    expect(await accounts().byEmail(email)).toBeNull();
    expect((await confirm(secret)).status).toBe(201);
  });

  it('attack T19: one address is sent ten e-mails in a quarter of an hour, whether it has an account or not', async () => {
    const { email } = await newPerson(platform);
    for (const asked of [email, unknown()]) {
      const statuses: number[] = [];
      for (let count = 0; count < 12; count += 1) statuses.push((await call('/accounts', { email: asked })).status);
      expect(statuses).toEqual([...Array(10).fill(202), 429, 429]);
    }
  });
});
