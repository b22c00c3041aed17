import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { promptApp } from '#engine/testing/app-document.ts';
import type { ImportedApp, PlatformOptions, TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { modelApp } from '#plugins/history-api/testing/documents.ts';
import { type ScriptedPlatform, startScripted } from '#plugins/history-api/testing/scripted-platform.ts';
import { beginStream, fail, framesOf, type Script } from '#plugins/provider-openai/testing/fake-openai.ts';

const QUERY = 'How do I water a fern?';
const titles: PlatformOptions = { env: { WEFT_CONVERSATION_TITLES: 'true' } };

let scripted: ScriptedPlatform;
let platform: TestPlatform;

/** Titles asked for: answered when the test says so, with what it says; null: the call fails. */
const asked: ((title: string | null) => void)[] = [];
const isTitle = (text: string) => text.includes('You name conversations');
const naming: Script = ({ text }, response) => {
  const say = (answer: string | null) => {
    if (answer === null) return fail(response, 500, { message: 'down' });
    beginStream(response);
    response.end(framesOf(answer).join(''));
  };
  if (isTitle(text)) asked.push(say);
  else say('Twice a week.');
};
/** Names at once. */
const prompt: Script = ({ text }, response) => {
  beginStream(response);
  response.end(framesOf(isTitle(text) ? 'Watering ferns' : 'Twice a week.').join(''));
};
const broken: Script = (_call, response) => fail(response, 500, { message: 'down' });

beforeAll(async () => {
  scripted = await startScripted({ naming, prompt, broken }, titles);
  platform = scripted.platform;
});
afterAll(() => scripted.dispose());

async function say(app: ImportedApp, more: object = {}, on = platform): Promise<string> {
  const body = { inputs: {}, query: QUERY, user: 'u1', ...more };
  const answer = await on.post(app.key, '/v1/chat-messages', body);
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as { conversation_id: string }).conversation_id;
}

async function nameOf(app: ImportedApp, id: string, on = platform): Promise<string | undefined> {
  const { body } = await on.get(app.key, '/v1/conversations?user=u1&limit=100');
  return (body as { data: { id: string; name: string }[] }).data.find((item) => item.id === id)?.name;
}

const named = (app: ImportedApp, id: string) => expect.poll(() => nameOf(app, id), { timeout: 30_000 });
/** The next title that is asked for, once it is. */
async function nextTitle(): Promise<(title: string | null) => void> {
  await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(1);
  return asked.shift() as (title: string | null) => void;
}
/** The calls of the model for titles so far. */
const titleCalls = () => scripted.server.seen.filter(({ text }) => isTitle(text)).length;

/** Whatever was to be named before this conversation has been asked for: titles are asked for in order. */
async function flushed(app: ImportedApp): Promise<void> {
  const id = await say(app, { query: 'Flush' });
  await named(app, id).toBe('Watering ferns');
}

