import { afterAll, beforeAll, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newWorkspace, type Person } from '#plugins/members/testing/people.ts';

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly is_favourite: boolean;
  readonly people: readonly string[];
}

let platform: TestPlatform;

beforeAll(async () => {
  platform = await sharedPlatform();
});

afterAll(() => platform.dispose());

const send = (person: Person, method: string, path: string, body?: object) =>
  person.client.request(`/console/api/${path}`, { method, body });

async function app(person: Person, name: string, tags: readonly string[] = []) {
  const made = await send(person, 'POST', 'apps/import', { yaml: greetingWorkflow(), name, publish: true });
  const { id } = (made.body as { app: { id: string } }).app;
  if (tags.length > 0) await send(person, 'PATCH', `apps/${id}`, { tags });
  return id;
}

const list = async (person: Person, query = '') => {
  const answer = await send(person, 'GET', `apps${query}`);
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as { data: Listed[] }).data;
};
const names = async (person: Person, query: string) => (await list(person, query)).map(({ name }) => name);

it('each person has favourites of their own, which are no favourites twice', async () => {
  const workspaceId = await newWorkspace(platform);
  const [owner, member] = [
    await newMember(platform, 'owner', workspaceId),
    await newMember(platform, 'member', workspaceId),
  ];
  const [first] = [await app(owner, 'first'), await app(owner, 'second')];
  for (const _ of [1, 2]) expect((await send(member, 'PUT', `apps/${first}/favourite`)).status).toBe(204);
  expect((await list(member)).map((each) => [each.name, each.is_favourite])).toEqual([
    ['second', false],
    ['first', true],
  ]);
  expect([await names(member, '?favourite=true'), await names(owner, '?favourite=true')]).toEqual([['first'], []]);
  for (const _ of [1, 2]) expect((await send(member, 'DELETE', `apps/${first}/favourite`)).status).toBe(204);
  expect(await names(member, '?favourite=true')).toEqual([]);
  await send(owner, 'PUT', `apps/${first}/favourite`);
  await send(owner, 'DELETE', `apps/${first}`);
  expect(await names(owner, '?favourite=true')).toEqual([]);
  expect((await send(owner, 'PUT', `apps/${first}/favourite`)).status).toBe(404);
});

it('lists are of apps with all tags that are named, of ids, and in an order', async () => {
  const owner = await newMember(platform, 'owner', await newWorkspace(platform));
  const alpha = await app(owner, 'alpha', ['x', 'y']);
  const beta = await app(owner, 'Beta', ['x']);
  await app(owner, 'gamma', ['y']);
  await send(owner, 'PATCH', `apps/${alpha}`, { description: 'changed last' });
  expect(await names(owner, '?tag=x&tag=y')).toEqual(['alpha']);
  expect((await names(owner, '?tag=x')).sort()).toEqual(['Beta', 'alpha']);
  expect(await names(owner, '?sort=name')).toEqual(['alpha', 'Beta', 'gamma']);
  expect(await names(owner, '?sort=created')).toEqual(['gamma', 'Beta', 'alpha']);
  expect((await names(owner, ''))[0]).toBe('alpha');
  expect(await names(owner, `?id=${beta}&id=${crypto.randomUUID()}`)).toEqual(['Beta']);
  // By the name of the account, not its address.
  expect((await list(owner))[0]?.people).toEqual(['Ada']);
});

it('attack T01: apps of other workspaces are no favourites, and ids of theirs find nothing', async () => {
  const [mine, theirs] = [
    await newMember(platform, 'owner', await newWorkspace(platform)),
    await newMember(platform, 'owner', await newWorkspace(platform)),
  ];
  const id = await app(theirs, 'secret');
  expect((await send(mine, 'PUT', `apps/${id}/favourite`)).status).toBe(404);
  expect((await send(mine, 'DELETE', `apps/${id}/favourite`)).status).toBe(404);
  expect(await list(mine, `?id=${id}`)).toEqual([]);
  expect((await platform.management.request(`/console/api/apps/${id}/favourite`, { method: 'PUT' })).status).toBe(403);
});
