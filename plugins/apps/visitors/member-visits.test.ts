import { afterAll, beforeAll, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { type TestClient, testClient } from '#http/testing/client.ts';
import { batchClient } from '#plugins/batch-api/testing/batch-client.ts';
import { countingChat } from '#plugins/delivery-api/testing/documents.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { browserOf, newMember, newWorkspace } from '#plugins/members/testing/people.ts';
import { openSite, type VisitAnswer } from '#plugins/sites/testing/visiting.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await sharedPlatform();
});

afterAll(() => platform.dispose());

const as = (token: string): TestClient => testClient(platform.url, token);

async function memberOf(workspaceId = platform.workspaceId) {
  const person = await newMember(platform, 'member', workspaceId);
  const { cookie } = await browserOf(platform, person);
  return { ...person, cookie };
}

/** An app as it is after it was published: nobody has set anything for its page. */
const publishedApp = async (yaml = countingChat()) => (await platform.importApp(yaml)).appId;

const visit = (body: object, headers: Readonly<Record<string, string>> = {}) =>
  testClient(platform.url).request('/web/api/visit', { body, headers });

const tokenOf = async (appId: string, cookie: string) => {
  const answer = await visit({ app_id: appId, as_member: true }, { cookie });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as VisitAnswer;
};

async function asks(client: TestClient, more: object = {}) {
  const body = { query: 'how are you', inputs: { plant: 'fern' }, response_mode: 'blocking', ...more };
  const answer = await client.request('/v1/chat-messages', { body });
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as { conversation_id: string }).conversation_id;
}

it('members use a published app that has no page of its own: talk, go on, rename, delete', async () => {
  const appId = await publishedApp();
  const { cookie, accountId } = await memberOf();
  const entered = await tokenOf(appId, cookie);
  expect(entered.visitor_id).toBe(`member:${accountId}`);
  const me = as(entered.visitor_token);
  const conversation = await asks(me);
  await asks(me, { conversation_id: conversation });
  const named = await me.request(`/v1/conversations/${conversation}/name`, { body: { name: 'Ferns' } });
  expect(named).toMatchObject({ status: 200, body: { name: 'Ferns' } });
  // Nothing is kept in their browser: the next token finds the same.
  const again = as((await tokenOf(appId, cookie)).visitor_token);
  expect((await again.request('/v1/conversations')).body).toMatchObject({
    data: [{ id: conversation, name: 'Ferns' }],
  });
  expect((await again.request(`/v1/conversations/${conversation}`, { method: 'DELETE' })).status).toBe(204);
  expect((await again.request('/v1/conversations')).body).toMatchObject({ data: [] });
});

it('members run workflows, and find what they were given', async () => {
  const { visitor_token: token } = await tokenOf(await publishedApp(greetingWorkflow()), (await memberOf()).cookie);
  const body = { inputs: { name: 'Ada' }, response_mode: 'blocking' };
  const ran = (await as(token).request('/v1/workflows/run', { body })).body as { workflow_run_id: string };
  expect((await as(token).request(`/v1/workflows/run/${ran.workflow_run_id}`)).status).toBe(200);
});

it('on a page for members they are the same visitor, and have the same conversations', async () => {
  const bench = await openSite(platform, countingChat(), { entry: 'members' });
  const { cookie } = await memberOf();
  const conversation = await asks(as((await tokenOf(bench.appId, cookie)).visitor_token));
  const onPage = (await bench.visit(undefined, { cookie })).body as VisitAnswer;
  const list = await as(onPage.visitor_token).request('/v1/conversations');
  expect(list.body).toMatchObject({ data: [{ id: conversation }] });
});

it('what the owner allows visitors is nothing to members: runs, and rows of tables', async () => {
  const bench = await openSite(platform, greetingWorkflow(), {
    runs_per_visitor_hour: 1,
    batch_rows_per_visitor_day: 1,
  });
  const { visitor_token: token, visitor_id: visitor } = await tokenOf(bench.appId, (await memberOf()).cookie);
  const run = () =>
    as(token).request('/v1/workflows/run', { body: { inputs: { name: 'Ada' }, response_mode: 'blocking' } });
  expect([(await run()).status, (await run()).status]).toEqual([200, 200]);
  const { id } = await batchClient(platform.url, token, visitor).create('name\nAda\nEve\nBob\n');
  const ended = await batchClient(platform.url, token, visitor).until(id, ({ status }) => status === 'finished');
  expect(ended).toMatchObject({ succeeded: 3 });
});

