import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelChat } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { Accounts, Sessions } from '#plugins/accounts/contract.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { type MailServer, startMailServer } from '#plugins/mail/testing/mail-server.ts';
import { newMember, newPerson, newWorkspace, PASSWORD } from '#plugins/members/testing/people.ts';

let platform: TestPlatform;
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
  platform = await startPlatform({ threads: 0, env: { SMTP_URL: mail.url } });
});
afterAll(async () => {
  await platform.dispose();
  await mail[Symbol.asyncDispose]();
});

const subjectsTo = (email: string) =>
  mail.emails.filter(({ to }) => to === email).map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim());
async function emailTo(email: string, subject: string): Promise<string> {
  const find = () => mail.emails.find(({ to, text }) => to === email && text.includes(`Subject: ${subject}`))?.text;
  await expect.poll(find).toBeDefined();
  return find() ?? '';
}

describe('a person gets an e-mail', () => {
  it('about a sign-in from a place that is new, and not from one that is known', async () => {
    const person = await newPerson(platform);
    const sessions = platform.kernel.resolve(Sessions);
    const browser = { userAgent: 'Firefox/142.0 (X11)', address: '203.0.113.7' };
    await sessions.start(person.accountId, browser);
    const sentEmail = await emailTo(person.email, 'A new sign-in');
    expect(sentEmail).toContain('203.0.113.7');
    await sessions.start(person.accountId, { ...browser, userAgent: 'Firefox/143.1 (X11)' });
    await sessions.start(person.accountId, { userAgent: 'test', address: '127.0.0.1' });
    await sessions.start(person.accountId, { ...browser, address: '198.51.100.4' });
    await expect.poll(() => subjectsTo(person.email)).toHaveLength(2);
    expect(JSON.stringify(mail.emails)).not.toContain('ses-');
  });

  it('about a new password, second factor and key, without a secret', async () => {
    const person = await newPerson(platform);
    const call = (path: string, body: object, method = 'POST') =>
      person.client.request(`/console/api${path}`, { body, method });
    const made = await call('/account/keys', { name: 'laptop' });
    const next = { password: 'yellow-badger-41-spoons', current_password: PASSWORD };
    expect((await call('/account/password', next, 'PUT')).status).toBe(200);
    expect((await call('/account/second-factor', { current_password: next.password }, 'DELETE')).status).toBe(204);
    await emailTo(person.email, 'A personal key was made');
    await emailTo(person.email, 'Your password was changed');
    await emailTo(person.email, 'Your second factor is off');
    const token = await platform.kernel.resolve(Accounts).passwordReset(person.accountId);
    const body = { token, password: PASSWORD };
    const reset = await testClient(platform.url).request('/console/api/password-resets/confirm', { body });
    expect(reset.status).toBe(200);
    await expect.poll(() => subjectsTo(person.email)).toHaveLength(4);
    const all = JSON.stringify(mail.emails);
    for (const secret of [(made.body as { api_key: string }).api_key, PASSWORD, next.password, token]) {
      expect(all).not.toContain(secret);
    }
  });
});

it('both hear of a workspace that was given away', async () => {
  const workspaceId = await newWorkspace(platform);
  const owner = await newMember(platform, 'owner', workspaceId);
  const heir = await newMember(platform, 'admin', workspaceId);
  const body = { account_id: heir.accountId, current_password: PASSWORD };
  expect((await owner.client.request('/console/api/workspace/transfer', { body })).status).toBe(200);
  expect(await emailTo(owner.email, 'A workspace was given away')).toContain(heir.email);
  expect(await emailTo(heir.email, 'You own a workspace now')).toContain(owner.email);
});

it('the owner hears once that a budget is used up, though it only warns', async () => {
  const owner = await newMember(platform, 'owner', platform.workspaceId);
  const { key } = await platform.importApp(modelChat());
  const budget = { period: 'month', unit: 'tokens', amount: '1', action: 'warn' };
  const set = await platform.management.request('/console/api/budgets', { method: 'PUT', body: budget });
  expect(set.status).toBe(200);
  const run = () => platform.post(key, '/v1/chat-messages', { inputs: {}, query: 'Hi', user: 'u1' });
  expect((await run()).status).toBe(200);
  expect(await emailTo(owner.email, 'A budget is used up')).toMatch(/1 tokens per month, \d+ were used/);
  expect((await run()).status).toBe(200);
  const again = { ...budget, amount: '2' };
  await platform.management.request('/console/api/budgets', { method: 'PUT', body: again });
  // What the second run had to tell is told by then.
  const last = () => mail.emails.find(({ to, text }) => to === owner.email && text.includes('2 tokens per month'));
  await expect.poll(last).toBeDefined();
  expect(subjectsTo(owner.email)).toHaveLength(2);
  const { body: shown } = await owner.client.request('/console/api/notices');
  expect(shown).toMatchObject({
    unread: 2,
    data: [{ kind: 'budget-reached', about: { amount: '2', unit: 'tokens' } }, {}],
  });
});
