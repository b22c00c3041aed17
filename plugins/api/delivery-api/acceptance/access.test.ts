import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBodyLimit } from '#engine';
import { greetingWorkflow, modelChat, promptApp } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { Database } from '#plugins/database/contract.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

let platform: TestPlatform;
let workflow: ImportedApp;
let chat: ImportedApp;
let completion: ImportedApp;

beforeAll(async () => {
  platform = await sharedPlatform();
  workflow = await platform.importApp(greetingWorkflow());
  chat = await platform.importApp(modelChat());
  completion = await platform.importApp(promptApp('completion'));
});
afterAll(() => platform.dispose());

const run = { inputs: { name: 'Ada' }, user: 'u1' };
const uuid = '3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55';

/** Asks with headers as they are, without a key of its own. */
async function ask(path: string, headers: Record<string, string>, method = 'GET', body?: string) {
  const answer = await fetch(platform.url + path, { method, headers, ...(body !== undefined && { body }) });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

describe('an app key', () => {
  it('is asked for with the envelope and the challenge of the contract', async () => {
    const answer = await ask('/v1/parameters', {});
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="api"');
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.body).toEqual({ code: 'unauthorized', message: expect.any(String), status: 401 });
  });

  it.each([
    ['no scheme', 'KEY'],
    ['another scheme', 'Basic KEY'],
    ['no space', 'BearerKEY'],
    ['an empty key', 'Bearer '],
    ['an unknown key', 'Bearer app-AAAAAAAAAAAAAAAAAAAAAAAA'],
    ['a knowledge key', 'Bearer dataset-AAAAAAAAAAAAAAAAAAAAAAAA'],
    ['a key with something after it', 'Bearer KEY x'],
  ])('is refused with %s', async (_case, header) => {
    const answer = await ask('/v1/info', { authorization: header.replace('KEY', workflow.key) });
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized', status: 401 } });
  });

  it.each(['Bearer KEY', 'bearer KEY', 'BEARER    KEY'])('is taken as `%s`', async (header) => {
    const answer = await ask('/v1/info', { authorization: header.replace('KEY', workflow.key) });
    expect(answer).toMatchObject({ status: 200, body: { name: 'Greeting', mode: 'workflow' } });
  });

  it('opens nothing of the console, and the management token nothing of the runtime API', async () => {
    const key = testClient(platform.url, workflow.key);
    expect((await key.request('/console/api/apps')).status).toBe(401);
    expect((await platform.management.request('/v1/info')).status).toBe(401);
  });

  it('stops working at once when it is revoked', async () => {
    const app = await platform.importApp(greetingWorkflow());
    expect((await platform.get(app.key, '/v1/info')).status).toBe(200);
    const keys = `/console/api/apps/${app.appId}/keys`;
    const listed = (await platform.management.request(keys)).body as { data: { id: string }[] };
    await platform.management.request(`${keys}/${listed.data[0]?.id}`, { method: 'DELETE' });
    const answer = await platform.get(app.key, '/v1/info');
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
  });

  it('is forbidden at once when its app is deleted', async () => {
    const app = await platform.importApp(greetingWorkflow());
    expect((await platform.get(app.key, '/v1/info')).status).toBe(200);
    const deleted = await platform.management.request(`/console/api/apps/${app.appId}`, { method: 'DELETE' });
    expect(deleted).toMatchObject({ status: 204, text: '' });
    for (const path of ['/v1/info', '/v1/parameters']) {
      expect(await platform.get(app.key, path)).toMatchObject({
        status: 403,
        body: { code: 'forbidden', status: 403 },
      });
    }
    expect(await platform.post(app.key, '/v1/workflows/run', run)).toMatchObject({ status: 403 });
  });

  it('is forbidden while its app is paused', async () => {
    const app = await platform.importApp(greetingWorkflow());
    const db = platform.kernel.resolve(Database).system<{ apps: { id: string; status: string } }>();
    await db.updateTable('apps').set({ status: 'paused' }).where('id', '=', app.appId).execute();
    const answer = await platform.post(app.key, '/v1/workflows/run', run);
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden', status: 403 } });
  });
});

