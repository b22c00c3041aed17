import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { csvRow } from '#http';
import { testClient } from '#http/testing/client.ts';
import { newId } from '#kernel';
import { Sessions } from '#plugins/accounts/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newWorkspace, PASSWORD, type Person } from '#plugins/members/testing/people.ts';
import { AuditStore, auditSink } from './audit-store.ts';
import type { AuditTables } from './tables.ts';

interface Entry {
  readonly id: string;
  readonly at: number;
  readonly account_id: string | null;
  readonly actor: string;
  readonly address: string;
  readonly action: string;
  readonly targets: Readonly<Record<string, string>>;
  readonly details: Readonly<Record<string, string>>;
  readonly request_id: string | null;
  readonly status: number | null;
}
interface Page {
  readonly data: readonly Entry[];
  readonly has_more: boolean;
}

let platform: TestPlatform;
let workspaceId: string;
let owner: Person;
let admin: Person;

beforeAll(async () => {
  platform = await sharedPlatform();
  workspaceId = await newWorkspace(platform);
  owner = await newMember(platform, 'owner', workspaceId);
  admin = await newMember(platform, 'admin', workspaceId);
});
afterAll(() => platform.dispose());

const page = async (query = '', person = owner) =>
  (await person.client.request(`/console/api/audit?limit=100&${query}`)).body as Page;

/** Entries are written a moment after the answer. */
async function entryOf(action: string, matches: (entry: Entry) => boolean = () => true): Promise<Entry> {
  return await expect
    .poll(async () => (await page(`action=${action}`)).data.find(matches))
    .toBeDefined()
    .then(async () => (await page(`action=${action}`)).data.find(matches) as Entry);
}

async function importApp(person: Person): Promise<string> {
  const { body } = await person.client.request('/console/api/apps/import', {
    body: { yaml: greetingWorkflow(), publish: true },
  });
  return (body as { app: { id: string } }).app.id;
}

async function keyOf(person: Person): Promise<string> {
  const { body } = await person.client.request('/console/api/account/keys', { body: { name: 'k' } });
  return (body as { api_key: string }).api_key;
}

describe('what is done in a workspace', () => {
  it('is told with who did it, when, to what, and by which request', async () => {
    const appId = await importApp(owner);
    const answer = await owner.client.request(`/console/api/apps/${appId}/keys`, { body: { name: 'Website' } });
    expect(answer.status).toBe(201);
    const entry = await entryOf('management-api.create-key');
    expect(entry).toMatchObject({
      account_id: owner.accountId,
      actor: owner.email,
      address: '127.0.0.1',
      targets: { app_id: appId },
      details: { name: 'Website', id: (answer.body as { id: string }).id },
      request_id: answer.headers.get('x-request-id'),
      status: 201,
    });
    expect(Math.abs(entry.at - Date.now() / 1000)).toBeLessThan(120);
    const all = JSON.stringify(await page());
    expect(all).not.toContain((answer.body as { api_key: string }).api_key);
  });

  it('is told of the operator too, in the workspace that was named', async () => {
    const operator = { headers: { 'x-workspace-id': workspaceId } };
    const { status } = await platform.management.request('/console/api/workspace/plan', {
      ...operator,
      method: 'PUT',
      body: { plan: 'team' },
    });
    expect(status).toBe(204);
    const entry = await entryOf('limits');
    expect(entry).toMatchObject({ account_id: null, actor: 'operator' });
  });

  it('is not told when it was refused, or changed nothing', async () => {
    const missing = newId();
    expect((await owner.client.request(`/console/api/apps/${missing}`, { method: 'DELETE' })).status).toBe(404);
    expect((await owner.client.request('/console/api/invitations', { body: { email: 'x' } })).status).toBe(400);
    await owner.client.request('/console/api/apps');
    const id = await importApp(owner);
    await owner.client.request(`/console/api/apps/${id}`, { method: 'DELETE' });
    await entryOf('management-api.delete-app', ({ targets }) => targets.app_id === id);
    const { data } = await page();
    expect(data.filter(({ targets }) => targets.app_id === missing)).toEqual([]);
    expect(data.map(({ action }) => action)).not.toContain('members.invite');
    expect(data.map(({ action }) => action)).not.toContain('management-api.list-apps');
  });

  it('has changes of roles and who joined', async () => {
    const person = await newMember(platform, 'member', workspaceId);
    const body = { role: 'editor' };
    await admin.client.request(`/console/api/members/${person.accountId}`, { method: 'PATCH', body });
    const targets = { account_id: person.accountId };
    const details = { ...body, email: person.email };
    expect(await entryOf('members.set-role')).toMatchObject({ actor: admin.email, targets, details });
    expect(await entryOf('members.joined', (entry) => entry.account_id === person.accountId)).toMatchObject({
      actor: person.email,
      targets: { ...targets, role: 'member' },
    });
  });
});

