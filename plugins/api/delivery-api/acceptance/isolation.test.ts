import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Documents } from '#engine';
import { greetingWorkflow, modelChat } from '#engine/testing/app-document.ts';
import { Apps } from '#plugins/apps/contract.ts';
import { speakingWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { EventReader } from '#plugins/delivery-api/testing/event-reader.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { Models } from '#plugins/models/contract.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';

/** What exists in the second workspace, which has no console of its own here. */
interface Foreign {
  readonly workspaceId: string;
  readonly chat: ImportedApp;
  readonly workflow: ImportedApp;
  readonly speaking: ImportedApp;
  readonly keyId: string;
  readonly versionId: string;
  readonly conversationId: string;
  readonly messageId: string;
  readonly runId: string;
}

let platform: TestPlatform;
let chat: ImportedApp;
let workflow: ImportedApp;
let foreign: Foreign;

beforeAll(async () => {
  platform = await sharedPlatform();
  chat = await platform.importApp(modelChat());
  workflow = await platform.importApp(greetingWorkflow());
  foreign = await fillSecondWorkspace();
});
afterAll(() => platform.dispose());

async function fillSecondWorkspace(): Promise<Foreign> {
  const { kernel } = platform;
  const apps = kernel.resolve(Apps);
  const values = { name: 'Neighbour', plan: 'unlimited', ownerName: 'Eve' };
  const { id: workspaceId } = await kernel.resolve(Workspaces).create(values);
  const make = async (yaml: string) => {
    const app = await apps.import(workspaceId, kernel.resolve(Documents).parse(yaml));
    const { version } = await apps.publish(workspaceId, app.id);
    const { key, secret } = await apps.createKey(workspaceId, app.id, 'theirs');
    return { appId: app.id, key: secret, keyId: key.id, versionId: version.id };
  };
  const theirChat = await make(modelChat());
  const theirWorkflow = await make(greetingWorkflow());
  const said = await platform.post(theirChat.key, '/v1/chat-messages', { inputs: {}, query: 'Hello', user: 'u1' });
  const ran = await platform.post(theirWorkflow.key, '/v1/workflows/run', { inputs: { name: 'Eve' }, user: 'u1' });
  const { conversation_id: conversationId, message_id: messageId } = said.body as Record<string, string>;
  const { workflow_run_id: runId } = ran.body as Record<string, string>;
  const { keyId, versionId } = theirChat;
  const speaking = await make(speakingWorkflow(20, 60));
  const ids = { conversationId, messageId, runId } as { conversationId: string; messageId: string; runId: string };
  return { workspaceId, chat: theirChat, workflow: theirWorkflow, speaking, keyId, versionId, ...ids };
}

/** Everything the second workspace can see of itself. */
async function theirView() {
  const { kernel } = platform;
  const { workspaceId } = foreign;
  const apps = kernel.resolve(Apps);
  const history = `/v1/messages?user=u1&conversation_id=${foreign.conversationId}`;
  const keys = (await apps.keys(workspaceId, foreign.chat.appId)).map(({ id, name }) => ({ id, name }));
  return {
    keys,
    apps: await apps.list(workspaceId),
    export: await apps.export(workspaceId, foreign.chat.appId),
    version: (await apps.published(workspaceId, foreign.chat.appId)).version?.id,
    conversations: (await platform.get(foreign.chat.key, '/v1/conversations?user=u1')).body,
    messages: (await platform.get(foreign.chat.key, history)).body,
    run: (await platform.get(foreign.workflow.key, `/v1/workflows/run/${foreign.runId}`)).body,
    openai: (await kernel.resolve(Models).providers(workspaceId)).find(({ id }) => id === 'openai')?.configured,
  };
}

describe("attack T01: another workspace's ids", () => {
  it('lead nowhere in the runtime API, and change nothing there', async () => {
    const before = await theirView();
    const { conversationId, messageId, versionId, runId } = foreign;
    const mine = await platform.post(chat.key, '/v1/chat-messages', { inputs: {}, query: 'Mine', user: 'u1' });
    const { conversation_id: own } = mine.body as { conversation_id: string };
    const message = { inputs: {}, query: 'Hi', user: 'u1' };
    const answers = [
      await platform.post(chat.key, '/v1/chat-messages', { ...message, conversation_id: conversationId }),
      await platform.post(chat.key, '/v1/chat-messages', {
        ...message,
        conversation_id: conversationId,
        response_mode: 'streaming',
      }),
      await platform.post(chat.key, '/v1/chat-messages', { ...message, workflow_id: versionId }),
      await platform.get(chat.key, `/v1/messages?user=u1&conversation_id=${conversationId}`),
      await platform.get(chat.key, `/v1/messages?user=u1&conversation_id=${own}&first_id=${messageId}`),
      await platform.get(chat.key, `/v1/conversations?user=u1&last_id=${conversationId}`),
      await platform.get(chat.key, `/v1/workflows/run/${runId}`),
      await platform.get(workflow.key, `/v1/workflows/run/${runId}`),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await theirView()).toEqual(before);
  });

  it('lead nowhere in the console, and change nothing there', async () => {
    const before = await theirView();
    const { appId } = foreign.chat;
    const ask = (path: string, method: string, body?: unknown) =>
      platform.management.request(`/console/api${path}`, { method, ...(body !== undefined && { body }) });
    const answers = [
      await ask(`/apps/${appId}`, 'GET'),
      await ask(`/apps/${appId}`, 'DELETE'),
      await ask(`/apps/${appId}/export`, 'GET'),
      await ask(`/apps/${appId}/publish`, 'POST'),
      await ask(`/apps/${appId}/run`, 'POST', { inputs: {}, query: 'Hi' }),
      await ask(`/apps/${appId}/keys`, 'GET'),
      await ask(`/apps/${appId}/keys`, 'POST', { name: 'mine' }),
      await ask(`/apps/${appId}/keys/${foreign.keyId}`, 'DELETE'),
      await ask(`/apps/${chat.appId}/keys/${foreign.keyId}`, 'DELETE'),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await theirView()).toEqual(before);
    const { data } = (await ask('/apps', 'GET')).body as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining([chat.appId, workflow.appId]));
    for (const app of [foreign.chat, foreign.workflow, foreign.speaking]) {
      expect(data.map(({ id }) => id)).not.toContain(app.appId);
    }
  });

  it('stop nothing', async () => {
    const body = { inputs: {}, user: 'u1', response_mode: 'streaming' };
    const reader = new EventReader(await platform.open(foreign.speaking.key, '/v1/workflows/run', { body }));
    const { task_id } = await reader.until((event) => event.event === 'text_chunk');
    for (const path of [`/v1/workflows/tasks/${task_id}/stop`, `/v1/workflows/${task_id}/stop`]) {
      expect(await platform.post(workflow.key, path, { user: 'u1' })).toMatchObject({ status: 200 });
    }
    expect(await platform.post(chat.key, `/v1/chat-messages/${task_id}/stop`, { user: 'u1' })).toMatchObject({
      status: 200,
    });
    expect((await reader.rest()).at(-1)).toMatchObject({ data: { status: 'succeeded' } });
  });
});

describe('users of one name', () => {
  it('are different people in different apps', async () => {
    const same = await platform.get(chat.key, '/v1/conversations?user=u1&limit=100');
    expect(JSON.stringify(same.body)).not.toContain(foreign.conversationId);
    const other = await platform.importApp(modelChat());
    expect((await platform.get(other.key, '/v1/conversations?user=u1')).body).toMatchObject({ data: [] });
  });
});

describe("a workspace's credentials", () => {
  it('serve that workspace alone', async () => {
    const credentials = { openai_api_key: 'sk-of-the-first-workspace', openai_api_base: 'http://127.0.0.1:1' };
    const path = '/console/api/providers/openai';
    await platform.management.request(path, { method: 'PUT', body: { credentials } });
    expect((await theirView()).openai).toBe(false);
    const models = platform.kernel.resolve(Models);
    await models.configure(foreign.workspaceId, 'openai', { openai_api_key: 'sk-of-the-second-workspace' });
    await platform.management.request(path, { method: 'DELETE' });
    expect((await theirView()).openai).toBe(true);
  });
});
