import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow, modelChat } from '#engine/testing/app-document.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, type Person } from '#plugins/members/testing/people.ts';

let platform: TestPlatform;
let chat: ImportedApp;
let ada: Person;
let bob: Person;

beforeAll(async () => {
  platform = await sharedPlatform();
  chat = await platform.importApp(modelChat());
  ada = await newMember(platform, 'member', platform.workspaceId);
  bob = await newMember(platform, 'member', platform.workspaceId);
});
afterAll(() => platform.dispose());

const say = (person: Person, more: object = {}) =>
  person.client.request(`/console/api/apps/${chat.appId}/run`, { body: { inputs: {}, query: 'Hello', ...more } });
const conversationOf = ({ body }: { body: unknown }) => (body as { conversation_id: string }).conversation_id;
const list = async (path: string) => {
  const { body } = await platform.management.request(`/console/api/apps/${path}`);
  return (body as { data: Record<string, unknown>[] }).data;
};

describe('attack T01: a run of a published app in the console', () => {
  it('is nobody’s but the caller’s: a user in the body is refused', async () => {
    for (const user of ['someone', ada.accountId, 7]) {
      const answer = await say(ada, { user });
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_param', params: 'user' } });
      expect(answer.text).toContain('leave it out');
    }
    expect((await say(ada, { user: '' })).status).toBe(200);
  });

  it('goes on with the caller’s own conversation, and with no user’s of the app and no other member’s', async () => {
    const theirs = { inputs: {}, query: 'A secret', user: ada.accountId };
    const shared = { ...theirs, user: 'DEFAULT-USER' };
    const users = [
      conversationOf(await platform.post(chat.key, '/v1/chat-messages', theirs)),
      conversationOf(await platform.post(chat.key, '/v1/chat-messages', shared)),
    ];
    const bobs = conversationOf(await say(bob));
    for (const conversation_id of [...users, bobs]) {
      for (const response_mode of ['blocking', 'streaming', 'async']) {
        const answer = await say(ada, { conversation_id, response_mode });
        expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
      }
    }
    const mine = conversationOf(await say(ada));
    const again = await say(ada, { conversation_id: mine });
    expect(again).toMatchObject({ status: 200, body: { conversation_id: mine } });
    const read = `/v1/messages?user=${ada.accountId}&conversation_id=${mine}`;
    expect((await platform.get(chat.key, read)).status).toBe(404);
    const draft = { inputs: {}, query: 'Hello', conversation_id: mine };
    const editor = await newMember(platform, 'editor', platform.workspaceId);
    const path = `/console/api/apps/${chat.appId}/draft/run`;
    expect((await editor.client.request(path, { body: draft })).status).toBe(404);
  });
});

describe('in the log of the app', () => {
  it('runs and conversations of the console say that they are, and by whom', async () => {
    const { appId, key } = await platform.importApp(greetingWorkflow());
    const run = { inputs: { name: 'Ada' } };
    await ada.client.request(`/console/api/apps/${appId}/run`, { body: run });
    await platform.post(key, '/v1/workflows/run', { ...run, user: 'u1' });
    const found = (query: string) => list(`${appId}/runs${query}`);
    await expect.poll(async () => (await found('')).length).toBe(2);
    const own = { source: 'console', user: ada.accountId };
    expect(await found('?source=console')).toMatchObject([own]);
    expect(await found(`?user=${ada.accountId}`)).toMatchObject([own]);
    expect(await found('?source=service-api')).toMatchObject([{ source: 'service-api', user: 'u1' }]);
    expect(await found('?source=debugging')).toEqual([]);
    const conversation = conversationOf(await say(bob));
    const said = () => list(`${chat.appId}/conversations?source=console&user=${bob.accountId}`);
    await expect.poll(said).toContainEqual(expect.objectContaining({ id: conversation }));
  });
});