describe('a new conversation', () => {
  it('is called by its query until the model has a title, for which nobody waits', async () => {
    const app = await platform.importApp(modelApp('chat', 'naming'));
    const id = await say(app);
    const answer = await nextTitle();
    expect(await nameOf(app, id)).toBe(QUERY);
    const messages = scripted.server.seen.at(-1)?.body.messages;
    expect(messages).toEqual([expect.objectContaining({ role: 'system' }), { role: 'user', content: QUERY }]);
    answer('Watering ferns');
    await named(app, id).toBe('Watering ferns');
  });

  it('keeps the name that somebody gives it meanwhile', async () => {
    const app = await platform.importApp(modelApp('chat', 'naming'));
    const id = await say(app);
    const answer = await nextTitle();
    await platform.post(app.key, `/v1/conversations/${id}/name`, { user: 'u1', name: 'Mine' });
    answer('Watering ferns');
    await flushed(await platform.importApp(modelApp('chat', 'prompt')));
    expect(await nameOf(app, id)).toBe('Mine');
  });

  it('keeps its query when the model fails at the title', async () => {
    const app = await platform.importApp(modelApp('chat', 'naming'));
    const id = await say(app);
    (await nextTitle())(null);
    await expect.poll(() => platform.log.some(({ message }) => message === 'a model gave no suggestion')).toBe(true);
    expect(await nameOf(app, id)).toBe(QUERY);
  });

  it('is named when its answer is streamed, and by an agent', async () => {
    const chat = await platform.importApp(modelApp('chat', 'prompt'));
    const agent = await platform.importApp(modelApp('agent-chat', 'prompt'));
    for (const app of [chat, agent]) {
      const body = { inputs: {}, query: QUERY, user: 'u1', response_mode: 'streaming', auto_generate_name: true };
      const { events } = await platform.stream(app.key, '/v1/chat-messages', body);
      await named(app, String(events.at(-1)?.conversation_id)).toBe('Watering ferns');
    }
  });

  it('is named once, not by each of its messages', async () => {
    const app = await platform.importApp(modelApp('chat', 'prompt'));
    const before = titleCalls();
    const id = await say(app);
    await named(app, id).toBe('Watering ferns');
    await say(app, { conversation_id: id });
    await flushed(app);
    expect(titleCalls() - before).toBe(2);
  });

  it.each([
    ['auto_generate_name is false', { auto_generate_name: false }, 'New conversation'],
    ['its moderation answers', { query: 'A forbidden fern' }, 'A forbidden fern'],
  ])('asks for no title when %s', async (_case, more, name) => {
    const config = { keywords: 'forbidden', inputs_config: { enabled: true, preset_response: 'No.' } };
    const features = { sensitive_word_avoidance: { enabled: true, type: 'keywords', config } };
    const app = await platform.importApp(modelApp('chat', 'prompt', features));
    const before = titleCalls();
    const id = await say(app, more);
    await flushed(app);
    expect(titleCalls() - before).toBe(1);
    expect(await nameOf(app, id)).toBe(name);
  });

  it('keeps its query when its first run failed', async () => {
    const app = await platform.importApp(modelApp('chat', 'broken'));
    const before = titleCalls();
    const body = { inputs: {}, query: QUERY, user: 'u1' };
    expect((await platform.post(app.key, '/v1/chat-messages', body)).status).toBe(400);
    await flushed(await platform.importApp(modelApp('chat', 'prompt')));
    expect(titleCalls() - before).toBe(1);
  });

  it('keeps its query where the demo model answers, which has no titles', async () => {
    const app = await platform.importApp(promptApp('chat'));
    const id = await say(app);
    await flushed(await platform.importApp(modelApp('chat', 'prompt')));
    expect(await nameOf(app, id)).toBe(QUERY);
  });

  it('counts its title into the usage of the app, which a budget that is used up refuses', async () => {
    const app = await platform.importApp(modelApp('chat', 'prompt'));
    await named(app, await say(app)).toBe('Watering ferns');
    const usage = () => platform.management.request(`/console/api/usage?app_id=${app.appId}&group_by=app`);
    const { body } = await usage();
    expect(body).toMatchObject({ data: [{ runs: 1, calls: 1 }] });
    const [{ total_tokens: used }] = (body as { data: [{ total_tokens: number }] }).data;
    // The next answer uses it up, whose title is refused.
    const budget = { period: 'month', unit: 'tokens', action: 'stop', app_id: app.appId, amount: String(used + 1) };
    const set = await platform.management.request('/console/api/budgets', { method: 'PUT', body: budget });
    expect(set.status, set.text).toBe(200);
    const listed = () => platform.management.request('/console/api/budgets');
    // What ends while the budget is read counts twice for a moment.
    await expect.poll(listed).toMatchObject({ body: { data: [{ used: String(used), exceeded: false }] } });
    const id = await say(app);
    await flushed(await platform.importApp(modelApp('chat', 'prompt')));
    expect(await nameOf(app, id)).toBe(QUERY);
    expect((await usage()).body).toMatchObject({ data: [{ runs: 2, calls: 1 }] });
  });
});

describe('with titles switched off', () => {
  it('conversations keep their queries, and no model is asked', async () => {
    const other = await startScripted({ prompt }, { env: { WEFT_CONVERSATION_TITLES: 'false' } });
    try {
      const app = await other.platform.importApp(modelApp('chat', 'prompt'));
      const id = await say(app, {}, other.platform);
      const renamed = await other.platform.post(app.key, `/v1/conversations/${id}/name`, {
        user: 'u1',
        auto_generate: true,
      });
      expect(renamed.body).toMatchObject({ name: 'Watering ferns' });
      expect(other.server.seen.filter(({ text }) => isTitle(text))).toHaveLength(1);
    } finally {
      await other.dispose();
    }
  });
});