describe('an app that was never published', () => {
  it.each([
    ['workflow', greetingWorkflow],
    ['chat', () => promptApp('chat')],
  ])('tells nothing of itself until it is: a %s', async (mode, yaml) => {
    const draft = await platform.importApp(yaml(), { publish: false });
    for (const path of ['/v1/info', '/v1/parameters']) {
      const { status, body } = await platform.get(draft.key, path);
      expect([status, body]).toMatchObject([400, { code: 'app_unavailable', status: 400 }]);
    }
    await platform.management.request(`/console/api/apps/${draft.appId}/publish`, { method: 'POST' });
    expect(await platform.get(draft.key, '/v1/info')).toMatchObject({ status: 200, body: { mode } });
  });

  it('runs nothing', async () => {
    const draft = await platform.importApp(greetingWorkflow(), { publish: false });
    expect(await platform.post(draft.key, '/v1/workflows/run', run)).toMatchObject({
      status: 400,
      body: { code: 'invalid_param', status: 400 },
    });
    const chatDraft = await platform.importApp(modelChat(), { publish: false });
    const message = { inputs: {}, query: 'Hi', user: 'u1' };
    expect(await platform.post(chatDraft.key, '/v1/chat-messages', message)).toMatchObject({
      status: 400,
      body: { code: 'app_unavailable', status: 400 },
    });
  });
});

describe('the order of checks', () => {
  it('puts the key before everything', async () => {
    const answer = await ask('/v1/workflows/run', { 'content-type': 'text/plain' }, 'POST', 'not json');
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
  });

  it('puts the user before the mode of the app, and the mode before the body', async () => {
    expect(await platform.post(chat.key, '/v1/workflows/run', {})).toMatchObject({
      status: 400,
      body: { code: 'invalid_param', message: 'user is required', params: 'user' },
    });
    expect(await platform.post(chat.key, '/v1/workflows/run', { user: 'u1' })).toMatchObject({
      status: 400,
      body: { code: 'not_workflow_app' },
    });
    expect(await platform.post(workflow.key, '/v1/workflows/run', { user: 'u1' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_param', params: 'inputs' },
    });
  });

  it.each([
    ['/v1/chat-messages', 'workflow', 'not_chat_app'],
    ['/v1/chat-messages', 'completion', 'not_chat_app'],
    ['/v1/workflows/run', 'chat', 'not_workflow_app'],
    ['/v1/completion-messages', 'chat', 'app_unavailable'],
    ['/v1/completion-messages', 'workflow', 'app_unavailable'],
    [`/v1/chat-messages/${uuid}/stop`, 'workflow', 'not_chat_app'],
    [`/v1/workflows/tasks/${uuid}/stop`, 'chat', 'not_workflow_app'],
    [`/v1/workflows/${uuid}/stop`, 'chat', 'not_workflow_app'],
    [`/v1/completion-messages/${uuid}/stop`, 'chat', 'app_unavailable'],
  ])('answers a %s of a %s app with %s', async (path, mode, code) => {
    const { key } = { workflow, chat, completion }[mode] as ImportedApp;
    const answer = await platform.post(key, path, { user: 'u1' });
    expect(answer).toMatchObject({ status: 400, body: { code, status: 400 } });
    expect((answer.body as { message: string }).message).not.toMatch(/\ba [aeiou]/);
  });

  it.each([
    ['/v1/conversations', 'workflow', 'not_chat_app'],
    ['/v1/messages?limit=abc', 'completion', 'not_chat_app'],
    [`/v1/workflows/run/${uuid}`, 'completion', 'not_workflow_app'],
  ])('answers a GET of %s by a %s app with %s', async (path, mode, code) => {
    const { key } = { workflow, chat, completion }[mode] as ImportedApp;
    expect(await platform.get(key, path)).toMatchObject({ status: 400, body: { code, status: 400 } });
  });
});

describe('an error', () => {
  const json = { 'content-type': 'application/json' };

  it.each([
    ['an unknown path', 'GET', '/v1/nothing', undefined, json, 404, 'not_found'],
    ['a trailing slash', 'GET', '/v1/info/', undefined, json, 404, 'not_found'],
    ['a wrong method', 'PUT', '/v1/info', undefined, json, 405, 'method_not_allowed'],
    ['a run id that is no UUID', 'GET', '/v1/workflows/run/abc', undefined, json, 404, 'not_found'],
    ['an unknown run', 'GET', `/v1/workflows/run/${uuid}`, undefined, json, 404, 'not_found'],
    ['a broken body', 'POST', '/v1/workflows/run', '{"inputs":', json, 400, 'bad_request'],
    ['an empty body', 'POST', '/v1/workflows/run', '', json, 400, 'bad_request'],
    [
      'another content type',
      'POST',
      '/v1/workflows/run',
      '{}',
      { 'content-type': 'text/plain' },
      415,
      'unsupported_media_type',
    ],
    ['a body too large', 'POST', '/v1/workflows/run', `"${'x'.repeat(runBodyLimit)}"`, json, 413, 'bad_request'],
    ['a list as a body', 'POST', '/v1/workflows/run', '[]', json, 400, 'invalid_param'],
    ['a `__proto__`', 'POST', '/v1/workflows/run', '{"__proto__":{"user":"u1"},"inputs":{}}', json, 400, 'bad_request'],
    [
      'a nested `__proto__`',
      'POST',
      '/v1/workflows/run',
      '{"user":"u1","inputs":{"name":"A","__proto__":{"x":1}}}',
      json,
      400,
      'bad_request',
    ],
  ] as const)('has the envelope for %s', async (_case, method, path, body, headers, status, code) => {
    const answer = await ask(path, { ...headers, authorization: `Bearer ${workflow.key}` }, method, body);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.body).toMatchObject({ code, message: expect.any(String), status });
    expect(answer.status).toBe(status);
  });

  it('before a stream is plain JSON', async () => {
    const body = { inputs: {}, user: 'u1', response_mode: 'streaming' };
    const answer = await platform.post(workflow.key, '/v1/workflows/run', body);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_param', status: 400 } });
  });
});

