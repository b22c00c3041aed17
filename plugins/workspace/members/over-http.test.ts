import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelChat } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { EventReader } from '#plugins/delivery-api/testing/event-reader.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newPerson, newWorkspace, PASSWORD, type Person } from './testing/people.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const api = (path: string) => `/console/api${path}`;
const codeOf = (answer: { body: unknown }) => (answer.body as { code: string }).code;

describe('an invitation', () => {
  it('makes an account with its role, once', async () => {
    const admin = await newMember(platform, 'admin', platform.workspaceId);
    const email = `new-${crypto.randomUUID()}@example.com`;
    const made = await admin.client.request(api('/invitations'), { body: { email, role: 'editor' } });
    expect(made).toMatchObject({
      status: 201,
      body: { email, role: 'editor', mailed: false, invited_by: admin.email },
    });
    const token = (made.body as { link: string }).link.split('#')[1];
    const listed = await admin.client.request(api('/invitations'));
    expect(listed.text).toContain(email);
    expect(listed.text).not.toContain(token);

    const anyone = testClient(platform.url);
    const offer = await anyone.request(api('/invitations/show'), { body: { token } });
    expect(offer.body).toMatchObject({ workspace_id: platform.workspaceId, email, role: 'editor', has_account: false });
    const join = () => anyone.request(api('/invitations/join'), { body: { token, name: 'New', password: PASSWORD } });
    expect((await join()).status).toBe(201);
    expect(codeOf(await join())).toBe('no_invitation');
    const signedIn = await anyone.request(api('/sessions'), { body: { email, password: PASSWORD } });
    const client = testClient(platform.url, (signedIn.body as { access_token: string }).access_token);
    expect((await client.request(api('/workspaces'))).body).toMatchObject({
      data: [{ id: platform.workspaceId, role: 'editor', is_current: true }],
    });
    expect(codeOf(await admin.client.request(api('/invitations'), { body: { email, role: 'admin' } }))).toBe(
      'already_a_member',
    );
  });

  it('is for its address only, and not after it was revoked or sent anew', async () => {
    const owner = await newMember(platform, 'admin', platform.workspaceId);
    const [guest, other] = [await newPerson(platform), await newPerson(platform)];
    const made = await owner.client.request(api('/invitations'), {
      body: { email: guest.email.toUpperCase(), role: 'member' },
    });
    const { id, link } = made.body as { id: string; link: string };
    const first = link.split('#')[1];
    const accept = (person: typeof guest, token: unknown) =>
      person.client.request(api('/account/invitations'), { body: { token } });
    expect(codeOf(await accept(other, first))).toBe('other_address');
    const again = await owner.client.request(api(`/invitations/${id}/resend`), { method: 'POST' });
    const second = (again.body as { link: string }).link.split('#')[1];
    expect(codeOf(await accept(guest, first))).toBe('no_invitation');
    expect(await accept(guest, second)).toMatchObject({
      status: 200,
      body: { id: platform.workspaceId, role: 'member' },
    });

    const third = await newPerson(platform);
    const revoked = await owner.client.request(api('/invitations'), { body: { email: third.email, role: 'member' } });
    const { id: revokedId, link: dead } = revoked.body as { id: string; link: string };
    expect((await owner.client.request(api(`/invitations/${revokedId}`), { method: 'DELETE' })).status).toBe(204);
    expect(codeOf(await accept(third, dead.split('#')[1]))).toBe('no_invitation');
  });

  it('ends with the place of whoever sent it: removed, gone by themselves, or of a smaller role', async () => {
    const workspaceId = await newWorkspace(platform);
    const owner = await newMember(platform, 'owner', workspaceId);
    const ends: readonly ((admin: Person) => Promise<{ status: number }>)[] = [
      ({ accountId }) => owner.client.request(api(`/members/${accountId}`), { method: 'DELETE' }),
      ({ client }) => client.request(api('/members/leave'), { method: 'POST' }),
      ({ accountId }) =>
        owner.client.request(api(`/members/${accountId}`), { method: 'PATCH', body: { role: 'editor' } }),
    ];
    for (const end of ends) {
      const admin = await newMember(platform, 'admin', workspaceId);
      const [guest, kept] = [await newPerson(platform), await newPerson(platform)];
      const invite = async (email: string) =>
        (await admin.client.request(api('/invitations'), { body: { email, role: 'admin' } })).body as {
          id: string;
          link: string;
        };
      const [lost, adopted] = [await invite(guest.email), await invite(kept.email)];
      // Sent again by somebody who stays: they answer for it.
      const again = await owner.client.request(api(`/invitations/${adopted.id}/resend`), { method: 'POST' });
      expect(again.body).toMatchObject({ invited_by: owner.email });
      expect((await end(admin)).status).toBeLessThan(300);
      const accept = (person: Person, link: string) =>
        person.client.request(api('/account/invitations'), { body: { token: link.split('#')[1] } });
      expect(codeOf(await accept(guest, lost.link))).toBe('no_invitation');
      expect((await accept(kept, (again.body as { link: string }).link)).status).toBe(200);
      expect((await owner.client.request(api('/invitations'))).body).toEqual({ data: [] });
    }
  });

  it('is not left behind by who is removed while they send it', async () => {
    const workspaceId = await newWorkspace(platform);
    const owner = await newMember(platform, 'owner', workspaceId);
    for (let round = 0; round < 10; round += 1) {
      const admin = await newMember(platform, 'admin', workspaceId);
      const body = { email: `${crypto.randomUUID()}@example.com`, role: 'admin' };
      await Promise.all([
        admin.client.request(api('/invitations'), { body }),
        owner.client.request(api(`/members/${admin.accountId}`), { method: 'DELETE' }),
      ]);
    }
    expect((await owner.client.request(api('/invitations'))).body).toEqual({ data: [] });
  });

  it('accepted by two requests at once joins once', async () => {
    const admin = await newMember(platform, 'admin', platform.workspaceId);
    const guest = await newPerson(platform);
    const made = await admin.client.request(api('/invitations'), { body: { email: guest.email, role: 'member' } });
    const token = (made.body as { link: string }).link.split('#')[1];
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => guest.client.request(api('/account/invitations'), { body: { token } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it.each([
    ['as owner', { email: 'a@example.com', role: 'owner' }],
    ['to no address', { email: 'nobody', role: 'member' }],
    ['into a workspace of its choice', { email: 'a@example.com', role: 'member', workspace_id: crypto.randomUUID() }],
  ])('%s is refused', async (_name, body) => {
    const admin = await newMember(platform, 'admin', platform.workspaceId);
    expect((await admin.client.request(api('/invitations'), { body })).status).toBe(400);
  });

  it('of another workspace is neither seen, sent nor revoked', async () => {
    const admin = await newMember(platform, 'admin', platform.workspaceId);
    const stranger = await newMember(platform, 'owner', await newWorkspace(platform));
    const email = `x-${crypto.randomUUID()}@example.com`;
    const { id } = (await admin.client.request(api('/invitations'), { body: { email, role: 'member' } })).body as {
      id: string;
    };
    expect((await stranger.client.request(api('/invitations'))).text).not.toContain(email);
    expect((await stranger.client.request(api(`/invitations/${id}/resend`), { method: 'POST' })).status).toBe(404);
    expect((await stranger.client.request(api(`/invitations/${id}`), { method: 'DELETE' })).status).toBe(404);
    expect((await admin.client.request(api('/invitations'))).text).toContain(email);
  });
});

describe('a member', () => {
  it('attack T20: loses what a smaller role may not, at once', async () => {
    const workspaceId = await newWorkspace(platform);
    const [owner, editor] = [
      await newMember(platform, 'owner', workspaceId),
      await newMember(platform, 'editor', workspaceId),
    ];
    const usage = () => editor.client.request(api('/usage'));
    expect((await usage()).status).toBe(200);
    const path = api(`/members/${editor.accountId}`);
    expect((await owner.client.request(path, { method: 'PATCH', body: { role: 'member' } })).status).toBe(200);
    expect((await usage()).status).toBe(403);
    expect((await owner.client.request(path, { method: 'DELETE' })).status).toBe(204);
    expect(codeOf(await usage())).toBe('not_a_member');
  });

  it('who is removed stops reading a stream within seconds', async () => {
    const app = await platform.importApp(modelChat({ completion_params: { pace_ms: 200 } }));
    const member = await newMember(platform, 'member', platform.workspaceId);
    const body = { inputs: {}, query: 'word '.repeat(300), response_mode: 'streaming' };
    const reader = new EventReader(await member.client.open(api(`/apps/${app.appId}/run`), { body }));
    await reader.until(({ event }) => event === 'message');
    await platform.management.request(api(`/members/${member.accountId}`), { method: 'DELETE' });
    const rest = await reader.rest();
    expect(rest.at(-1)).toMatchObject({ event: 'error', status: 401, code: 'session_ended' });
    expect(rest.some(({ event }) => event === 'message_end')).toBe(false);
  });

  it('who signs out stops reading a stream within seconds', async () => {
    const app = await platform.importApp(modelChat({ completion_params: { pace_ms: 200 } }));
    const member = await newMember(platform, 'member', platform.workspaceId);
    const body = { inputs: {}, query: 'word '.repeat(300), response_mode: 'streaming' };
    const reader = new EventReader(await member.client.open(api(`/apps/${app.appId}/run`), { body }));
    await reader.until(({ event }) => event === 'message');
    expect((await member.client.request(api('/sessions/current'), { method: 'DELETE' })).status).toBe(204);
    expect((await reader.rest()).at(-1)).toMatchObject({ event: 'error', status: 401 });
  });

  it('of another workspace is out of reach', async () => {
    const admin = await newMember(platform, 'admin', platform.workspaceId);
    const stranger = await newMember(platform, 'editor', await newWorkspace(platform));
    const path = api(`/members/${stranger.accountId}`);
    expect((await admin.client.request(path, { method: 'PATCH', body: { role: 'member' } })).status).toBe(404);
    expect((await admin.client.request(path, { method: 'DELETE' })).status).toBe(404);
    expect((await stranger.client.request(api('/runs'))).status).toBe(200);
  });
});

describe('the owner', () => {
  it('is neither removed, demoted nor made by others, and leaves only after a transfer', async () => {
    const workspaceId = await newWorkspace(platform);
    const [owner, admin] = [
      await newMember(platform, 'owner', workspaceId),
      await newMember(platform, 'admin', workspaceId),
    ];
    const path = api(`/members/${owner.accountId}`);
    expect(codeOf(await admin.client.request(path, { method: 'DELETE' }))).toBe('owned');
    expect(codeOf(await admin.client.request(path, { method: 'PATCH', body: { role: 'member' } }))).toBe('owned');
    const promote = { method: 'PATCH', body: { role: 'owner' } };
    expect((await admin.client.request(api(`/members/${admin.accountId}`), promote)).status).toBe(400);
    const transfer = (client: typeof owner.client, id: string) =>
      client.request(api('/workspace/transfer'), { body: { account_id: id, current_password: PASSWORD } });
    expect((await transfer(admin.client, admin.accountId)).status).toBe(403);
    expect(codeOf(await transfer(owner.client, crypto.randomUUID()))).toBe('no_member');
    expect(codeOf(await owner.client.request(api('/members/leave'), { method: 'POST' }))).toBe('owned');
    expect((await transfer(owner.client, admin.accountId)).status).toBe(200);
    const { data } = (await owner.client.request(api('/members'))).body as {
      data: { account_id: string; role: string }[];
    };
    expect(Object.fromEntries(data.map((item) => [item.account_id, item.role]))).toEqual({
      [owner.accountId]: 'admin',
      [admin.accountId]: 'owner',
    });
    expect((await owner.client.request(api('/members/leave'), { method: 'POST' })).status).toBe(204);
  });

  it('of the first workspace is made with the management token, once', async () => {
    const claim = (email: string) =>
      platform.management.request(api('/workspace/claim'), { body: { email, name: 'Ada', password: PASSWORD } });
    expect(await claim('first@example.com')).toMatchObject({ status: 201, body: { role: 'owner' } });
    expect(codeOf(await claim('second@example.com'))).toBe('owned');
    const link = await platform.management.request(api('/accounts/reset-link'), {
      body: { email: 'first@example.com' },
    });
    expect((link.body as { link: string }).link).toContain('/reset-password#rst-');
  });
});

describe('workspaces', () => {
  it('are made, listed and switched; the header names another for one request', async () => {
    const person = await newPerson(platform);
    const make = async (name: string) =>
      (await person.client.request(api('/workspaces'), { body: { name } })).body as { id: string };
    const [one, two] = [await make('One'), await make('Two')];
    const current = async (headers = {}) =>
      ((await person.client.request(api('/workspace'), { headers })).body as { name: string }).name;
    expect(await current()).toBe('Two');
    expect(await current({ 'x-workspace-id': one.id })).toBe('One');
    expect((await person.client.request(api(`/workspaces/${one.id}/use`), { method: 'POST' })).status).toBe(200);
    expect(await current()).toBe('One');
    const stranger = await newPerson(platform);
    expect(codeOf(await stranger.client.request(api(`/workspaces/${two.id}/use`), { method: 'POST' }))).toBe(
      'no_workspace',
    );
  });
});
