import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Documents } from '#engine';
import { greetingWorkflow, modelChat } from '#engine/testing/app-document.ts';
import { Apps } from '#plugins/apps/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { rememberingChat } from './testing/documents.ts';

/** The ids of one user's objects in one app. */
interface Objects {
  readonly conversation: string;
  readonly message: string;
  readonly variable: string;
  readonly endUser: string;
  readonly run: string;
  readonly version: string;
}

let platform: TestPlatform;
let mine: ImportedApp;
let workflow: ImportedApp;
/** By whose they are, seen from user `u1` of the app `mine` (runs and versions: of the app `workflow`). */
const objects = new Map<string, Objects>();
let before: unknown;

beforeAll(async () => {
  platform = await sharedPlatform();
  [mine, workflow] = [await platform.importApp(speaking()), await platform.importApp(greetingWorkflow())];
  const other = await platform.importApp(speaking());
  const otherWorkflow = await platform.importApp(greetingWorkflow());
  const values = { name: 'Neighbour', plan: 'unlimited', ownerName: 'Eve' };
  const { id: workspaceId } = await platform.kernel.resolve(Workspaces).create(values);
  const [theirs, theirWorkflow] = [
    await imported(workspaceId, speaking()),
    await imported(workspaceId, greetingWorkflow()),
  ];
  objects.set('mine', await filled(mine, workflow, 'u1'));
  objects.set("another user's", await filled(mine, otherWorkflow, 'u2'));
  objects.set("another app's", await filled(other, otherWorkflow, 'u1'));
  objects.set("another workspace's", await filled(theirs, theirWorkflow, 'u1'));
  before = await everything();
});
afterAll(() => platform.dispose());

/** A chatflow with variables whose features are on. */
function speaking(): string {
  const document = JSON.parse(rememberingChat());
  document.workflow.features = {
    suggested_questions_after_answer: { enabled: true },
    text_to_speech: { enabled: true, voice: '' },
  };
  return JSON.stringify(document);
}

async function imported(workspaceId: string, yaml: string): Promise<ImportedApp> {
  const apps = platform.kernel.resolve(Apps);
  const app = await apps.import(workspaceId, platform.kernel.resolve(Documents).parse(yaml));
  await apps.publish(workspaceId, app.id);
  return { appId: app.id, key: (await apps.createKey(workspaceId, app.id, 'k')).secret };
}

async function filled(chat: ImportedApp, flow: ImportedApp, user: string): Promise<Objects> {
  const said = await platform.post(chat.key, '/v1/chat-messages', { inputs: {}, query: `I am ${user}`, user });
  const { conversation_id: conversation, message_id: message } = said.body as Record<string, string>;
  await platform.post(chat.key, `/v1/messages/${message}/feedbacks`, { user, rating: 'like' });
  const ran = await platform.post(flow.key, '/v1/workflows/run', { inputs: { name: 'Ada' }, user });
  const { workflow_run_id: run, data } = ran.body as { workflow_run_id: string; data: { workflow_id: string } };
  const variables = await platform.get(chat.key, `/v1/conversations/${conversation}/variables?user=${user}`);
  const variable = (variables.body as { data: { id: string }[] }).data[0]?.id ?? '';
  const logs = await platform.get(flow.key, `/v1/workflows/logs?created_by_end_user_session_id=${user}`);
  const endUser = (logs.body as { data: { created_by_end_user: { id: string } }[] }).data[0]?.created_by_end_user.id;
  const version = data.workflow_id;
  return { conversation, message, variable, run, version, endUser: endUser ?? '' } as Objects;
}

/** All that the owners can see. */
async function everything() {
  const { kernel } = platform;
  const tables = ['conversations', 'conversation_variables', 'messages', 'message_feedbacks', 'end_users'];
  const db = kernel.resolve(Database).system<Record<string, Record<string, unknown>>>();
  return Promise.all(tables.map((table) => db.selectFrom(table).selectAll().orderBy('workspace_id').execute()));
}

type Call = readonly [what: string, method: string, path: (ids: Objects, own: Objects) => string, body?: object];

