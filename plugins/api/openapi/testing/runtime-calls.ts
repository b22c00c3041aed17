import type { OwnedApps, Owner } from '#plugins/delivery-api/testing/owned-objects.ts';
import type { ImportedApp } from '#plugins/delivery-api/testing/platform.ts';
import type { DescribedApi, DescribedCall } from './described-api.ts';

type Values = Readonly<Record<string, string>>;

/** What the calls are made with: apps, and a user with one object of each kind. */
export interface RuntimeParts {
  readonly api: DescribedApi;
  readonly apps: OwnedApps;
  readonly owner: Owner;
  /** With ears and a voice. */
  readonly speaker: ImportedApp;
  /** Nothing of it is published. */
  readonly draft: ImportedApp;
}

/** Runs of each kind, answered in each way. */
export async function generationCalls({ api, apps, owner }: RuntimeParts): Promise<void> {
  const { chat, flow, completion } = apps;
  const { user, objects } = owner;
  const routes = [
    { name: 'POST /v1/workflows/run', key: flow.key, body: { inputs: { order: 'ferns' }, user } },
    { name: 'POST /v1/chat-messages', key: chat.key, body: { inputs: {}, query: 'Hi', user } },
    { name: 'POST /v1/completion-messages', key: completion.key, body: { inputs: { topic: 'ferns' }, user } },
    {
      name: 'POST /v1/workflows/{workflow_id}/run',
      key: flow.key,
      params: { workflow_id: objects.version },
      body: { inputs: {}, user },
    },
  ];
  for (const { name, key, params = {}, body } of routes) {
    const call = { token: key, params };
    await api.call(name, 200, { ...call, body });
    await api.call(name, 200, { ...call, body: { ...body, response_mode: 'streaming' } });
    await api.call(name, 202, { ...call, body: { ...body, response_mode: 'async' } });
    await api.call(name, 400, { ...call, body: { inputs: {}, query: 'Hi' } });
    await api.call(name, 400, { ...call, body: { ...body, inputs: 'none' } });
    await api.call(name, 400, { token: key === flow.key ? chat.key : flow.key, params, body });
    const again = { ...call, headers: { 'idempotency-key': `key-${name.replace(/\W/g, '-')}` } };
    await api.call(name, 200, { ...again, body });
    await api.call(name, 409, { ...again, body: { ...body, more: true } });
  }
  const lost = { inputs: {}, query: 'Hi', user, conversation_id: objects.run };
  await api.call('POST /v1/chat-messages', 404, { token: chat.key, body: lost });
  const unknown = { token: flow.key, params: { workflow_id: objects.run }, body: { inputs: {}, user } };
  await api.call('POST /v1/workflows/{workflow_id}/run', 404, unknown);
  for (const [path, key] of [
    ['chat-messages/{task_id}', chat.key],
    ['completion-messages/{task_id}', completion.key],
    ['workflows/tasks/{task_id}', flow.key],
    ['workflows/{task_id}', flow.key],
  ] as const) {
    const stop = { token: key, params: { task_id: objects.completionTask } };
    await api.call(`POST /v1/${path}/stop`, 200, { ...stop, body: { user } });
    await api.call(`POST /v1/${path}/stop`, 400, { ...stop, body: {} });
  }
}

/** Runs that are over or wait, looked at and followed. */
export async function runCalls({ api, apps, owner }: RuntimeParts): Promise<void> {
  const { chat, flow, completion } = apps;
  const { user, objects } = owner;
  const tasks = [
    [flow.key, objects.task],
    [chat.key, objects.chatTask],
    [completion.key, objects.completionTask],
  ] as const;
  for (const [token, task] of tasks) {
    const call = { token, params: { task_id: task }, query: { user } };
    await api.call('GET /v1/runs/{task_id}', 200, call);
    await api.call('GET /v1/runs/{task_id}/events', 200, call);
    await api.call('GET /v1/runs/{task_id}', 400, { ...call, query: {} });
    await api.call('GET /v1/runs/{task_id}/events', 404, { ...call, query: { user: 'nobody' } });
    await api.call('GET /v1/runs/{task_id}/events', 400, { ...call, query: { user, after: 'x' } });
  }
  const run = { token: flow.key, params: { workflow_run_id: objects.run } };
  await api.call('GET /v1/workflow/{workflow_run_id}/events', 200, {
    ...run,
    params: { workflow_run_id: objects.ended },
    query: { user, include_state_snapshot: 'true' },
  });
  await api.call('GET /v1/workflow/{workflow_run_id}/events', 400, { ...run, token: completion.key, query: { user } });
  await api.call('GET /v1/workflows/run/{workflow_run_id}', 200, run);
  await api.call('GET /v1/workflows/run/{workflow_run_id}', 400, { ...run, token: completion.key });
  await api.call('GET /v1/workflows/logs', 200, { token: flow.key });
  await api.call('GET /v1/workflows/logs', 400, { token: flow.key, query: { limit: '0' } });
  const endUser = { token: flow.key, params: { end_user_id: objects.endUser } };
  await api.call('GET /v1/end-users/{end_user_id}', 200, endUser);
  await api.call('GET /v1/end-users/{end_user_id}', 404, { ...endUser, params: { end_user_id: objects.run } });
}