it('a paused app says so, and an app that was never published', async () => {
  const { cookie } = await memberOf();
  const appId = await publishedApp();
  const { visitor_token: token } = await tokenOf(appId, cookie);
  const path = `/console/api/apps/${appId}`;
  await platform.management.request(path, { method: 'PATCH', body: { status: 'paused' } });
  const refused = await visit({ app_id: appId, as_member: true }, { cookie });
  expect(refused).toMatchObject({ status: 403, body: { code: 'app_paused' } });
  expect((await as(token).request('/v1/parameters')).status).toBe(403);
  const draft = await platform.management.request('/console/api/apps', { body: { name: 'New', mode: 'chat' } });
  const { id } = draft.body as { id: string };
  expect(await visit({ app_id: id, as_member: true }, { cookie })).toMatchObject({
    status: 403,
    body: { code: 'app_unpublished' },
  });
});

it('attack T01: who is no member of the workspace, or not signed in, is let in nowhere', async () => {
  const appId = await publishedApp();
  const stranger = await memberOf(await newWorkspace(platform));
  const asked = { app_id: appId, as_member: true };
  for (const headers of [{}, { cookie: stranger.cookie }, { cookie: 'weft_session=guess' }])
    expect(await visit(asked, headers)).toMatchObject({ status: 401, body: { code: 'sign_in_needed' } });
  // A key of a program, or another visitor's token, is no session.
  const open = await openSite(platform, countingChat());
  const { visitor_token: token } = await open.enter();
  expect((await visit({ ...asked, visitor_token: token })).status).toBe(401);
});

it('attack T01: members see nothing of each other', async () => {
  const appId = await publishedApp();
  const [ada, eve] = [await memberOf(), await memberOf()];
  const conversation = await asks(as((await tokenOf(appId, ada.cookie)).visitor_token));
  const other = as((await tokenOf(appId, eve.cookie)).visitor_token);
  expect((await other.request('/v1/conversations')).body).toMatchObject({ data: [] });
  expect((await other.request(`/v1/messages?conversation_id=${conversation}`)).status).toBe(404);
  expect((await other.request(`/v1/conversations/${conversation}`, { method: 'DELETE' })).status).toBe(404);
});

it('attack T16: pages of other origins, and frames, make no token of the session of a browser', async () => {
  const bench = await openSite(platform, countingChat(), { embed_enabled: true });
  const { embed_token: embed } = await bench.set({ embed_origins: ['https://friend.example'] });
  const { cookie } = await memberOf();
  const asked = { app_id: bench.appId, as_member: true };
  expect((await visit(asked, { cookie, origin: 'https://friend.example' })).status).toBe(403);
  expect((await visit({ ...asked, embedded: true }, { cookie })).status).toBe(400);
  expect((await visit({ embed_token: embed, as_member: true }, { cookie })).status).toBe(400);
  expect((await visit(asked, { cookie, origin: platform.url })).status).toBe(200);
});

it('attack T20: a token of the studio is over with the membership, and opens no page of the app', async () => {
  const bench = await openSite(platform, countingChat());
  const person = await memberOf();
  const entered = await tokenOf(bench.appId, person.cookie);
  const onPage = await bench.enter({ app_id: bench.appId, visitor_token: entered.visitor_token });
  expect(onPage.visitor_id).not.toBe(entered.visitor_id);
  const removed = await platform.management.request(`/console/api/members/${person.accountId}`, { method: 'DELETE' });
  expect(removed.status, removed.text).toBe(204);
  await expect.poll(async () => (await as(entered.visitor_token).request('/v1/parameters')).status).toBe(401);
  expect((await visit({ app_id: bench.appId, as_member: true }, { cookie: person.cookie })).status).toBe(401);
});
