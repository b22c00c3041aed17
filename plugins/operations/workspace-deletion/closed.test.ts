import { beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow, modelChat } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { Database } from '#plugins/database/contract.ts';
import { EventReader } from '#plugins/delivery-api/testing/event-reader.ts';
import { startPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newPerson, newWorkspace, PASSWORD, type Person } from '#plugins/members/testing/people.ts';
import { Runs } from '#plugins/runs/contract.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});

const api = (path: string) => `/console/api${path}`;
const codeOf = (answer: { body: unknown }) => (answer.body as { code: string }).code;
const NAME = 'Another';

interface Place {
  readonly id: string;
  readonly owner: Person;
  readonly key: string;
  readonly appId: string;
}

/** A workspace with an owner and a published app. */
async function place(yaml: string): Promise<Place> {
  const id = await newWorkspace(platform);
  const owner = await newMember(platform, 'owner', id);
  const made = await owner.client.request(api('/apps/import'), { body: { yaml, publish: true, key_name: 'k' } });
  const { app, api_key: key } = made.body as { app: { id: string }; api_key: string };
  return { id, owner, key, appId: app.id };
}

const remove = (person: Person, body: unknown = { name: NAME }) =>
  person.client.request(api('/workspace/deletion'), { body });
const greet = (key: string) => platform.post(key, '/v1/workflows/run', { inputs: { name: 'A' }, user: 'u' });

/** As if they had signed in an hour ago. */
async function age({ accountId }: Person): Promise<void> {
  await platform.kernel
    .resolve(Database)
    .system<{ account_sessions: { account_id: string; created_at: Date } }>()
    .updateTable('account_sessions')
    .set({ created_at: new Date(Date.now() - 3_600_000) })
    .where('account_id', '=', accountId)
    .execute();
}

