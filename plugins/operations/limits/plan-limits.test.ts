import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Documents } from '#engine';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { Apps } from '#plugins/apps/contract.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { Members } from '#plugins/members/contract.ts';
import { newMember, newPerson, PASSWORD, type Person } from '#plugins/members/testing/people.ts';
import type { PlanAllowance } from '#plugins/workspaces/contract.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { Limits } from './contract.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

interface Place {
  readonly id: string;
  readonly owner: Person;
  /** Puts the workspace under these terms. */
  allow(terms: Partial<PlanAllowance>): Promise<void>;
  importApp(name?: string): Promise<{ readonly id: string }>;
}

async function place(terms: Partial<PlanAllowance>): Promise<Place> {
  const { kernel } = platform;
  const { id } = await kernel.resolve(Workspaces).create({ name: 'Small', ownerName: 'Ada' });
  const owner = await newMember(platform, 'owner', id);
  const allow = (given: Partial<PlanAllowance>) => kernel.resolve(Limits).setPlan(id, 'enterprise', given);
  await allow(terms);
  const parsed = kernel.resolve(Documents).parse(greetingWorkflow());
  const importApp = (name = 'App') => kernel.resolve(Apps).import(id, parsed, { name });
  return { id, owner, allow, importApp };
}

/** How many were let through; the rest must have been refused by the plan. */
async function through(tries: readonly Promise<unknown>[]): Promise<number> {
  const results = await Promise.allSettled(tries);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'workspaces.plan_limit' });
  }
  return results.filter(({ status }) => status === 'fulfilled').length;
}

const words = { apps: 'apps', members: 'members', storage: 'MB of files' };
const refused = (what: keyof typeof words) => ({
  status: 403,
  body: { code: 'plan_limit', message: expect.stringMatching(new RegExp(`allows [0-9]+ ${words[what]}, and`)) },
});
const uses = async ({ owner }: Place) => {
  const { body } = await owner.client.request('/console/api/workspace/plan');
  const { limits } = body as { limits: { limit: string; used: number | null }[] };
  return Object.fromEntries(limits.map(({ limit, used }) => [limit, used]));
};

describe('the apps of a plan', () => {
  it('can not be exceeded by 64 who create at the same time', async () => {
    const { id, importApp } = await place({ apps: 5 });
    expect(await through(Array.from({ length: 64 }, () => importApp()))).toBe(5);
    expect(await platform.kernel.resolve(Apps).list(id)).toHaveLength(5);
  });

  it('count for each way of making one, and the refusal says what to do', async () => {
    const small = await place({ apps: 2 });
    const [one, two] = [await small.importApp('One'), await small.importApp('Two')];
    const { client } = small.owner;
    const api = (path: string) => `/console/api/apps${path}`;
    const full = await client.request(api('/import'), { body: { yaml: greetingWorkflow() } });
    expect(full).toMatchObject(refused('apps'));
    expect((full.body as { message: string }).message).toBe(
      'The plan Enterprise allows 2 apps, and the workspace has 2. Delete apps, or choose a larger plan.',
    );
    expect(await client.request(api(`/${one.id}/duplicate`), { body: {} })).toMatchObject(refused('apps'));
    expect((await client.request(api(`/${two.id}`), { method: 'DELETE' })).status).toBe(204);
    expect((await client.request(api(`/${one.id}/duplicate`), { body: {} })).status).toBe(201);
    const restore = () => client.request(`/console/api/deleted-apps/${two.id}/restore`, { method: 'POST' });
    expect(await restore()).toMatchObject(refused('apps'));
    await small.allow({ apps: 3 });
    expect((await restore()).status).toBe(200);
    expect((await uses(small)).apps).toBe(3);
  });

  it('stay when the plan becomes smaller; only more is refused', async () => {
    const small = await place({ apps: 4 });
    const [one] = [await small.importApp(), await small.importApp(), await small.importApp()];
    await small.allow({ apps: 1 });
    expect(await platform.kernel.resolve(Apps).list(small.id)).toHaveLength(3);
    const { client } = small.owner;
    const renamed = await client.request(`/console/api/apps/${one?.id}`, { method: 'PATCH', body: { name: 'Still' } });
    expect(renamed.status).toBe(200);
    await expect(small.importApp()).rejects.toMatchObject({ code: 'workspaces.plan_limit' });
    await platform.kernel.resolve(Limits).setPlan(small.id, 'unlimited');
    await small.importApp();
  });
});

