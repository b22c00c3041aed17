import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newWorkspace, type Person } from '#plugins/members/testing/people.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

interface Tag {
  readonly id: string;
  readonly name: string;
  readonly apps: number;
}

const send = (person: Person, method: string, path: string, body?: object) =>
  person.client.request(`/console/api/${path}`, { method, body });
const list = async (person: Person) => ((await send(person, 'GET', 'tags')).body as { data: Tag[] }).data;
const named = async (person: Person, name: string) => (await list(person)).find((tag) => tag.name === name)?.id ?? '';
const counts = async (person: Person) => Object.fromEntries((await list(person)).map(({ name, apps }) => [name, apps]));

async function owner(): Promise<Person> {
  return newMember(platform, 'owner', await newWorkspace(platform));
}

/** A published app with tags, and its key. */
async function app(person: Person, tags: readonly string[]): Promise<{ readonly id: string; readonly key: string }> {
  const body = { yaml: greetingWorkflow(), publish: true, key_name: 'k' };
  const made = (await send(person, 'POST', 'apps/import', body)).body as { app: { id: string }; api_key: string };
  const answer = await send(person, 'PATCH', `apps/${made.app.id}`, { tags });
  expect(answer.status, answer.text).toBe(200);
  return { id: made.app.id, key: made.api_key };
}

const tagsOf = async (person: Person, id: string) =>
  ((await send(person, 'GET', `apps/${id}`)).body as { tags: string[] }).tags;