/** Every position in which `mine` takes an id. */
const chatCalls: readonly Call[] = [
  ['name', 'POST', ({ conversation }) => `/conversations/${conversation}/name`, { name: 'x' }],
  ['automatic name', 'POST', ({ conversation }) => `/conversations/${conversation}/name`, { auto_generate: true }],
  ['deletion', 'DELETE', ({ conversation }) => `/conversations/${conversation}`, {}],
  ['variables', 'GET', ({ conversation }) => `/conversations/${conversation}/variables?user=u1`],
  [
    'variable',
    'PUT',
    ({ conversation, variable }) => `/conversations/${conversation}/variables/${variable}`,
    { value: 9 },
  ],
  [
    'variable of mine',
    'PUT',
    ({ variable }, own) => `/conversations/${own.conversation}/variables/${variable}`,
    { value: 9 },
  ],
  [
    'variable with mine',
    'PATCH',
    ({ conversation }, own) => `/conversations/${conversation}/variables/${own.variable}`,
    { value: 9 },
  ],
  ['messages', 'GET', ({ conversation }) => `/messages?user=u1&conversation_id=${conversation}`],
  [
    'messages before',
    'GET',
    ({ message }, own) => `/messages?user=u1&conversation_id=${own.conversation}&first_id=${message}`,
  ],
  ['conversations after', 'GET', ({ conversation }) => `/conversations?user=u1&last_id=${conversation}`],
  ['feedback', 'POST', ({ message }) => `/messages/${message}/feedbacks`, { rating: 'dislike' }],
  ['feedback taken back', 'POST', ({ message }) => `/messages/${message}/feedbacks`, { rating: null }],
  ['suggestions', 'GET', ({ message }) => `/messages/${message}/suggested?user=u1`],
];

const calls = chatCalls.flatMap((call) =>
  ["another user's", "another app's", "another workspace's"].map((whose) => [call[0], whose, call] as const),
);

async function ask(key: string, [, method, path, body]: Call, ids: Objects) {
  const own = objects.get('mine') ?? ids;
  const request = { method, ...(body !== undefined && { body: { user: 'u1', ...body } }) };
  const answer = await platform.open(key, `/v1${path(ids, own)}`, request);
  return { status: answer.status, body: await answer.json() };
}

describe('ids of others', () => {
  it.each(calls)('lead nowhere as %s: %s', async (_what, whose, call) => {
    const ids = objects.get(whose);
    expect(ids).toBeDefined();
    if (ids !== undefined) {
      expect(await ask(mine.key, call, ids)).toMatchObject({ status: 404, body: { code: 'not_found', status: 404 } });
    }
  });

  it.each(["another user's", "another app's", "another workspace's"])('are not spoken: %s', async (whose) => {
    const body = { user: 'u1', message_id: objects.get(whose)?.message };
    const answer = await platform.post(mine.key, '/v1/text-to-audio', body);
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it.each(["another app's", "another workspace's"])('lead nowhere as run, version and end user: %s', async (whose) => {
    const { run, version, endUser } = objects.get(whose) ?? { run: '', version: '', endUser: '' };
    const body = { inputs: { name: 'Ada' }, user: 'u1' };
    expect(await platform.get(workflow.key, `/v1/workflows/run/${run}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect(await platform.post(workflow.key, `/v1/workflows/${version}/run`, body)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect(await platform.get(workflow.key, `/v1/end-users/${endUser}`)).toMatchObject({
      status: 404,
      body: { code: 'end_user_not_found' },
    });
  });

  it('are in no list', async () => {
    const { run } = objects.get("another app's") ?? { run: '' };
    const { message } = objects.get("another app's") ?? { message: '' };
    const logs = await platform.get(workflow.key, `/v1/workflows/logs?keyword=${run}`);
    expect(logs.body).toMatchObject({ total: 0, data: [] });
    const all = await platform.get(workflow.key, '/v1/workflows/logs?limit=100');
    expect(all.body).toMatchObject({ total: 1 });
    const feedbacks = await platform.get(mine.key, '/v1/app/feedbacks');
    expect(feedbacks.text).not.toContain(message);
    expect((feedbacks.body as { data: unknown[] }).data).toHaveLength(2);
  });

  it('change nothing of theirs', async () => {
    expect(await everything()).toEqual(before);
  });

  it('open another app to nobody: a console of feedback is the workspace’s own', async () => {
    const { appId } = await imported(
      (await platform.kernel.resolve(Workspaces).create({ name: 'N', plan: 'unlimited', ownerName: 'E' })).id,
      modelChat(),
    );
    const answer = await platform.management.request(`/console/api/apps/${appId}/feedbacks`);
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('ids that are none', () => {
  it.each(chatCalls.map((call) => [call[0], call] as const))('are answered as %s', async (_what, call) => {
    const none = { conversation: 'x', message: "'", variable: '..', endUser: 'x', run: 'x', version: 'x' };
    const { status } = await ask(mine.key, call, none);
    expect([400, 404]).toContain(status);
  });
});