/** What was said, and what is kept of it. */
export async function historyCalls({ api, apps: { chat, completion }, owner }: RuntimeParts): Promise<void> {
  const { user, objects } = owner;
  const token = chat.key;
  const conversation = { conversation_id: objects.conversation };
  const get = (path: string, query: Values, params: Values = {}) =>
    api.call(`GET /v1/${path}`, 200, { token, query, params });
  await get('conversations', { user });
  await get('messages', { user, ...conversation });
  await get('conversations/{conversation_id}/variables', { user }, conversation);
  await get('messages/{message_id}/suggested', { user }, { message_id: objects.message });
  await get('app/feedbacks', {});
  await api.call('GET /v1/conversations', 400, { token, query: { user, limit: '101' } });
  await api.call('GET /v1/conversations', 404, { token, query: { user, last_id: objects.run } });
  await api.call('GET /v1/messages', 400, { token: completion.key, query: { user, ...conversation } });
  for (const method of ['PUT', 'PATCH']) {
    const name = `${method} /v1/conversations/{conversation_id}/variables/{variable_id}`;
    const params = { ...conversation, variable_id: objects.variable };
    await api.call(name, 200, { token, params, body: { value: 9, user } });
    await api.call(name, 400, { token, params, body: { value: 'nine', user } });
    await api.call(name, 404, { token, params: { ...params, variable_id: objects.run }, body: { value: 9, user } });
  }
  const name = 'POST /v1/conversations/{conversation_id}/name';
  await api.call(name, 200, { token, params: conversation, body: { name: 'Ferns', user } });
  await api.call(name, 400, { token, params: conversation, body: { user } });
  for (const action of ['pin', 'unpin', 'archive', 'unarchive']) {
    const pin = `POST /v1/conversations/{conversation_id}/${action}`;
    await api.call(pin, 200, { token, params: conversation, body: { user } });
    await api.call(pin, 404, { token, params: conversation, body: { user: 'somebody else' } });
  }
  await api.call('GET /v1/conversations', 200, { token, query: { user, pinned: 'false', search: 'fern' } });
  const opinion = { token, params: { message_id: objects.message } };
  const rate = 'POST /v1/messages/{message_id}/feedbacks';
  await api.call(rate, 200, { ...opinion, body: { user, rating: 'dislike' } });
  await api.call(rate, 400, { ...opinion, body: { user, rating: 'love' } });
  await get('messages', { user, ...conversation });
  await api.call('DELETE /v1/conversations/{conversation_id}', 204, { token, params: conversation, body: { user } });
  await api.call('DELETE /v1/conversations/{conversation_id}', 404, { token, params: conversation, body: { user } });
}