describe('details', () => {
  it('say whom an invitation is for and as what, and not what opens it', async () => {
    const given = { email: 'grace@example.com', role: 'editor' };
    const { body } = await owner.client.request('/console/api/invitations', { body: given });
    const { id, link } = body as { id: string; link: string };
    expect((await entryOf('members.invite', ({ details }) => details.id === id)).details).toEqual({ ...given, id });
    expect(link).toContain('#inv-');
    expect(JSON.stringify(await page())).not.toContain(link.split('#')[1]);
  });

  it('say what was made, of what is in an object of the answer too', async () => {
    const appId = await importApp(owner);
    const { details } = await entryOf('management-api.import-app', (entry) => entry.details['app.id'] === appId);
    expect(details).toMatchObject({ publish: 'true', 'app.mode': 'workflow' });
    const made = await owner.client.request('/console/api/apps', {
      body: { name: 'Fern\u0000\ud800', mode: 'workflow' },
    });
    const { id, name } = made.body as { id: string; name: string };
    const entry = await entryOf('app-templates.create-app', (one) => one.details.id === id);
    expect(entry.details).toEqual({ id, name: name.replace(/[\0\ud800]/g, '\ufffd'), mode: 'workflow' });
  });

  it('say what of a workspace was set to what, of a plan by the operator', async () => {
    const headers = { 'x-workspace-id': workspaceId };
    const plan = { plan: 'team', limits: { members: 7 } };
    await platform.management.request('/console/api/workspace/plan', { headers, method: 'PUT', body: plan });
    const { details } = await entryOf('limits.set-plan', (entry) => entry.details['limits.members'] !== undefined);
    expect(details).toEqual({ plan: 'team', 'limits.members': '7' });
  });

  it('say to whom a workspace was given', async () => {
    const other = await newWorkspace(platform);
    const [giver, heir] = [await newMember(platform, 'owner', other), await newMember(platform, 'admin', other)];
    const body = { account_id: heir.accountId };
    const sent = { body: { ...body, current_password: PASSWORD } };
    expect((await giver.client.request('/console/api/workspace/transfer', sent)).status).toBe(200);
    await expect
      .poll(async () => (await page('action=members.transfer', heir)).data[0])
      .toMatchObject({ actor: giver.email, details: body });
  });
});