describe('deleting a workspace', () => {
  it('takes its owner in person, its name, and their password or that they have just signed in', async () => {
    const { id, owner } = await place(greetingWorkflow());
    const admin = await newMember(platform, 'admin', id);
    expect(await remove(admin)).toMatchObject({ status: 403 });
    const made = await owner.client.request(api('/account/keys'), { body: { name: 'k' } });
    const program = testClient(platform.url, (made.body as { api_key: string }).api_key);
    expect((await program.request(api('/workspace/deletion'), { body: { name: NAME } })).status).toBe(403);
    expect(codeOf(await remove(owner, { name: 'another' }))).toBe('wrong_name');
    await age(owner);
    expect(codeOf(await remove(owner))).toBe('wrong_password');
    expect(codeOf(await remove(owner, { name: NAME, current_password: 'not it' }))).toBe('wrong_password');
    expect((await owner.client.request(api('/workspace'))).status).toBe(200);
    const answer = await remove(owner, { name: NAME, current_password: PASSWORD });
    expect(answer).toMatchObject({ status: 200, body: { id, deleted_by: owner.email } });
    const { deleted_at: at, purge_at: until } = answer.body as Record<string, number>;
    expect(((until ?? 0) - (at ?? 0)) / 86_400).toBeCloseTo(30, 1);
  });

  it('of the last one is refused, also when two are deleted at the same time', async () => {
    const lone = await startPlatform({ threads: 0 });
    try {
      const headers = { 'x-workspace-id': lone.workspaceId };
      const { body } = await lone.management.request(api('/workspace'), { headers });
      const { name } = body as { name: string };
      const request = () => lone.management.request(api('/workspace/deletion'), { headers, body: { name } });
      expect(codeOf(await request())).toBe('last_one');
      const other = await newWorkspace(lone);
      const both = await Promise.all([
        request(),
        lone.management.request(api('/workspace/deletion'), {
          headers: { 'x-workspace-id': other },
          body: { name: NAME },
        }),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      // Whoever runs the server works in the one that is left, and brings the other one back from there.
      const unnamed = async () => (await lone.management.request(api('/apps'))).status;
      expect(await unnamed()).toBe(200);
      for (const one of [lone.workspaceId, other]) {
        await lone.management.request(api(`/installation/workspaces/${one}/restore`), { body: {} });
      }
      expect((await request()).status).toBe(200);
      expect(await unnamed()).toBe(200);
      const back = api(`/installation/workspaces/${lone.workspaceId}/restore`);
      expect((await lone.management.request(back, { body: {} })).status).toBe(200);
      expect((await lone.management.request(api('/workspace'))).body).toMatchObject({ id: lone.workspaceId });
    } finally {
      await lone.dispose();
    }
  });
});

describe('a deleted workspace', () => {
  it('is closed for keys, sessions, programs, guests and signed addresses, and comes back as it was', async () => {
    const { id, owner, key } = await place(greetingWorkflow());
    const elsewhere = await newWorkspace(platform);
    const editor = await newMember(platform, 'editor', id);
    const guest = await newPerson(platform);
    const made = await editor.client.request(api('/account/keys'), { body: { name: 'k' } });
    const program = testClient(platform.url, (made.body as { api_key: string }).api_key);
    const invited = await owner.client.request(api('/invitations'), { body: { email: guest.email, role: 'member' } });
    const token = (invited.body as { link: string }).link.split('#')[1];
    const form = new FormData();
    form.set('file', new Blob(['hello'], { type: 'text/plain' }), 'a.txt');
    form.set('user', 'u');
    const authorization = `Bearer ${key}`;
    const uploaded = await fetch(`${platform.url}/v1/files/upload`, {
      method: 'POST',
      body: form,
      headers: { authorization },
    });
    const { source_url: address } = (await uploaded.json()) as { source_url: string };
    const states = async () => ({
      app: (await greet(key)).status,
      session: (await editor.client.request(api('/apps'))).status,
      program: (await program.request(api('/apps'))).status,
      operator: (await platform.management.request(api('/apps'), { headers: { 'x-workspace-id': id } })).status,
      guest: (await guest.client.request(api('/invitations/show'), { body: { token } })).status,
      file: (await fetch(address)).status,
    });
    const open = { app: 200, session: 200, program: 200, operator: 200, guest: 200, file: 200 };
    expect(await states()).toEqual(open);
    expect((await remove(owner)).status).toBe(200);
    const closed = await states();
    expect(closed).toMatchObject({ app: 403, session: 403, program: 403, operator: 403, guest: 404, file: 404 });
    expect(codeOf(await greet(key))).toBe('workspace_closed');

    // What is in it is theirs until it is removed; nobody else gets it.
    const exported = (person: Person) =>
      person.client.request(api('/workspace/export'), { method: 'POST', headers: { 'x-workspace-id': id } });
    expect(await exported(owner)).toMatchObject({ status: 200, text: expect.stringContaining('workspace.json') });
    for (const person of [editor, guest]) expect((await exported(person)).status).toBe(403);

    // Their other workspaces are where their requests go from now on.
    const mine = (await owner.client.request(api('/workspaces'))).body as { data: Record<string, unknown>[] };
    const deleted = { deleted_at: expect.any(Number), purge_at: expect.any(Number), is_current: false };
    expect(mine.data).toMatchObject([{ id, ...deleted }]);
    const second = await owner.client.request(api('/workspaces'), { body: { name: 'Second' } });
    expect((await owner.client.request(api('/workspace'))).body).toMatchObject({
      id: (second.body as { id: string }).id,
    });

    const restore = (person: Person) => person.client.request(api(`/workspaces/${id}/restore`), { method: 'POST' });
    const stranger = await newMember(platform, 'owner', elsewhere);
    for (const person of [editor, guest, stranger]) expect((await restore(person)).status).toBe(404);
    expect((await restore(owner)).status).toBe(200);
    expect(await states()).toEqual(open);
    expect((await restore(owner)).status).toBe(404);
    const audit = async () => (await owner.client.request(api('/audit'), { headers: { 'x-workspace-id': id } })).text;
    for (const entry of ['workspace-deletion.delete', 'workspace-deletion.restored']) {
      await expect.poll(audit).toContain(entry);
    }
  });

  it('is current for nobody: the list says where requests go', async () => {
    const { id, owner } = await place(greetingWorkflow());
    const second = (await owner.client.request(api('/workspaces'), { body: { name: 'Second' } })).body as {
      id: string;
    };
    const current = async () => {
      const { body } = await owner.client.request(api('/workspaces'));
      return (body as { data: { id: string; is_current: boolean }[] }).data.filter((item) => item.is_current);
    };
    expect(await current()).toMatchObject([{ id: second.id }]);
    expect((await owner.client.request(api(`/workspaces/${id}/use`), { method: 'POST' })).status).toBe(200);
    expect(await current()).toMatchObject([{ id }]);
    const shown = async () => (await owner.client.request(api('/account'))).body;
    expect(await shown()).toMatchObject({ current_workspace_id: id });
    expect((await remove(owner)).status).toBe(200);
    expect(await current()).toMatchObject([{ id: second.id }]);
    expect((await owner.client.request(api('/workspace'))).body).toMatchObject({ id: second.id });
    expect(await shown()).toMatchObject({ current_workspace_id: second.id });
    const signedIn = { email: owner.email, password: PASSWORD };
    expect((await owner.client.request(api('/sessions'), { body: signedIn })).body).toMatchObject({
      account: { current_workspace_id: second.id },
    });
  });

  it('shows its apps to nobody, named or not', async () => {
    const { id, owner } = await place(greetingWorkflow());
    const mine = '/assistant/api/assistant/my-assistants';
    const named = `${mine}?workspace_id=${id}`;
    const second = (await owner.client.request(api('/workspaces'), { body: { name: 'Second' } })).body as {
      id: string;
    };
    expect((await owner.client.request(named)).body).toMatchObject({ total: 1 });
    const headers = { 'x-workspace-id': id };
    expect((await owner.client.request(api('/workspace/deletion'), { headers, body: { name: NAME } })).status).toBe(
      200,
    );
    for (const client of [owner.client, platform.management]) {
      for (const address of [named, `${mine}?workspace_id=${id.toUpperCase()}`]) {
        const answer = await client.request(address);
        expect(answer).toMatchObject({ status: 403, body: { code: 'workspace_closed' } });
      }
    }
    expect((await owner.client.request(mine)).body).toMatchObject({ total: 0 });
    expect((await owner.client.request(`${mine}?workspace_id=${second.id}`)).status).toBe(200);
    const stranger = await newMember(platform, 'owner', await newWorkspace(platform));
    expect((await stranger.client.request(named)).status).toBe(404);
  });

  it('ends its streams and its runs', async () => {
    const { id, owner, key } = await place(modelChat({ completion_params: { pace_ms: 200 } }));
    const body = { inputs: {}, query: 'word '.repeat(600), response_mode: 'streaming', user: 'u' };
    const reader = new EventReader(await platform.open(key, '/v1/chat-messages', { body }));
    await reader.until(({ event }) => event === 'message');
    expect((await remove(owner)).status).toBe(200);
    expect((await reader.rest()).at(-1)).toMatchObject({ event: 'error', status: 401, code: 'session_ended' });
    const running = () => platform.kernel.resolve(Runs).list(id, { status: 'running', limit: 10 });
    await expect.poll(running, { interval: 200 }).toEqual([]);
    expect(await platform.kernel.resolve(Runs).list(id, { status: 'stopped', limit: 10 })).toHaveLength(1);
  });

  it('is seen by a process that missed the notification', async () => {
    const { id, owner } = await place(greetingWorkflow());
    const db = platform.kernel
      .resolve(Database)
      .system<{ workspaces: { id: string; deleted_at: Date; purge_at: Date } }>();
    const until = new Date(Date.now() + 60_000);
    await db.updateTable('workspaces').set({ deleted_at: new Date(), purge_at: until }).where('id', '=', id).execute();
    const status = async () => (await owner.client.request(api('/apps'))).status;
    await expect.poll(status, { interval: 100 }).toBe(403);
  });
});
