import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { promptApp } from '#engine/testing/app-document.ts';
import { newId } from '#kernel';
import { AnnotationClient } from '#plugins/annotations/testing/annotated-app.ts';
import { BackgroundCommit, entry } from '#plugins/database/contract.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { Models } from '#plugins/models/contract.ts';
import { type FakeOpenAi, startFakeOpenAi } from '#plugins/provider-openai/testing/fake-openai.ts';
import { callSink } from './calls-store.ts';
import { BudgetsClient, dollars } from './testing/budgets-client.ts';
import { configureModels, pricedScript } from './testing/priced-models.ts';
import type { UsageRow } from './usage-rows.ts';

let platform: TestPlatform;
let provider: FakeOpenAi;
let budgets: BudgetsClient;
beforeAll(async () => {
  provider = await startFakeOpenAi({
    priced: pricedScript,
    cheap: pricedScript,
    'omni-moderation-latest': (_call, response) => {
      const body = JSON.stringify({ results: [{ flagged: false, categories: {} }] });
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    },
  });
  platform = await sharedPlatform();
  budgets = new BudgetsClient(platform);
  await configureModels(platform.management, provider.url);
});
afterAll(async () => {
  await platform.dispose();
  await provider[Symbol.asyncDispose]();
});
afterEach(() => budgets.removeAll());

/** A chat app that asks `priced`: 1,000 and 100 tokens, 120 USD a call. */
function chatApp(features: object = {}): Promise<ImportedApp> {
  const tree = JSON.parse(promptApp('chat'));
  const model = { provider: 'openai', name: 'priced', mode: 'chat', completion_params: {} };
  Object.assign(tree.model_config, { model, suggested_questions_after_answer: { enabled: true }, ...features });
  return platform.importApp(JSON.stringify(tree));
}

const say = async (key: string, query = 'Hello') => {
  const answer = await platform.post(key, '/v1/chat-messages', {
    inputs: {},
    query,
    user: 'u',
    auto_generate_name: false,
  });
  return { ...answer, body: answer.body as { message_id: string; conversation_id: string } };
};
const suggest = (key: string, messageId: string) => platform.get(key, `/v1/messages/${messageId}/suggested?user=u`);
const rename = (key: string, conversationId: string) =>
  platform.post(key, `/v1/conversations/${conversationId}/name`, { user: 'u', auto_generate: true });

interface Group {
  readonly key: string;
  readonly name: string | null;
  readonly runs: number;
  readonly calls: number;
  readonly total_tokens: number;
  readonly prices: readonly { readonly amount: string }[];
}

async function used({ appId }: ImportedApp, by = 'model'): Promise<readonly Group[]> {
  const { body } = await platform.management.request(`/console/api/usage?app_id=${appId}&group_by=${by}`);
  return (body as { data: Group[] }).data;
}

const embedding = { embedding_provider_name: 'openai', embedding_model_name: 'text-embedding-3-small' };