describe('what people do themselves', () => {
  /** All of somebody's own log. */
  const ownLog = async ({ client }: Person) =>
    ((await client.request('/console/api/account/activity?limit=100')).body as Page).data;

  it('is told to themselves, and to none of their workspaces: signing in, failing to, passwords, keys', async () => {
    const visitor = testClient(platform.url);
    const signIn = (password: string) =>
      visitor.request('/console/api/sessions', { body: { email: admin.email, password } });
    expect((await signIn('not-it')).status).toBe(401);
    expect((await signIn(PASSWORD)).status).toBe(200);
    const made = await admin.client.request('/console/api/account/keys', { body: { name: 'elsewhere' } });
    expect(made.status).toBe(201);
    const password = { password: 'yellow-badger-41-spoons', current_password: PASSWORD };
    const changed = await admin.client.request('/console/api/account/password', { method: 'PUT', body: password });
    expect(changed.status).toBe(200);
    const expected = ['sign-in-failed', 'signed-in', 'create-key', 'set-password'].map((name) => `accounts.${name}`);
    await expect
      .poll(async () => (await ownLog(admin)).map(({ action }) => action))
      .toEqual(expect.arrayContaining(expected));
    const own = await ownLog(admin);
    expect(own.find(({ action }) => action === 'accounts.create-key')).toMatchObject({
      actor: admin.email,
      address: '127.0.0.1',
      details: { name: 'elsewhere' },
    });
    const all = JSON.stringify(own);
    for (const secret of ['not-it', PASSWORD, password.password, (made.body as { api_key: string }).api_key]) {
      expect(all).not.toContain(secret);
    }
    // What was written before it to the same log is there by now, had it been written.
    const id = await importApp(owner);
    await entryOf('management-api.import-app', (entry) => entry.details['app.id'] === id);
    const actions = (await page()).data.map(({ action }) => action);
    expect(actions.filter((action) => /^(?:accounts|avatars)\./.test(action))).toEqual([]);
    expect(JSON.stringify(await page())).not.toContain('elsewhere');
    expect(JSON.stringify(await ownLog(owner))).not.toContain(admin.email);
  });

  it('is told to the workspace over whose identity provider they signed in', async () => {
    const origin = { userAgent: '', address: '203.0.113.7', workspaceId };
    await platform.kernel.resolve(Sessions).start(admin.accountId, origin);
    expect(await entryOf('accounts.signed-in')).toMatchObject({ actor: admin.email, address: '203.0.113.7' });
    expect((await page('action=accounts')).data).toHaveLength(1);
  });

  it('is read page by page, and by no key', async () => {
    const one = async (query: string) =>
      (await owner.client.request(`/console/api/account/activity?limit=1${query}`)).body as Page;
    const person = { headers: { authorization: `Bearer ${await keyOf(owner)}` } };
    expect((await owner.client.request('/console/api/account/activity', person)).status).toBe(403);
    await expect.poll(async () => (await ownLog(owner)).length).toBeGreaterThan(1);
    const all = await ownLog(owner);
    const first = await one('');
    expect(first).toMatchObject({ data: [{ id: all[0]?.id }], has_more: true });
    expect(await one(`&before=${all[0]?.id}`)).toMatchObject({ data: [{ id: all[1]?.id }] });
    expect((await owner.client.request('/console/api/account/activity?limit=0')).status).toBe(400);
  });

  it('is not told of addresses that no account has', async () => {
    const email = 'nobody@example.com';
    await testClient(platform.url).request('/console/api/sessions', { body: { email, password: 'x' } });
    const id = await importApp(owner);
    await owner.client.request(`/console/api/apps/${id}`, { method: 'DELETE' });
    await entryOf('management-api.delete-app', ({ targets }) => targets.app_id === id);
    expect(JSON.stringify(await page())).not.toContain(email);
  });
});