describe('the end user', () => {
  it.each([
    ['', 400],
    ['   ', 400],
    [null, 400],
    [0, 200],
    [12.5, 200],
    [true, 200],
    [{ a: 1 }, 200],
  ])('given as %j answers %i', async (user, status) => {
    const answer = await platform.post(workflow.key, '/v1/workflows/run', { inputs: { name: 'Ada' }, user });
    expect(answer.status).toBe(status);
  });

  it('may have a long name, but not one without end', async () => {
    const name = Array.from({ length: 500 }, (_, index) => String.fromCodePoint(0x4e00 + index * 7)).join('');
    expect((await platform.post(workflow.key, '/v1/workflows/run', { ...run, user: name })).status).toBe(200);
    const endless = Array.from({ length: 4000 }, () => Math.random().toString(36).slice(2)).join('');
    expect(await platform.post(workflow.key, '/v1/workflows/run', { ...run, user: endless })).toMatchObject({
      status: 400,
      body: { code: 'invalid_param', params: 'user' },
    });
  });

  it('may be named in a query that does not need it', async () => {
    expect((await platform.get(workflow.key, '/v1/parameters?user=abc')).status).toBe(200);
    expect((await platform.get(workflow.key, '/v1/info?user=abc&x=1')).status).toBe(200);
  });
});

describe('what an app says of itself', () => {
  it('is its name, mode and author', async () => {
    expect((await platform.get(chat.key, '/v1/info')).body).toEqual({
      name: 'Model chat',
      description: '',
      tags: [],
      mode: 'advanced-chat',
      author_name: expect.any(String),
    });
  });

  it('is its form and features', async () => {
    expect((await platform.get(completion.key, '/v1/parameters')).body).toEqual({
      opening_statement: 'Hello!',
      suggested_questions: [],
      suggested_questions_after_answer: { enabled: false },
      speech_to_text: { enabled: false },
      text_to_speech: expect.objectContaining({ enabled: false }),
      retriever_resource: { enabled: false },
      annotation_reply: { enabled: false },
      more_like_this: { enabled: false },
      sensitive_word_avoidance: { enabled: false, type: '', configs: [] },
      user_input_form: [
        { 'text-input': expect.objectContaining({ variable: 'topic', label: 'Topic', required: true, default: '' }) },
      ],
      file_upload: expect.objectContaining({ enabled: false, image: expect.objectContaining({ enabled: false }) }),
      system_parameters: {
        image_file_size_limit: 10,
        video_file_size_limit: 100,
        audio_file_size_limit: 50,
        file_size_limit: 15,
        workflow_file_upload_limit: 10,
      },
    });
  });

  it('is told without a key only at the root', async () => {
    for (const path of ['/v1', '/v1/']) {
      expect(await ask(path, {})).toMatchObject({
        status: 200,
        body: { api_version: 'v1', welcome: expect.any(String) },
      });
    }
  });
});