describe('calls of models outside of runs', () => {
  it('count with tokens and price, by model, day, app and key: names and suggested questions', async () => {
    const app = await chatApp();
    const { body } = await say(app.key);
    expect((await suggest(app.key, body.message_id)).status).toBe(200);
    expect((await rename(app.key, body.conversation_id)).status).toBe(200);
    const all = { runs: 1, calls: 2, total_tokens: 3300, prices: [{ currency: 'USD', amount: '360' }] };
    expect(await used(app)).toMatchObject([{ key: 'openai/priced', name: null, ...all }]);
    expect(await used(app, 'day')).toMatchObject([{ ...all, outcomes: { succeeded: 1 } }]);
    expect(await used(app, 'app')).toMatchObject([{ key: app.appId, ...all }]);
    expect(await used(app, 'key')).toMatchObject([{ name: 'test', outcomes: null, ...all }]);
    const csv = await platform.management.request(`/console/api/usage/export?app_id=${app.appId}`);
    expect(csv.text).toMatch(
      /,price,calls,cached_tokens,.*\r\n.*,openai\/priced,USD,1,3000,300,3300,360,2,0,0,0,0\r\n$/,
    );
  });

  it('count also when they use no tokens that are told: speech, and moderation of what comes and goes', async () => {
    const shown = { enabled: true, preset_response: 'No.' };
    const config = { inputs_config: shown, outputs_config: shown };
    const app = await chatApp({
      speech_to_text: { enabled: true },
      text_to_speech: { enabled: true, voice: 'nova', language: 'en' },
      sensitive_word_avoidance: { enabled: true, type: 'openai_moderation', config },
    });
    expect((await say(app.key)).status).toBe(200);
    const said = await platform.open(app.key, '/v1/text-to-audio', { body: { user: 'u', text: 'Eight ch' } });
    expect(said.status).toBe(200);
    await said.arrayBuffer();
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(10)], { type: 'audio/mpeg' }), 'a.mp3');
    const headers = { authorization: `Bearer ${app.key}` };
    const heard = await fetch(`${platform.url}/v1/audio-to-text`, { method: 'POST', headers, body: form });
    expect(heard.status).toBe(200);
    const found = (await used(app)).map(({ key, runs, calls, total_tokens }) => ({ key, runs, calls, total_tokens }));
    expect(found.sort((one, other) => (one.key < other.key ? -1 : 1))).toEqual([
      { key: 'openai/omni-moderation-latest', runs: 0, calls: 2, total_tokens: 0 },
      { key: 'openai/priced', runs: 1, calls: 0, total_tokens: 1100 },
      expect.objectContaining({ runs: 0, calls: 1, total_tokens: 2 }),
      { key: 'openai/whisper-1', runs: 0, calls: 1, total_tokens: 59 },
    ]);
  });

  it('count for embeddings of annotations, and of the questions that are compared with them', async () => {
    const app = await chatApp();
    const annotations = new AnnotationClient(platform.url, app.key);
    await annotations.add('How tall?', 'Two metres.');
    await annotations.enable(embedding);
    await annotations.answered('How tall?');
    const found = await used(app);
    const embedded = found.find(({ key }) => key === 'openai/text-embedding-3-small');
    // The fake provider reads 7 tokens a call.
    expect(embedded).toMatchObject({ runs: 0, total_tokens: 7 * (embedded?.calls ?? 0) });
    expect(embedded?.calls).toBeGreaterThanOrEqual(2);
    expect(provider.seen.filter(({ path }) => path === '/v1/embeddings')).toHaveLength(embedded?.calls ?? 0);
  });

  it('use up budgets, which then refuse them and runs', async () => {
    const app = await chatApp();
    const { body } = await say(app.key);
    await budgets.set({ ...dollars, app_id: app.appId, amount: '240' });
    await rename(app.key, body.conversation_id);
    // A call that ends while the database is asked counts twice for a moment.
    const listed = () => budgets.listed();
    await expect.poll(listed).toMatchObject([{ used: '240', exceeded: true }]);
    const calls = provider.seen.length;
    expect((await suggest(app.key, body.message_id)).body).toMatchObject({ data: [] });
    expect((await say(app.key)).status).toBe(429);
    expect(provider.seen).toHaveLength(calls);
    expect(await used(app)).toMatchObject([{ runs: 1, calls: 1, total_tokens: 2200 }]);
  });

  it('are refused to annotations too, whose job says why', async () => {
    const app = await chatApp();
    await say(app.key);
    await budgets.set({ ...dollars, app_id: app.appId, amount: '100' });
    const annotations = new AnnotationClient(platform.url, app.key);
    await annotations.add('How tall?', 'Two metres.');
    const ended = await annotations.ended(await annotations.begin(embedding));
    expect(ended).toMatchObject({ job_status: 'error', error_msg: expect.stringContaining('The budget of the app') });
    expect((await used(app)).map(({ key }) => key)).toEqual(['openai/priced']);
  });

  it('that go to the cheaper model of a budget count as its calls', async () => {
    const app = await chatApp();
    const { body } = await say(app.key);
    const cheap = { provider: 'openai', name: 'cheap' };
    await budgets.set({ ...dollars, action: 'downgrade', app_id: app.appId, amount: '100', model: cheap });
    await rename(app.key, body.conversation_id);
    expect((await used(app)).map(({ key, calls, prices }) => [key, calls, prices[0]?.amount]).sort()).toEqual([
      ['openai/cheap', 1, '12'],
      ['openai/priced', 0, '120'],
    ]);
  });

  it('count once when they are written again, as after a lost connection', async () => {
    const app = await chatApp();
    const row: UsageRow = {
      run_id: newId(),
      workspace_id: platform.workspaceId,
      app_id: app.appId,
      key_id: null,
      day: new Date().toISOString().slice(0, 10),
      status: 'call',
      calls: 1,
      code: '',
      messages: 0,
      end_user_id: null,
      bucket: null,
      models: [{ model: 'openai/priced', currency: 'USD', prompt: 5, completion: 2, total: 7, price: '3.5' }],
    };
    const commit = platform.kernel.resolve(BackgroundCommit);
    const again = () => commit.add([entry(callSink, row), entry(callSink, row)]);
    await again();
    await again();
    const once = { runs: 0, calls: 1, total_tokens: 7, prices: [{ currency: 'USD', amount: '3.5' }] };
    expect(await used(app)).toMatchObject([{ key: 'openai/priced', ...once }]);
  });

  it('add up exactly, however many are made at a time beside runs', async () => {
    const app = await chatApp();
    const { body } = await say(app.key);
    const asked = Array.from({ length: 30 }, (_, index) =>
      index % 2 === 0 ? say(app.key) : rename(app.key, body.conversation_id),
    );
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
    const all = { runs: 16, calls: 15, total_tokens: 31 * 1100, prices: [{ currency: 'USD', amount: '3720' }] };
    expect(await used(app)).toMatchObject([all]);
  });

  it('are none where somebody only asks whether a model could be called', async () => {
    const app = await chatApp();
    const models = platform.kernel.resolve(Models);
    await models.model(platform.workspaceId, 'llm', { provider: 'openai', model: 'priced' });
    await models.test(platform.workspaceId, 'openai');
    expect(await used(app)).toEqual([]);
  });
});