describe('reading', () => {
  it('is for owners and admins of the workspace', async () => {
    const editor = await newMember(platform, 'editor', workspaceId);
    const stranger = await newMember(platform, 'owner', await newWorkspace(platform));
    for (const path of ['/console/api/audit', '/console/api/audit/export']) {
      expect((await admin.client.request(path)).status).toBe(200);
      expect((await editor.client.request(path)).status).toBe(403);
      const answer = await stranger.client.request(path);
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain(owner.email);
    }
  });

  it('goes page by page through all there is, once, and filters', async () => {
    const ids = new Set<string>();
    let before = '';
    for (let more = true; more; ) {
      const { body } = await owner.client.request(`/console/api/audit?limit=2${before}`);
      const { data, has_more: hasMore } = body as Page;
      for (const { id } of data) {
        expect(ids).not.toContain(id);
        ids.add(id);
      }
      before = `&before=${data.at(-1)?.id}`;
      more = hasMore;
    }
    expect(ids.size).toBeGreaterThan(5);
    const ofAdmin = await page(`account_id=${admin.accountId}`);
    expect(new Set(ofAdmin.data.map((entry) => entry.actor))).toEqual(new Set([admin.email]));
    const ofMembers = await page('action=members');
    expect(ofMembers.data.every(({ action }) => action.startsWith('members.'))).toBe(true);
    const now = Math.floor(Date.now() / 1000);
    expect((await page(`from=${now + 1000}`)).data).toEqual([]);
    expect((await page(`to=${now - 10_000}`)).data).toEqual([]);
    expect((await page(`from=${now - 10_000}&to=${now + 10_000}`)).data.length).toBeGreaterThan(5);
  });

  it.each(['limit=0', 'limit=101', 'before=x', 'from=-1', 'action=%25', 'account_id=me', 'who=me'])(
    'refuses %s',
    async (query) => {
      expect((await owner.client.request(`/console/api/audit?${query}`)).status).toBe(400);
    },
  );

  it('gives all of it as CSV, beyond what is read at a time', async () => {
    const other = await newWorkspace(platform);
    const reader = await newMember(platform, 'owner', other);
    const db = platform.kernel.resolve(Database);
    const at = new Date();
    const facts = { workspaceId: other, at, accountId: null, summary: 'S', address: '', requestId: null };
    const known = { status: 200, details: { role: 'editor', id: 'x' } };
    const entries = Array.from({ length: 2_100 }, (_, index) => ({
      ...facts,
      ...known,
      id: newId(),
      actor: index === 0 ? '=1+1' : 'x',
      action: `a.${index}`,
      targets: { app_id: 'one,"two"' },
    }));
    await auditSink.write(db.system(), entries);
    const answer = await reader.client.request('/console/api/audit/export?action=a');
    expect(answer.headers.get('content-type')).toContain('text/csv');
    expect(answer.headers.get('content-disposition')).toContain('audit.csv');
    const lines = answer.text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(2_101);
    expect(lines[0]).toBe('id,at,account_id,actor,address,action,summary,targets,request_id,status,details');
    expect(lines.at(-1)).toContain(`,'=1+1,,a.0,S,"app_id=one,""two""",,200,id=x; role=editor`);
  });
});

it.each(['=1', '+1', '-1', '@x', '\t=1', ' =1', '\r=1'])('a cell %j runs no formula', (cell) => {
  expect(csvRow([cell]).replace('"', '')).toMatch(/^'/);
});

describe('the table', () => {
  it('can be added to by workspaces, and not be changed', async () => {
    const db = platform.kernel.resolve(Database).workspace<AuditTables>(workspaceId);
    const facts = { at: new Date(), account_id: null, actor: 'a', address: '', action: 'b', summary: 'c' };
    const row = { ...facts, targets: '{}', details: '{}', request_id: null, status: null };
    const insert = (workspace: string) =>
      db
        .insertInto('audit_entries')
        .values({ ...row, id: newId(), workspace_id: workspace })
        .execute();
    await insert(workspaceId);
    await expect(insert(platform.workspaceId)).rejects.toThrow(/row-level security/);
    const change = db.updateTable('audit_entries').set({ actor: 'b' });
    await expect(change.execute()).rejects.toThrow(/permission denied/);
    await expect(db.deleteFrom('audit_entries').execute()).rejects.toThrow(/permission denied/);
  });

  it('loses what is older than it is kept for', async () => {
    const database = platform.kernel.resolve(Database);
    const store = new AuditStore(database);
    const other = await newWorkspace(platform);
    const entry = { workspaceId: other, accountId: null, actor: 'x', address: '', action: 'a.b', summary: 's' };
    const rest = { targets: {}, details: {}, requestId: null, status: null };
    const old = { ...entry, ...rest, id: newId(), at: new Date(Date.now() - 10 * 86_400_000) };
    const young = { ...old, id: newId(), at: new Date() };
    await auditSink.write(database.system(), [old, young]);
    expect(await store.removeBefore(new Date(Date.now() - 5 * 86_400_000))).toBe(false);
    expect((await store.list(other, { limit: 10 })).map(({ id }) => id)).toEqual([young.id]);
  });
});
