import { afterAll, beforeAll, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newWorkspace } from '#plugins/members/testing/people.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const send = (path: string, method = 'GET', body?: unknown) =>
  platform.management.request(`/console/api${path}`, { method, ...(body !== undefined && { body }) });
const run = (key: string) =>
  platform.post(key, '/v1/workflows/run', { inputs: { name: 'Ada' }, response_mode: 'blocking', user: 'u' });
const idOf = (answer: { body: unknown }) => (answer.body as { id: string }).id;

it('an app is renamed, tagged and found by its tag; what is exported has its name', async () => {
  const { appId } = await platform.importApp(greetingWorkflow());
  const changes = {
    name: 'Willkommen',
    description: 'grüßt',
    icon: '👋',
    icon_background: '#fff',
    tags: ['greetings', 'de'],
  };
  expect(await send(`/apps/${appId}`, 'PATCH', changes)).toMatchObject({ status: 200, body: changes });
  expect((await send('/apps?tag=greetings')).body).toMatchObject({ total: 1, data: [{ id: appId }] });
  const { text } = await send(`/apps/${appId}/export`);
  expect(text).toContain('name: Willkommen');
  expect(text).toContain('grüßt');
});

it.each([
  ['nothing', {}],
  ['an unknown field', { mode: 'chat' }],
  ['another owner', { workspace_id: crypto.randomUUID() }],
  ['no name', { name: '' }],
  ['a status nobody sets', { status: 'draft' }],
  ['one tag twice', { tags: ['a', 'a'] }],
])('a change of %s is refused', async (_name, body) => {
  const { appId } = await platform.importApp(greetingWorkflow());
  expect((await send(`/apps/${appId}`, 'PATCH', body)).status).toBe(400);
});

it('a paused app refuses its callers until it goes on, also after it was published again', async () => {
  const { appId, key } = await platform.importApp(greetingWorkflow());
  expect((await send(`/apps/${appId}`, 'PATCH', { status: 'paused' })).status).toBe(200);
  expect(await run(key)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect((await send(`/apps/${appId}/publish`, 'POST')).status).toBe(200);
  expect((await run(key)).status).toBe(403);
  expect((await send(`/apps/${appId}`, 'PATCH', { status: 'active' })).status).toBe(200);
  expect((await run(key)).status).toBe(200);
});

it('an app that is not there is told so at once, whatever is changed of it', async () => {
  const changes = { name: 'x', tags: ['x'], status: 'active' };
  expect(await send(`/apps/${crypto.randomUUID()}`, 'PATCH', changes)).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  });
});

it('a draft is neither paused nor made active', async () => {
  const { appId } = await platform.importApp(greetingWorkflow(), { publish: false });
  const before = (await send(`/apps/${appId}`)).body;
  const answer = await send(`/apps/${appId}`, 'PATCH', { status: 'active', name: 'Other' });
  expect(answer).toMatchObject({ status: 409, body: { code: 'not_published' } });
  expect((await send(`/apps/${appId}`)).body).toEqual(before);
});

it('a copy is a draft of its own, without keys', async () => {
  const { appId, key } = await platform.importApp(greetingWorkflow());
  const copy = await send(`/apps/${appId}/duplicate`, 'POST');
  expect(copy).toMatchObject({ status: 201, body: { status: 'draft', mode: 'workflow' } });
  const id = idOf(copy);
  expect((await send(`/apps/${id}/keys`)).body).toEqual({ data: [] });
  expect((await send(`/apps/${id}/publish`, 'POST')).status).toBe(200);
  await send(`/apps/${id}`, 'DELETE');
  expect((await run(key)).status).toBe(200);
  const named = await send(`/apps/${appId}/duplicate`, 'POST', { name: 'Second' });
  expect((await send(`/apps/${idOf(named)}/export`)).text).toContain('name: Second');
});

it('a deleted app comes back with its keys', async () => {
  const { appId, key } = await platform.importApp(greetingWorkflow());
  await send(`/apps/${appId}`, 'DELETE');
  expect((await run(key)).status).toBe(403);
  expect((await send('/deleted-apps')).text).toContain(appId);
  expect(await send(`/deleted-apps/${appId}/restore`, 'POST')).toMatchObject({ status: 200, body: { id: appId } });
  expect((await run(key)).status).toBe(200);
  expect((await send('/deleted-apps')).text).not.toContain(appId);
  expect((await send(`/deleted-apps/${appId}/restore`, 'POST')).status).toBe(404);
});

it('versions are listed with note and publisher, exported, and made the draft again', async () => {
  const { appId } = await platform.importApp(greetingWorkflow());
  const admin = await newMember(platform, 'admin', platform.workspaceId);
  await send(`/apps/${appId}`, 'PATCH', { name: 'Changed' });
  await admin.client.request(`/console/api/apps/${appId}/publish`, { body: { note: 'a new name' } });
  const { data } = (await send(`/apps/${appId}/versions`)).body as {
    data: { id: string; number: number; note: string; published_by: string; is_current: boolean }[];
  };
  expect(data).toMatchObject([
    { number: 2, note: 'a new name', published_by: admin.email, is_current: true },
    { number: 1, note: '', published_by: 'operator', is_current: false },
  ]);
  expect((await send(`/apps/${appId}/versions?limit=1`)).body).toMatchObject({ data: [{ number: 2 }], has_more: true });
  expect((await send(`/apps/${appId}/versions?before=2`)).body).toMatchObject({
    data: [{ number: 1 }],
    has_more: false,
  });
  const first = `/apps/${appId}/versions/${data[1]?.id}`;
  expect((await send(`${first}/export`)).text).not.toContain('name: Changed');
  expect((await send(`${first}/restore`, 'POST')).status).toBe(200);
  // What the app is called by now stays.
  expect((await send(`/apps/${appId}/export`)).text).toContain('name: Changed');
});

it('apps and versions of another workspace are out of reach', async () => {
  const { appId } = await platform.importApp(greetingWorkflow());
  const own = await platform.importApp(greetingWorkflow());
  const { data } = (await send(`/apps/${appId}/versions`)).body as { data: { id: string }[] };
  const stranger = await newMember(platform, 'owner', await newWorkspace(platform));
  const paths = [
    ['PATCH', `/apps/${appId}`],
    ['POST', `/apps/${appId}/duplicate`],
    ['POST', `/deleted-apps/${appId}/restore`],
    ['GET', `/apps/${appId}/versions`],
    ['GET', `/apps/${appId}/versions/${data[0]?.id}/export`],
    ['POST', `/apps/${appId}/versions/${data[0]?.id}/restore`],
  ] as const;
  for (const [method, path] of paths) {
    const body = method === 'PATCH' ? { body: { name: 'Mine' } } : {};
    expect(await stranger.client.request(`/console/api${path}`, { method, ...body })).toMatchObject({ status: 404 });
  }
  expect((await send(`/apps/${own.appId}/versions/${data[0]?.id}/restore`, 'POST')).status).toBe(404);
  expect((await send(`/apps/${appId}`)).text).not.toContain('Mine');
});
