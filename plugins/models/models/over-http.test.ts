import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { appDocument, chain, modelChat, node } from '#engine/testing/app-document.ts';
import { type TestClient, testClient } from '#http/testing/client.ts';
import { modelWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newWorkspace, type Person } from '#plugins/members/testing/people.ts';
import { type FakeOpenAi, startFakeOpenAi } from '#plugins/provider-openai/testing/fake-openai.ts';

const KEY = 'sk-canary-of-models-over-http';
let platform: TestPlatform;
let provider: FakeOpenAi;
let owner: Person;
beforeAll(async () => {
  provider = await startFakeOpenAi();
  platform = await sharedPlatform();
});
afterAll(async () => {
  await platform.dispose();
  await provider[Symbol.asyncDispose]();
});
beforeEach(async () => {
  owner = await newMember(platform, 'owner', await newWorkspace(platform));
  const credentials = { openai_api_key: KEY, openai_api_base: provider.url };
  expect((await send('PUT', '/providers/openai', { credentials })).status).toBe(200);
});

const send = (method: string, path: string, body?: object) =>
  owner.client.request(`/console/api${path}`, { method, ...(body && { body }) });

const setDefault = async (type: string, model: string, of = 'openai') => {
  const answer = await send('PUT', '/default-models', { type, model: { provider: of, model } });
  expect(answer.status, answer.text).toBe(200);
};

const enable = async (model: string, enabled: boolean) => {
  const answer = await send('PATCH', '/providers/openai/models', { type: 'llm', model, enabled });
  expect(answer.status, answer.text).toBe(200);
};

async function imported(yaml: string): Promise<{ id: string; name: string; key: string; api: TestClient }> {
  const answer = await send('POST', '/apps/import', { yaml, publish: true, key_name: 'k' });
  expect(answer.status, answer.text).toBe(201);
  const { app, api_key: key } = answer.body as { app: { id: string; name: string }; api_key: string };
  return { ...app, key, api: testClient(platform.url, key) };
}

interface Ran {
  readonly workflow_run_id: string;
  readonly data: { readonly status: string; readonly error: string | null };
}

