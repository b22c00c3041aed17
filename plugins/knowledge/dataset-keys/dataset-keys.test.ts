import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#plugins/database/contract.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newWorkspace, type Person } from '#plugins/members/testing/people.ts';
import { DatasetKeys } from './contract.ts';

let platform: TestPlatform;
let owner: Person;
let workspaceId: string;
beforeAll(async () => {
  platform = await sharedPlatform();
  workspaceId = await newWorkspace(platform);
  owner = await newMember(platform, 'owner', workspaceId);
});
afterAll(() => platform.dispose());

interface Key {
  readonly id: string;
  readonly name: string;
  readonly masked: string;
  readonly api_key: string;
  readonly last_used_at: number | null;
}

const path = '/console/api/dataset-keys';
const send = (person: Person, method: string, to = path, body?: object) => person.client.request(to, { method, body });
const create = async (person = owner, name = 'importer') => {
  const { status, body, text } = await send(person, 'POST', path, { name });
  expect(status, text).toBe(201);
  return body as Key;
};
const list = async (person = owner) => ((await send(person, 'GET')).body as { data: Key[] }).data;
/** A path of knowledge bases where there is no route: the right key hears that, a wrong one that it is wrong. */
const asked = async (key: string) => (await platform.get(key, '/v1/datasets/a/b/c/d/e')).status;

describe('a key of knowledge bases', () => {
  it('is shown once, masked afterwards, and opens paths of knowledge bases alone', async () => {
    const made = await create();
    expect(made.api_key).toMatch(/^dataset-[A-Za-z0-9]{24}$/);
    expect(made.masked).toBe(`dataset-${'*'.repeat(20)}${made.api_key.slice(-4)}`);
    const listed = await list();
    expect(listed).toMatchObject([{ id: made.id, name: 'importer', masked: made.masked, last_used_at: null }]);
    expect(await asked(made.api_key)).toBe(404);
    expect((await platform.get(made.api_key, '/v1/info')).status).toBe(401);
  });

  it('is one of ten at most', async () => {
    const person = await newMember(platform, 'owner', await newWorkspace(platform));
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(person, 'POST', path, { name: 'k' })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
    await send(person, 'DELETE', `${path}/${(await list(person))[0]?.id}`);
    await create(person);
  });

  it('tells when it was last used', async () => {
    const made = await create();
    await asked(made.api_key);
    // It is written every 15 seconds, for which nobody waits here.
    await (platform.kernel.resolve(DatasetKeys) as unknown as { flushUses(): Promise<void> }).flushUses();
    const seconds = (await list()).find(({ id }) => id === made.id)?.last_used_at ?? 0;
    expect(Date.now() / 1000 - seconds).toBeLessThan(60);
  });
});

describe('attack T02: paths of knowledge bases', () => {
  it('open to no other key, and to none that is made up', async () => {
    const wrong = ['', 'dataset-', `dataset-${'a'.repeat(24)}`, `app-${'a'.repeat(24)}`, `Dataset-${'a'.repeat(24)}`];
    for (const key of wrong) expect([key, await asked(key)]).toEqual([key, 401]);
    const answer = await platform.get(`app-${'a'.repeat(24)}`, '/v1/datasets');
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="api"');
  });
});

describe('attack T01: keys of knowledge bases', () => {
  it('are made by those who see all bases, and by nobody else', async () => {
    for (const role of ['admin', 'editor', 'member'] as const) {
      const person = await newMember(platform, role, workspaceId);
      expect((await send(person, 'POST', path, { name: 'k' })).status).toBe(403);
      expect((await send(person, 'GET')).status).toBe(role === 'member' ? 403 : 200);
    }
  });

  it('are not seen and not revoked from another workspace, even where a query forgets it', async () => {
    const made = await create();
    const elsewhere = await newWorkspace(platform);
    const stranger = await newMember(platform, 'owner', elsewhere);
    expect(await list(stranger)).toEqual([]);
    expect((await send(stranger, 'DELETE', `${path}/${made.id}`)).status).toBe(404);
    expect(await asked(made.api_key)).toBe(404);
    const db = platform.kernel.resolve(Database).workspace<{ dataset_keys: { id: string } }>(elsewhere);
    expect(await db.selectFrom('dataset_keys').selectAll().execute()).toEqual([]);
  });
});

describe('attack T11: the secret of a key', () => {
  it('is in no row and no log', async () => {
    const made = await create(owner, 'canary');
    await asked(made.api_key);
    const db = platform.kernel.resolve(Database).workspace<{ dataset_keys: { id: string } }>(workspaceId);
    const rows = JSON.stringify(await db.selectFrom('dataset_keys').selectAll().execute());
    expect(rows).toContain(made.id);
    expect(rows).not.toContain(made.api_key.slice(8));
    expect(JSON.stringify(platform.log)).not.toContain(made.api_key.slice(8));
  });
});

describe('a key of a workspace that is closed', () => {
  it('opens nothing, and opens it again when the workspace is back', async () => {
    const id = await newWorkspace(platform);
    const person = await newMember(platform, 'owner', id);
    const { api_key: key } = await create(person);
    const bases = async () => (await platform.get(key, '/v1/datasets')).status;
    expect(await bases()).toBe(200);
    const answer = await send(person, 'POST', '/console/api/workspace/deletion', { name: 'Another' });
    expect(answer.status, answer.text).toBe(200);
    expect(await bases()).toBe(403);
    const back = `/console/api/installation/workspaces/${id}/restore`;
    await platform.management.request(back, { method: 'POST', body: {} });
    expect(await bases()).toBe(200);
  });
});

describe('attack T20: a revoked key', () => {
  it('is refused at once here, and within a second elsewhere', async () => {
    const made = await create();
    expect(await asked(made.api_key)).toBe(404);
    await send(owner, 'DELETE', `${path}/${made.id}`);
    expect(await asked(made.api_key)).toBe(401);
    expect((await list()).map(({ id }) => id)).not.toContain(made.id);

    const other = await create();
    expect(await asked(other.api_key)).toBe(404);
    // As another process does it that can't be heard: nobody here is told.
    const db = platform.kernel.resolve(Database).system<{ dataset_keys: { id: string; revoked_at: Date | null } }>();
    await db.updateTable('dataset_keys').set({ revoked_at: new Date() }).where('id', '=', other.id).execute();
    await expect.poll(() => asked(other.api_key), { timeout: 5_000, interval: 100 }).toBe(401);
  });
});