describe('the members of a plan', () => {
  it('can not be exceeded by 64 who join at the same time', async () => {
    const { id } = await place({ members: 4 });
    const people = await Promise.all(Array.from({ length: 64 }, () => newPerson(platform)));
    const members = platform.kernel.resolve(Members);
    expect(await through(people.map(({ accountId }) => members.add(id, accountId, 'member')))).toBe(3);
    expect(await members.list(id)).toHaveLength(4);
  });

  it('count those who are invited, and an invitation is good until there is room', async () => {
    const small = await place({ members: 3 });
    const { client } = small.owner;
    const email = (name: string) => `${name}-${small.id}@example.com`;
    const invite = (name: string) =>
      client.request('/console/api/invitations', { body: { email: email(name), role: 'member' } });
    const answers = await Promise.all(Array.from({ length: 32 }, (_, index) => invite(`p${index}`)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(2);
    for (const answer of answers) if (answer.status !== 201) expect(answer).toMatchObject(refused('members'));
    const { email: again, link } = (made[0] as { body: unknown }).body as { email: string; link: string };
    const renewed = await client.request('/console/api/invitations', { body: { email: again, role: 'editor' } });
    expect(renewed.status).toBe(201);

    await small.allow({ members: 1 });
    const token = (renewed.body as { link: string }).link.split('#')[1];
    const anyone = testClient(platform.url);
    const join = () =>
      anyone.request('/console/api/invitations/join', { body: { token, name: 'New', password: PASSWORD } });
    expect(link).not.toContain(token);
    expect(await join()).toMatchObject(refused('members'));
    const signIn = { email: again, password: PASSWORD };
    expect((await anyone.request('/console/api/sessions', { body: signIn })).status).toBe(401);
    await small.allow({ members: 2 });
    expect((await join()).status).toBe(201);
    // The other invitation is still open.
    expect((await uses(small)).members).toBe(3);
  });
});

describe('the storage of a plan', () => {
  const BYTES = 100_000;
  const text = 'x'.repeat(BYTES);

  async function uploader(terms: Partial<PlanAllowance>) {
    const small = await place(terms);
    const { id } = await small.importApp();
    const apps = platform.kernel.resolve(Apps);
    await apps.publish(small.id, id);
    const { secret } = await apps.createKey(small.id, id, 'k');
    const upload = async (content = text) => {
      const form = new FormData();
      form.set('file', new Blob([content], { type: 'text/plain' }), 'a.txt');
      const headers = { authorization: `Bearer ${secret}` };
      const answer = await fetch(`${platform.url}/v1/files/upload`, { method: 'POST', headers, body: form });
      return { status: answer.status, body: await answer.json() };
    };
    return { small, upload };
  }

  it('can not be exceeded by 64 who upload at the same time', async () => {
    const { small, upload } = await uploader({ storageMb: 1 });
    const answers = await Promise.all(Array.from({ length: 64 }, () => upload()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    for (const answer of answers) if (answer.status !== 201) expect(answer).toMatchObject(refused('storage'));
    expect((await uses(small)).storage_mb).toBe(0.96);
    expect((await upload('y'.repeat(1_000))).status).toBe(201);
    expect((await upload()).status).toBe(403);
  });

  it('of one workspace is no matter of another', async () => {
    const [one, other] = [await uploader({ storageMb: 1 }), await uploader({ storageMb: 1 })];
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) => (index % 2 === 0 ? one : other).upload()),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  });
});

describe('the plan of a workspace', () => {
  it('has terms of its own while it stays, and what nobody counts yet is told as such', async () => {
    const { management } = platform;
    const small = await place({ apps: 2 });
    const headers = { 'x-workspace-id': small.id };
    const put = (body: unknown) => management.request('/console/api/workspace/plan', { method: 'PUT', headers, body });
    const show = async () => (await small.owner.client.request('/console/api/workspace/plan')).body;
    await put({ plan: 'enterprise' });
    expect(await show()).toMatchObject({ plan: 'enterprise', name: 'Enterprise', has_own_terms: true });
    expect((await put({ plan: 'enterprise', limits: { apps: 7, members: null, documents: 9 } })).status).toBe(204);
    expect((await show()) as object).toMatchObject({
      limits: expect.arrayContaining([
        { limit: 'apps', allowed: 7, used: 0 },
        { limit: 'members', allowed: null, used: 1 },
        { limit: 'documents', allowed: 9, used: 0 },
      ]),
    });
    await put({ plan: 'sandbox' });
    expect(await show()).toMatchObject({ plan: 'sandbox', has_own_terms: false });
    for (const limits of [{ apps: 0 }, { apps: '5' }, { apps: 1.5 }, { owner: 1 }, { __proto__: null, x: 1 }]) {
      expect(await put({ plan: 'sandbox', limits })).toMatchObject({ status: 400 });
    }
  });
});
