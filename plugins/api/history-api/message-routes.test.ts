import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow, modelChat, promptApp } from '#engine/testing/app-document.ts';
import type { ImportedApp, TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { newMember } from '#plugins/members/testing/people.ts';
import { beginStream, fail, framesOf, type Script } from '#plugins/provider-openai/testing/fake-openai.ts';
import { modelApp, rememberingChat } from './testing/documents.ts';
import { type ScriptedPlatform, sharedScripted } from './testing/shared-scripted.ts';

let scripted: ScriptedPlatform;
let platform: TestPlatform;
let chat: ImportedApp;
let asking: ImportedApp;

/** What the scripted model suggests. */
let suggestion = '';
const suggesting: Script = ({ text }, response) => {
  beginStream(response);
  response.end(framesOf(text.includes('You are shown a conversation') ? suggestion : 'Twice a week.').join(''));
};

const on = { suggested_questions_after_answer: { enabled: true } };

beforeAll(async () => {
  scripted = await sharedScripted({
    suggesting,
    failing: ({ text }, response) => {
      if (text.includes('You are shown')) return fail(response, 500, { message: 'crash' });
      beginStream(response);
      response.end(framesOf('Yes.').join(''));
    },
    other: (_call, response) => {
      beginStream(response);
      response.end(framesOf('{"questions": ["From another model?"]}').join(''));
    },
  });
  platform = scripted.platform;
  chat = await platform.importApp(rememberingChat());
  asking = await platform.importApp(modelApp('chat', 'suggesting', on));
});
afterAll(() => scripted.dispose());

interface Said {
  readonly message_id: string;
  readonly conversation_id: string;
}

async function say(app: ImportedApp, more: object = {}, path = '/v1/chat-messages'): Promise<Said> {
  const body = { inputs: {}, query: 'How often do I water it?', user: 'u1', ...more };
  const answer = await platform.post(app.key, path, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Said;
}

const rate = (app: ImportedApp, messageId: string, body: object) =>
  platform.post(app.key, `/v1/messages/${messageId}/feedbacks`, { user: 'u1', ...body });
const suggested = (app: ImportedApp, messageId: string) =>
  platform.get(app.key, `/v1/messages/${messageId}/suggested?user=u1`);
const success = { status: 200, body: { result: 'success' } };

describe('feedback', () => {
  it('is given, changed, taken back, and can be taken back once', async () => {
    const { message_id: id, conversation_id } = await say(chat);
    const shown = async () => {
      const answer = await platform.get(chat.key, `/v1/messages?user=u1&conversation_id=${conversation_id}`);
      return (answer.body as { data: { feedback: unknown }[] }).data[0]?.feedback;
    };
    expect(await shown()).toBe(null);
    expect(await rate(chat, id, { rating: 'like', content: 'clear' })).toMatchObject(success);
    expect(await shown()).toEqual({ rating: 'like' });
    expect(await rate(chat, id, { rating: 'dislike' })).toMatchObject(success);
    expect(await shown()).toEqual({ rating: 'dislike' });
    expect(await rate(chat, id, { rating: null })).toMatchObject(success);
    expect(await shown()).toBe(null);
    expect(await rate(chat, id, { rating: null })).toMatchObject({ status: 400, body: { code: 'invalid_param' } });
    expect(await rate(chat, id, {})).toMatchObject({ status: 400, body: { code: 'invalid_param' } });
    expect(await rate(chat, id, { rating: 'like' })).toMatchObject(success);
    expect(await rate(chat, id, {})).toMatchObject(success);
  });

  it.each([
    [{ rating: 'love' }],
    [{ rating: 1 }],
    [{ rating: 'like', content: 7 }],
    [{ rating: 'like', content: 'x'.repeat(10_001) }],
    [{ rating: 'like', user: '' }],
  ])('is refused as %j', async (body) => {
    const { message_id: id } = await say(chat);
    expect(await rate(chat, id, body)).toMatchObject({ status: 400, body: { code: 'invalid_param' } });
  });

  it('of many at once leaves one opinion', async () => {
    const app = await platform.importApp(rememberingChat());
    const { message_id: id } = await say(app);
    const ratings = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'like' : 'dislike'));
    const answers = await Promise.all(ratings.map((rating) => rate(app, id, { rating })));
    expect(answers.map(({ status }) => status)).toEqual(ratings.map(() => 200));
    const { body } = await platform.get(app.key, '/v1/app/feedbacks');
    expect((body as { data: unknown[] }).data).toHaveLength(1);
  });

  it('is listed for the app, newest first, and counted for who looks after it', async () => {
    const app = await platform.importApp(promptApp('completion'));
    const messages: string[] = [];
    for (const [user, rating, content] of [
      ['u1', 'like', 'cle\0ar'],
      ['u2', 'dislike', null],
      ['u3', 'like', undefined],
    ] as const) {
      const said = await say(app, { user, inputs: { topic: 'ferns' } }, '/v1/completion-messages');
      messages.unshift(said.message_id);
      expect(await rate(app, said.message_id, { user, rating, content })).toMatchObject(success);
    }
    const { body } = await platform.get(app.key, '/v1/app/feedbacks?user=whoever');
    expect(body).toEqual({
      data: messages.map((message_id, index) => ({
        id: expect.any(String),
        app_id: app.appId,
        conversation_id: null,
        message_id,
        rating: index === 1 ? 'dislike' : 'like',
        content: index === 2 ? 'clear' : null,
        from_source: 'user',
        from_end_user_id: expect.any(String),
        from_account_id: null,
        created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/),
        updated_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/),
      })),
    });
    const second = await platform.get(app.key, '/v1/app/feedbacks?page=2&limit=2');
    expect(second.body).toMatchObject({ data: [{ message_id: messages[2] }] });
    const shown = await platform.management.request(`/console/api/apps/${app.appId}/feedbacks?limit=1`);
    expect(shown.body).toMatchObject({ counts: { like: 2, dislike: 1 }, next_cursor: expect.any(String) });
    expect((shown.body as { data: unknown[] }).data).toHaveLength(1);
  });

  it.each([
    ['limit=0', 400],
    ['limit=101', 200],
    ['limit=102', 400],
    ['page=0', 400],
    ['page=abc', 400],
  ])('is listed with %s: %i', async (query, status) => {
    expect((await platform.get(chat.key, `/v1/app/feedbacks?${query}`)).status).toBe(status);
  });

  it('has nothing to be about in a workflow', async () => {
    const workflow = await platform.importApp(greetingWorkflow());
    expect((await platform.get(workflow.key, '/v1/app/feedbacks')).body).toEqual({ data: [] });
    const answer = await rate(workflow, crypto.randomUUID(), { rating: 'like' });
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('suggested questions', () => {
  it.each([
    ['{"questions": ["Which soil?", "How much light?", "Which soil?", "And in winter?", "Fifth?"]}'],
    ['Sure!\n```json\n["Which soil?", "How much light?", "And in winter?"]\n```'],
    ['<think>["no"]</think>{"questions": ["  Which\\nsoil? ", "", 7, "How much light?", "And in winter?"]}'],
  ])('are at most three, read from %j', async (said) => {
    suggestion = said;
    const { message_id: id } = await say(asking);
    const answer = await suggested(asking, id);
    expect(answer.body).toEqual({ result: 'success', data: expect.any(Array) });
    expect((answer.body as { data: string[] }).data.slice(0, 2)).toEqual(['Which soil?', 'How much light?']);
    expect((answer.body as { data: string[] }).data).toHaveLength(3);
  });

  it.each(['I have none.', '', '{"questions": "Which soil?"}', '[1, 2]', '['])('are none of %j', async (said) => {
    suggestion = said;
    const { message_id: id } = await say(asking);
    expect((await suggested(asking, id)).body).toEqual({ result: 'success', data: [] });
  });

  it('are asked with the turns before, and not those after', async () => {
    suggestion = '[]';
    const { message_id: first, conversation_id } = await say(asking, { query: 'First?' });
    const { message_id: id } = await say(asking, { query: 'Second?', conversation_id });
    await say(asking, { query: 'Third?', conversation_id });
    await suggested(asking, id);
    const messages = () => scripted.server.seen.at(-1)?.body.messages;
    const turns = 'User: First?\nAssistant: Twice a week.\n\nUser: Second?\nAssistant: Twice a week.';
    expect(messages()).toMatchObject([{ role: 'system' }, { role: 'user', content: turns }]);
    await suggested(asking, first);
    expect(messages()).toMatchObject([{}, { content: 'User: First?\nAssistant: Twice a week.' }]);
  });

  it('may be worded, and given to another model, by who makes the app', async () => {
    const model = { provider: 'openai_api_compatible', name: 'other', mode: 'chat', completion_params: {} };
    const feature = { enabled: true, model, prompt: 'Suggest in rhymes.' };
    const app = await platform.importApp(modelApp('chat', 'suggesting', { suggested_questions_after_answer: feature }));
    const { message_id: id } = await say(app);
    expect((await suggested(app, id)).body).toMatchObject({ data: ['From another model?'] });
    const messages = scripted.server.seen.at(-1)?.body.messages as { content: string }[];
    expect(messages[0]?.content).toMatch(/^Suggest in rhymes\./);
    const { body } = await platform.get(app.key, '/v1/parameters');
    expect(body).toMatchObject({ suggested_questions_after_answer: { enabled: true } });
    expect(JSON.stringify(body)).not.toContain('rhymes');
  });

  it('come after answers of the draft, to who tries it, as the draft is set', async () => {
    suggestion = '["Which soil?"]';
    const { appId } = await platform.importApp(modelApp('chat', 'suggesting', on), { publish: false });
    const { appId: silent } = await platform.importApp(modelApp('chat', 'suggesting'));
    const tried = async (app: string) => {
      const body = { inputs: {}, query: 'How often?' };
      const answer = await platform.management.request(`/console/api/apps/${app}/draft/run`, { body });
      return (answer.body as { message_id: string }).message_id;
    };
    const path = async (app: string, id = '') =>
      `/console/api/apps/${app}/draft/messages/${id || (await tried(app))}/suggested`;
    const own = await path(appId);
    expect(await platform.management.request(own)).toMatchObject({ status: 200, body: { data: ['Which soil?'] } });
    const none = { status: 200, body: { data: [] } };
    expect(await platform.management.request(await path(silent))).toMatchObject(none);
    // Trials of others, and messages of users, are none of theirs.
    const editor = await newMember(platform, 'editor', platform.workspaceId);
    expect((await editor.client.request(own)).status).toBe(404);
    const { message_id: ofUser } = await say(asking);
    expect((await platform.management.request(await path(asking.appId, ofUser))).status).toBe(404);
  });

  it('are none when the model fails', async () => {
    const app = await platform.importApp(modelApp('chat', 'failing', on));
    const { message_id: id } = await say(app);
    expect(await suggested(app, id)).toMatchObject({ status: 200, body: { result: 'success', data: [] } });
  });

  it('come from the model of agents and of chatflows too', async () => {
    suggestion = '["Which soil?"]';
    const agent = await platform.importApp(modelApp('agent-chat', 'suggesting', on));
    expect((await suggested(agent, (await say(agent)).message_id)).body).toMatchObject({ data: ['Which soil?'] });
    const flow = JSON.parse(modelChat({ provider: 'openai_api_compatible', name: 'suggesting' }));
    flow.workflow.features = on;
    const chatflow = await platform.importApp(JSON.stringify(flow));
    expect((await suggested(chatflow, (await say(chatflow)).message_id)).body).toMatchObject({ data: ['Which soil?'] });
  });

  it('are refused where they are switched off, without a user, and for other modes', async () => {
    const { message_id: id } = await say(chat);
    expect(await suggested(chat, id)).toMatchObject({ status: 400, body: { code: 'bad_request' } });
    expect(await platform.get(asking.key, `/v1/messages/${id}/suggested`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_param', params: 'user' },
    });
    const workflow = await platform.importApp(greetingWorkflow());
    expect(await suggested(workflow, id)).toMatchObject({ status: 400, body: { code: 'not_chat_app' } });
  });
});