/** Files, sound and forms. */
export async function mediaCalls({ api, apps, owner, speaker }: RuntimeParts): Promise<void> {
  const { chat, flow } = apps;
  const { user, objects } = owner;
  const form = (name: string, type: string, bytes: string) => {
    const made = new FormData();
    made.append('file', new File([bytes], name, { type }));
    made.append('user', user);
    return made;
  };
  const sent = await api.call('POST /v1/files/upload', 201, {
    token: chat.key,
    form: form('a.mp3', 'audio/mpeg', 'ID3'),
  });
  await api.call('POST /v1/files/upload', 400, { token: chat.key, form: new FormData() });
  await api.call('POST /v1/files/upload', 415, { token: chat.key, body: {} });
  const { source_url: signed } = sent.body as { source_url: string };
  const { pathname, searchParams } = new URL(signed);
  const address: DescribedCall = {
    params: { file_id: pathname.split('/')[2] ?? '' },
    query: Object.fromEntries(searchParams),
  };
  const preview = 'GET /files/{file_id}/file-preview';
  await api.call(preview, 200, address);
  await api.call(preview, 206, { ...address, headers: { range: 'bytes=0-1' } });
  await api.call(preview, 416, { ...address, headers: { range: 'bytes=900-901' } });
  await api.call(preview, 404, { ...address, query: {} });
  const sound = await api.call('POST /v1/files/upload', 201, {
    token: speaker.key,
    form: form('b.mp3', 'audio/mpeg', 'ID3'),
  });
  const { id } = sound.body as { id: string };
  const files = [{ type: 'audio', transfer_method: 'local_file', upload_file_id: id }];
  const listen = { inputs: {}, query: 'Listen', user, files };
  await api.call('POST /v1/chat-messages', 200, { token: speaker.key, body: listen });
  const part = { token: speaker.key, params: { file_id: id }, headers: { range: 'bytes=0-1' } };
  await api.call('GET /v1/files/{file_id}/preview', 206, part);
  const file = { token: chat.key, params: { file_id: objects.file } };
  await api.call('GET /v1/files/{file_id}/preview', 200, file);
  await api.call('GET /v1/files/{file_id}/preview', 403, { ...file, token: flow.key });
  await api.call('POST /v1/audio-to-text', 200, { token: speaker.key, form: form('a.mp3', 'audio/mpeg', 'ID3') });
  await api.call('POST /v1/audio-to-text', 415, { token: speaker.key, form: form('a.txt', 'text/plain', 'a') });
  await api.call('POST /v1/audio-to-text', 400, { token: speaker.key, form: new FormData() });
  await api.call('POST /v1/text-to-audio', 200, { token: speaker.key, body: { text: 'Hello', user } });
  await api.call('POST /v1/text-to-audio', 400, { token: speaker.key, body: { user } });
  const asked = { token: flow.key, params: { form_token: objects.form } };
  const path = '/v1/form/human_input/{form_token}';
  await api.call(`GET ${path}`, 200, asked);
  await api.call(`GET ${path}`, 404, { ...asked, params: { form_token: 'none' } });
  await api.call(`POST ${path}`, 400, { ...asked, body: { inputs: {}, action: 'none', user } });
  await api.call(`POST ${path}`, 200, { ...asked, body: { inputs: { note: 'fine' }, action: 'ok', user } });
  await api.call(`POST ${path}`, 412, { ...asked, body: { inputs: { note: 'fine' }, action: 'ok', user } });
  const whole = { token: flow.key, params: { task_id: objects.task }, query: { user, continue_on_pause: 'true' } };
  await api.call('GET /v1/runs/{task_id}/events', 200, whole);
}

/** What the app says about itself, and what anyone may see. */
export async function factCalls({ api, apps: { chat }, draft }: RuntimeParts): Promise<void> {
  for (const name of ['info', 'parameters', 'meta', 'site']) {
    await api.call(`GET /v1/${name}`, 200, { token: chat.key });
  }
  await api.call('GET /v1/parameters', 400, { token: draft.key });
  await api.call('GET /v1/info', 400, { token: draft.key });
  for (const path of [
    '/v1',
    '/healthz',
    '/readyz',
    '/docs/api/getting-started',
    '/docs/api/page.js',
    '/docs/api/style.css',
  ]) {
    await api.call(`GET ${path}`, 200);
  }
  await api.call('GET /docs/api/search', 200, { query: { q: 'chat' } });
  await api.call('GET /docs/api/search', 400, { query: { q: 'x'.repeat(201) } });
  await api.call('GET /docs/api/{group}', 404, { params: { group: 'none' } });
  for (const folder of ['guides', 'details'])
    await api.call(`GET /docs/${folder}/{guide}`, 404, { params: { guide: 'none' } });
  const described = ['/openapi.json', '/docs/api', '/docs/api/{group}'];
  for (const path of [...described, '/docs', '/docs/guides/{guide}', '/docs/details/{guide}']) {
    const params = { group: 'runtime-generation', guide: 'knowledge' };
    const { headers } = await api.call(`GET ${path}`, 200, { params });
    await api.call(`GET ${path}`, 304, { params, headers: { 'if-none-match': headers.get('etag') ?? '' } });
  }
}
