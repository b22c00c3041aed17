import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testClient } from '#http/testing/client.ts';
import { Database } from '#plugins/database/contract.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { Members } from '#plugins/members/contract.ts';
import { newMember, newWorkspace, PASSWORD } from '#plugins/members/testing/people.ts';
import { Accounts, Sessions } from './contract.ts';
import type { AccountTables } from './tables.ts';

let platform: TestPlatform;
let workspaceId: string;
let heirId: string;

beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

async function newHeir(): Promise<void> {
  workspaceId = await newWorkspace(platform);
  heirId = (await newMember(platform, 'member', workspaceId)).accountId;
}

const transfer = (client: ReturnType<typeof testClient>, proof: Readonly<Record<string, string>>) =>
  client.request('/console/api/workspace/transfer', {
    headers: { 'x-workspace-id': workspaceId },
    body: { account_id: heirId, ...proof },
  });
const ownerId = async () =>
  (await platform.kernel.resolve(Members).list(workspaceId)).find(({ role }) => role === 'owner')?.accountId;

/** An owner who signs in over single sign-on, by a session that began some minutes ago. */
async function ownerWithoutPassword(minutes: number) {
  const email = `${crypto.randomUUID()}@example.com`;
  const { id } = await platform.kernel.resolve(Accounts).create({ email, name: 'Ada', password: null });
  await platform.kernel.resolve(Members).add(workspaceId, id, 'owner');
  const sessions = platform.kernel.resolve(Sessions);
  const { accessToken, sessionId } = await sessions.start(id, { userAgent: '', address: '127.0.0.1' });
  await platform.kernel
    .resolve(Database)
    .system<AccountTables>()
    .updateTable('account_sessions')
    .set({ created_at: new Date(Date.now() - minutes * 60_000) })
    .where('id', '=', sessionId)
    .execute();
  return { id, client: testClient(platform.url, accessToken) };
}

describe('attack T02: a workspace is given away', () => {
  it('only with the password of its owner, however new the session', async () => {
    await newHeir();
    const owner = await newMember(platform, 'owner', workspaceId);
    for (const proof of [{}, { current_password: '' }, { current_password: 'not-it' }, { code: '123456' }]) {
      expect(await transfer(owner.client, proof)).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
    }
    expect(await ownerId()).toBe(owner.accountId);
    expect((await transfer(owner.client, { current_password: PASSWORD })).status).toBe(200);
    expect(await ownerId()).toBe(heirId);
  });

  it('without a password only by who has just signed in', async () => {
    await newHeir();
    const { id, client } = await ownerWithoutPassword(11);
    for (const proof of [{}, { current_password: 'x' }, { code: '123456' }]) {
      expect(await transfer(client, proof)).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
    }
    expect(await ownerId()).toBe(id);
    const other = await newWorkspace(platform);
    workspaceId = other;
    heirId = (await newMember(platform, 'member', other)).accountId;
    const recent = await ownerWithoutPassword(1);
    expect((await transfer(recent.client, {})).status).toBe(200);
  });

  it('without a password also by a code of the second factor, once', async () => {
    await newHeir();
    const { client } = await ownerWithoutPassword(11);
    const begun = await client.request('/console/api/account/second-factor', { body: {} });
    const secret = Secret.fromBase32((begun.body as { secret: string }).secret);
    const code = new TOTP({ secret }).generate();
    const confirmed = await client.request('/console/api/account/second-factor/confirm', { body: { code } });
    const [recovery = ''] = (confirmed.body as { recovery_codes: string[] }).recovery_codes;
    expect(await transfer(client, { code })).toMatchObject({ status: 403, body: { code: 'wrong_code' } });
    expect((await transfer(client, { code: recovery })).status).toBe(200);
    expect(await ownerId()).toBe(heirId);
  });
});
