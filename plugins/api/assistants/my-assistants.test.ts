import { afterAll, beforeAll, expect, it } from 'vitest';
import { greetingWorkflow, modelChat, promptApp } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { Members } from '#plugins/members/contract.ts';
import { newMember, newPerson, newWorkspace, type Person } from '#plugins/members/testing/people.ts';

const path = '/assistant/api/assistant/my-assistants';
let platform: TestPlatform;
let member: Person;
let key = '';
/** Of mode `agent`: its package says what it is. */
const agent = JSON.stringify({
  version: '0.6.0',
  app: { name: 'Ada', mode: 'agent' },
  agent: { package_ref: 'ada' },
  agent_packages: {
    ada: {
      schema_version: 1,
      metadata: { name: 'Ada' },
      soul: { prompt: { system_prompt: 'Hi' }, model: { model_provider: 'demo', model: 'demo-chat' } },
    },
  },
});

interface Page {
  readonly data: readonly { readonly id: string; readonly name: string; readonly mode: string }[];
  readonly total: number;
  readonly has_more: boolean;
}

beforeAll(async () => {
  platform = await sharedPlatform();
  member = await newMember(platform, 'member', platform.workspaceId);
  for (const document of [modelChat(), promptApp('chat'), promptApp('completion'), greetingWorkflow(), agent]) {
    ({ key } = await platform.importApp(document));
  }
});
afterAll(() => platform.dispose());

const list = async (query = '') => (await member.client.request(path + query)).body as Page;

it('lists the apps of the workspace in pages, whatever their mode', async () => {
  const first = await list('?page_size=3');
  expect(first).toMatchObject({ page: 1, page_size: 3, has_more: true });
  expect(first.data).toHaveLength(3);
  const ids = new Set<string>();
  for (let page = 1, more = true; more; page += 1) {
    const { data, has_more: hasMore } = await list(`?page_size=3&page=${page}`);
    for (const { id } of data) ids.add(id);
    more = hasMore;
  }
  expect(ids.size).toBe(first.total);
  expect(await list()).toMatchObject({ page: 1, page_size: 10 });
  expect(await list('?mode=&workspace_id=')).toEqual(await list());
});

it.each(['workflow', 'agent', 'chat', 'completion', 'advanced-chat'])('lists those of mode %s', async (mode) => {
  const { data } = await list(`?mode=${mode}`);
  expect(new Set(data.map((item) => item.mode))).toEqual(new Set([mode]));
});

it('reads the header in lower case, as the specification writes it', async () => {
  const answer = await fetch(platform.url + path, { headers: { authorization: `Bearer ${member.token}` } });
  expect(answer.status).toBe(200);
});

it.each([['?mode=poem'], ['?page=0'], ['?page_size=0'], ['?page_size=101'], ['?page=x'], ['?workspace_id=here']])(
  'refuses %s',
  async (query) => {
    expect((await member.client.request(path + query)).status).toBe(400);
  },
);

it('is for people of the workspace: no app keys, no strangers', async () => {
  expect((await testClient(platform.url, key).request(path)).status).toBe(401);
  expect((await testClient(platform.url).request(path)).status).toBe(401);
  const other = await newWorkspace(platform);
  const stranger = await newMember(platform, 'owner', other);
  const answer = await stranger.client.request(`${path}?workspace_id=${platform.workspaceId}`);
  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect((await stranger.client.request(path)).body).toMatchObject({ data: [], total: 0 });
  expect((await (await newPerson(platform)).client.request(path)).status).toBe(403);
});

it('shows another workspace to who belongs to both', async () => {
  const other = await newWorkspace(platform);
  const both = await newMember(platform, 'member', platform.workspaceId);
  await platform.kernel.resolve(Members).add(other, both.accountId, 'member');
  const total = async (id: string) =>
    ((await both.client.request(`${path}?workspace_id=${id}`)).body as { total: number }).total;
  expect(await total(platform.workspaceId)).toBeGreaterThan(0);
  expect(await total(other)).toBe(0);
});

it('apps are found by a part of their name, their status and mode', async () => {
  const find = async (query: string) =>
    ((await platform.management.request(`/console/api/apps?${query}`)).body as Page).data.map(({ name }) => name);
  const [name] = await find('mode=workflow');
  expect(await find(`name=${encodeURIComponent((name ?? '').slice(1, 6).toUpperCase())}`)).toContain(name);
  expect(await find('name=%25')).toEqual([]);
  expect(await find('status=paused')).toEqual([]);
  expect(await find('tag=none')).toEqual([]);
});