describe('tags', () => {
  it('are made, or come with the apps that are given them, and are counted', async () => {
    const person = await owner();
    const made = await send(person, 'POST', 'tags', { name: 'idle' });
    expect(made).toMatchObject({ status: 201, body: { name: 'idle', apps: 0 } });
    const first = await app(person, ['b "quoted" \\ tag', 'ä']);
    await app(person, ['ä']);
    await send(person, 'POST', `apps/${first.id}/duplicate`, {});
    expect((await list(person)).map(({ name, apps }) => [name, apps])).toEqual(
      expect.arrayContaining([
        ['b "quoted" \\ tag', 2],
        ['idle', 0],
        ['ä', 3],
      ]),
    );
    await send(person, 'DELETE', `apps/${first.id}`);
    expect(await counts(person)).toEqual({ 'b "quoted" \\ tag': 1, idle: 0, ä: 2 });
  });

  it('are renamed with all apps that have them, deleted ones too, and callers see it', async () => {
    const person = await owner();
    const shown = await app(person, ['first', 'old', 'last']);
    const gone = await app(person, ['old']);
    const other = await app(person, ['older', 'not old']);
    expect((await platform.get(shown.key, '/v1/info')).body).toMatchObject({ tags: ['first', 'old', 'last'] });
    const before = (await send(person, 'GET', `apps/${shown.id}`)).body as { updated_at: number };
    await send(person, 'DELETE', `apps/${gone.id}`);
    const id = await named(person, 'old');
    const answer = await send(person, 'PATCH', `tags/${id}`, { name: 'new "one"' });
    expect(answer).toMatchObject({ status: 200, body: { id, name: 'new "one"', apps: 1 } });
    expect(await tagsOf(person, shown.id)).toEqual(['first', 'new "one"', 'last']);
    expect(await tagsOf(person, other.id)).toEqual(['older', 'not old']);
    expect((await send(person, 'GET', `apps/${shown.id}`)).body).toMatchObject({ updated_at: before.updated_at });
    expect((await platform.get(shown.key, '/v1/info')).body).toMatchObject({ tags: ['first', 'new "one"', 'last'] });
    await send(person, 'POST', `deleted-apps/${gone.id}/restore`);
    expect(await tagsOf(person, gone.id)).toEqual(['new "one"']);
    const found = await send(person, 'GET', `apps?tag=${encodeURIComponent('new "one"')}`);
    expect(found.body).toMatchObject({ total: 2 });
    expect((await send(person, 'GET', 'apps?tag=old')).body).toMatchObject({ total: 0 });
  });

  it('are taken from all apps when they are deleted', async () => {
    const person = await owner();
    const both = await app(person, ['stays', 'goes']);
    const one = await app(person, ['goes']);
    const id = await named(person, 'goes');
    expect((await send(person, 'DELETE', `tags/${id}`)).status).toBe(204);
    expect([await tagsOf(person, both.id), await tagsOf(person, one.id)]).toEqual([['stays'], []]);
    expect(await counts(person)).toEqual({ stays: 1 });
    expect((await send(person, 'DELETE', `tags/${id}`)).status).toBe(404);
    await send(person, 'PATCH', `apps/${one.id}`, { tags: ['goes'] });
    expect(await counts(person)).toEqual({ stays: 1, goes: 1 });
  });

  it('have names of their own', async () => {
    const person = await owner();
    await app(person, ['a', 'b']);
    const id = await named(person, 'a');
    expect(await send(person, 'POST', 'tags', { name: 'b' })).toMatchObject({
      status: 409,
      body: { code: 'tag_exists' },
    });
    expect((await send(person, 'PATCH', `tags/${id}`, { name: 'b' })).status).toBe(409);
    expect((await send(person, 'PATCH', `tags/${id}`, { name: 'a' })).status).toBe(200);
    expect((await send(person, 'PATCH', `tags/${id}`, { name: 'A' })).status).toBe(200);
    for (const name of ['', 'x'.repeat(51), 7]) expect((await send(person, 'POST', 'tags', { name })).status).toBe(400);
    expect(await counts(person)).toEqual({ A: 1, b: 1 });
  });

  it('are listed by pages', async () => {
    const person = await owner();
    for (const name of ['c', 'B', 'a']) await send(person, 'POST', 'tags', { name });
    const page = (await send(person, 'GET', 'tags?page=1&limit=2')).body as { data: Tag[] };
    expect(page).toMatchObject({ page: 1, limit: 2, total: 3, has_more: true });
    expect(page.data.map(({ name }) => name)).toEqual(['a', 'B']);
    expect((await send(person, 'GET', 'tags?page=2&limit=2')).body).toMatchObject({ has_more: false });
  });

  it('are found by part of their name, in any case', async () => {
    const person = await owner();
    for (const name of ['Help desk', '100% new', 'old']) await send(person, 'POST', 'tags', { name });
    const found = async (name: string) => {
      const { body } = await send(person, 'GET', `tags?limit=1&name=${encodeURIComponent(name)}`);
      return body;
    };
    expect(await found('DESK')).toMatchObject({ data: [{ name: 'Help desk' }], total: 1, has_more: false });
    expect(await found('%')).toMatchObject({ data: [{ name: '100% new' }], total: 1 });
    expect(await found('e')).toMatchObject({ total: 2, has_more: true });
  });

  it('of others, and of apps one may not edit, are out of reach', async () => {
    const [mine, theirs] = [await owner(), await owner()];
    const tagged = await app(theirs, ['same']);
    await app(mine, ['same']);
    const id = await named(theirs, 'same');
    expect((await send(mine, 'PATCH', `tags/${id}`, { name: 'taken' })).status).toBe(404);
    expect((await send(mine, 'DELETE', `tags/${id}`)).status).toBe(404);
    await send(mine, 'DELETE', `tags/${await named(mine, 'same')}`);
    expect(await tagsOf(theirs, tagged.id)).toEqual(['same']);
    expect(await counts(theirs)).toEqual({ same: 1 });
  });

  it('keep up with apps that are given them while they are renamed and deleted', async () => {
    const person = await owner();
    const apps = await Promise.all([1, 2, 3, 4].map(() => app(person, ['x'])));
    const id = await named(person, 'x');
    const tagging = apps.flatMap((each) =>
      ['x', 'y', 'z'].map((tag) =>
        send(person, 'PATCH', `apps/${each.id}`, { tags: ['x', tag].slice(tag === 'x' ? 1 : 0) }),
      ),
    );
    const answers = await Promise.all([
      ...tagging,
      send(person, 'PATCH', `tags/${id}`, { name: 'w' }),
      send(person, 'DELETE', `tags/${id}`),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const used = new Set((await Promise.all(apps.map((each) => tagsOf(person, each.id)))).flat());
    const known = new Set((await list(person)).map(({ name }) => name));
    expect([...used].filter((name) => !known.has(name))).toEqual([]);
  });
});