async function run(api: TestClient): Promise<Ran> {
  const body = { inputs: {}, user: 'u', response_mode: 'blocking' };
  const answer = await api.request('/v1/workflows/run', { body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Ran;
}

const withFeatures = (document: string, features: object) => {
  const tree = JSON.parse(document) as { workflow: object };
  Object.assign(tree.workflow, { features });
  return JSON.stringify(tree);
};

const nameless = { provider: '', name: '', completion_params: {} };

describe('a model that is switched off', () => {
  it('is named by the run that is refused, and by the answer of a chat; on again it answers', async () => {
    const workflow = await imported(modelWorkflow({ provider: 'openai', name: 'gpt-off', completion_params: {} }));
    const chat = await imported(modelChat({ provider: 'openai', name: 'gpt-off', completion_params: {} }));
    expect((await run(workflow.api)).data.status).toBe('succeeded');
    await enable('gpt-off', false);
    const before = provider.seen.length;
    const refused = await run(workflow.api);
    expect(refused.data).toMatchObject({ status: 'failed', error: expect.stringContaining('gpt-off') });
    const body = { inputs: {}, query: 'Hi', user: 'u', response_mode: 'blocking' };
    const answer = await chat.api.request('/v1/chat-messages', { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ message: expect.stringContaining('gpt-off') });
    expect(provider.seen.length).toBe(before);
    await enable('gpt-off', true);
    expect((await run(workflow.api)).data.status).toBe('succeeded');
  });
});

describe('credentials', () => {
  it('that are changed hold for the very next run, and stay with their workspace', async () => {
    const yaml = modelWorkflow({ provider: 'openai', name: 'gpt-4o', completion_params: {} });
    const { api } = await imported(yaml);
    const used = async (client: TestClient) => {
      expect((await run(client)).data.status).toBe('succeeded');
      return provider.seen.at(-1)?.headers.authorization;
    };
    // The second run has what the first one asked for along with it.
    expect([await used(api), await used(api)]).toEqual([`Bearer ${KEY}`, `Bearer ${KEY}`]);
    const changed = { openai_api_key: 'sk-changed', openai_api_base: provider.url };
    expect((await send('PUT', '/providers/openai', { credentials: changed })).status).toBe(200);
    expect(await used(api)).toBe('Bearer sk-changed');
    owner = await newMember(platform, 'owner', await newWorkspace(platform));
    const others = { openai_api_key: 'sk-others', openai_api_base: provider.url };
    expect((await send('PUT', '/providers/openai', { credentials: others })).status).toBe(200);
    expect(await used((await imported(yaml)).api)).toBe('Bearer sk-others');
    expect(await used(api)).toBe('Bearer sk-changed');
  });
});

describe('a default model', () => {
  it('is of its type, where its name is known as another', async () => {
    const wanted = { provider: 'openai', model: 'gpt-4o' };
    const answer = await send('PUT', '/default-models', { type: 'embedding', model: wanted });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('model_currently_not_support');
    await setDefault('llm', 'gpt-4o');
  });

  it('that is removed is none any more, and those of others stay', async () => {
    const defaults = async () => (await send('GET', '/default-models')).text;
    for (const model of ['mine/one', 'mine/two']) {
      const added = await send('POST', '/providers/openai/models', { type: 'llm', model, context_size: 4096 });
      expect(added.status, added.text).toBe(201);
    }
    await setDefault('llm', 'mine/one');
    const remove = (model: string) => send('DELETE', `/providers/openai/models?type=llm&model=${model}`);
    expect((await remove('mine/two')).status).toBe(204);
    expect(await defaults()).toContain('mine/one');
    // One that nobody has added stays, and so does what points to it.
    await setDefault('llm', 'gpt-4o');
    expect((await remove('gpt-4o')).status).toBe(404);
    expect(await defaults()).toContain('gpt-4o');
    await setDefault('llm', 'mine/one');
    expect((await remove('mine/one')).status).toBe(204);
    expect(await defaults()).not.toContain('mine/one');
    const { api } = await imported(modelWorkflow(nameless));
    expect((await run(api)).data).toMatchObject({ status: 'failed', error: expect.stringContaining('default') });
  });

  it('answers where a node names none, and the record says which it was', async () => {
    const { api } = await imported(modelWorkflow(nameless));
    expect((await run(api)).data).toMatchObject({ status: 'failed', error: expect.stringContaining('default') });
    await setDefault('llm', 'gpt-standard');
    const ran = await run(api);
    expect(ran.data.status).toBe('succeeded');
    expect(provider.seen.at(-1)?.body.model).toBe('gpt-standard');
    const { body } = await send('GET', `/runs/${ran.workflow_run_id}/nodes?values=true`);
    const nodes = (body as { data: { node_type: string; process_data: object | null }[] }).data;
    expect(nodes.find(({ node_type: type }) => type === 'llm')?.process_data).toMatchObject({
      model_provider: 'openai',
      model_name: 'gpt-standard',
    });
  });

  const app = (mode: string, config: object) =>
    JSON.stringify({ version: '0.6.0', kind: 'app', app: { name: 'Nameless', mode }, model_config: config });
  const flow = (type: string, data: Readonly<Record<string, unknown>>) =>
    appDocument({
      mode: 'advanced-chat',
      nodes: [node('1', 'start', { variables: [] }), node('2', type, data), node('3', 'answer', { answer: 'done' })],
      edges: chain('1', '2', '3'),
    });

  it.each([
    ['a chat app', app('chat', { pre_prompt: 'x' })],
    ['an agent app', app('agent-chat', { pre_prompt: 'x', agent_mode: { enabled: true, tools: [] } })],
    ['a node without the setting', flow('llm', { prompt_template: [{ role: 'user', text: 'x' }] })],
    ['a node with null', flow('llm', { model: null, prompt_template: [{ role: 'user', text: 'x' }] })],
    [
      'an agent node',
      flow('agent', {
        agent_strategy_name: 'function_calling',
        agent_parameters: { query: { type: 'constant', value: 'x' } },
      }),
    ],
  ])('answers for %s that names none; without a default the import tells what is missing', async (_, yaml) => {
    const planned = async () => (await send('POST', '/apps/import/plan', { yaml })).body;
    expect(await planned()).toMatchObject({ missing: [expect.stringContaining('default')], is_complete: false });
    await setDefault('llm', 'gpt-standard');
    expect(await planned()).toMatchObject({ missing: [], problem: null, is_complete: true });
    const { api } = await imported(yaml);
    const body = { inputs: {}, query: 'Hi', user: 'u', response_mode: 'streaming' };
    const answer = await api.request('/v1/chat-messages', { body });
    expect(answer.text).toContain('message_end');
    expect(provider.seen.at(-1)?.body.model).toBe('gpt-standard');
  });

  it('hears, speaks, gives titles and next questions', async () => {
    await setDefault('llm', 'gpt-standard');
    await setDefault('speech-to-text', 'hearing-standard');
    await setDefault('text-to-speech', 'tts-standard');
    const features = {
      speech_to_text: { enabled: true },
      text_to_speech: { enabled: true },
      suggested_questions_after_answer: { enabled: true },
    };
    const { api, key } = await imported(withFeatures(modelChat(nameless), features));
    const modelsSeen = async (act: () => Promise<unknown>) => {
      const from = provider.seen.length;
      await act();
      return provider.seen.slice(from).map(({ text, body }) => body.model ?? text);
    };
    const body = { inputs: {}, query: 'Hi', user: 'u', response_mode: 'blocking', auto_generate_name: false };
    const { body: said } = await api.request('/v1/chat-messages', { body });
    const { message_id: message, conversation_id: conversation } = said as Record<string, string>;
    const rename = { body: { auto_generate: true, user: 'u' } };
    const titles = await modelsSeen(() => api.request(`/v1/conversations/${conversation}/name`, rename));
    expect(titles).toEqual(['gpt-standard']);
    const questions = await modelsSeen(() => api.request(`/v1/messages/${message}/suggested?user=u`));
    expect(questions).toEqual(['gpt-standard']);
    const spoken = await modelsSeen(() => api.open('/v1/text-to-audio', { body: { user: 'u', text: 'Hello' } }));
    expect(spoken).toEqual(['tts-standard']);
    const form = new FormData();
    form.append('user', 'u');
    form.append('file', new Blob([new Uint8Array(10)], { type: 'audio/mpeg' }), 'a.mp3');
    const upload = { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: form };
    const heard = await modelsSeen(() => fetch(`${platform.url}/v1/audio-to-text`, upload));
    expect(heard).toEqual([expect.stringContaining('hearing-standard')]);
  });
});

describe('a provider that apps use', () => {
  it('is removed when that is confirmed; until then the refusal names the apps', async () => {
    const { name, id } = await imported(modelWorkflow({ provider: 'langgenius/openai/openai', name: 'gpt-4o' }));
    await imported(modelWorkflow({}));
    const refused = await send('DELETE', '/providers/openai');
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'provider_in_use' }]);
    expect((refused.body as { message: string }).message).toContain(`"${name}"`);
    const users = await send('GET', '/providers/openai/apps');
    expect(users.body).toEqual({ data: [{ id, name }] });
    const shown = async () => (await send('GET', '/providers')).text;
    expect(await shown()).toContain('••••');
    expect((await send('DELETE', '/providers/openai?confirm=true')).status).toBe(204);
    expect(await shown()).not.toContain('••••');
  });

  it('is not removed in passing when it is a default, though no app names it', async () => {
    await setDefault('llm', 'gpt-4o');
    const refused = await send('DELETE', '/providers/openai');
    expect(refused).toMatchObject({ status: 409, body: { code: 'provider_in_use' } });
    expect((refused.body as { message: string }).message).toContain(
      'No app names the provider, but it is the default for llm',
    );
    expect((await send('DELETE', '/providers/openai?confirm=true')).status).toBe(204);
    expect((await send('GET', '/default-models')).text).not.toContain('gpt-4o');
    expect((await send('DELETE', '/providers/openai')).status).toBe(204);
  });
});
