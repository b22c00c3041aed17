import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelChat, promptApp } from '#engine/testing/app-document.ts';
import { Database } from '#plugins/database/contract.ts';
import { speakingWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { EventReader, type StreamedEvent } from '#plugins/delivery-api/testing/event-reader.ts';
import { type ImportedApp, startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';

const PACE = 40;
const slow = { completion_params: { pace_ms: PACE } };
const query = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ');

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({
    config: { http: { pingInterval: 15 }, 'delivery-api': { blockingTimeout: 600 } },
  });
});
afterAll(() => platform.dispose());

async function speaking(app: ImportedApp, path: string, body: object): Promise<EventReader> {
  const request = { body: { user: 'u1', response_mode: 'streaming', ...body } };
  return new EventReader(await platform.open(app.key, path, request));
}

const isText = (event: StreamedEvent) => event.event === 'message' || event.event === 'text_chunk';
const textOf = (events: readonly StreamedEvent[]) =>
  events
    .filter(isText)
    .map((event) => event.answer ?? (event.data as { text: string }).text)
    .join('');

async function stop(app: ImportedApp, path: string, user = 'u1'): Promise<void> {
  const answer = await platform.post(app.key, path, { user });
  expect(answer).toMatchObject({ status: 200, body: { result: 'success' } });
}

const messageApps = [
  { mode: 'advanced-chat', document: modelChat(slow), path: '/v1/chat-messages', inputs: {} },
  { mode: 'chat', document: promptApp('chat', slow), path: '/v1/chat-messages', inputs: {} },
  {
    mode: 'completion',
    document: promptApp('completion', slow),
    path: '/v1/completion-messages',
    inputs: { topic: query },
  },
];

describe.each(messageApps)('a stopped message of a $mode app', ({ mode, document, path, inputs }) => {
  const ends = mode === 'advanced-chat' ? ['message_end', 'workflow_finished'] : ['message_end'];

  it('ends the stream with what was said, which is what is kept', async () => {
    const app = await platform.importApp(document);
    const reader = await speaking(app, path, { inputs, query });
    const { task_id, conversation_id } = await reader.until(isText);
    await reader.until(isText);
    await stop(app, `${path}/${task_id}/stop`);
    const events = await reader.rest();
    expect(events.slice(-ends.length).map((event) => event.event)).toEqual(ends);
    expect(events.some((event) => event.event === 'error')).toBe(false);
    const end = events.find((event) => event.event === 'message_end');
    expect(end?.metadata).toMatchObject({ usage: { total_price: expect.any(String) } });
    const { usage } = (end?.metadata ?? {}) as { usage: Record<string, number> };
    // The model has not told what it used: it tells that last of all.
    expect(usage.prompt_tokens).toBeGreaterThan(0);
    expect(usage.completion_tokens).toBeGreaterThan(0);
    expect(usage.total_tokens).toBe((usage.prompt_tokens ?? 0) + (usage.completion_tokens ?? 0));
    const text = textOf(events);
    expect(text).not.toBe('');
    expect(text).not.toContain('word199');
    if (mode === 'completion') return;
    const stored = await platform.get(app.key, `/v1/messages?user=u1&conversation_id=${conversation_id}`);
    expect(stored.body).toMatchObject({
      data: [{ answer: text, status: 'normal', error: null, total_tokens: usage.total_tokens }],
    });
  });

  it('goes on when another user, another app, or a made-up task is stopped', async () => {
    const app = await platform.importApp(document);
    const other = await platform.importApp(document);
    const words = { inputs: mode === 'completion' ? { topic: 'a b c d e f' } : {}, query: 'a b c d e f' };
    const reader = await speaking(app, path, words);
    const { task_id } = await reader.until(isText);
    await stop(app, `${path}/${task_id}/stop`, 'u2');
    await stop(other, `${path}/${task_id}/stop`);
    await stop(app, `${path}/not-a-task/stop`);
    const events = await reader.rest();
    expect(events.at(-1)?.event).toBe(ends.at(-1));
    expect(textOf(events)).toMatch(/f\.?$/);
  });
});

describe('a stopped workflow', () => {
  const path = '/v1/workflows/run';

  it.each(['/v1/workflows/tasks/TASK/stop', '/v1/workflows/TASK/stop'])('ends stopped by %s', async (route) => {
    const app = await platform.importApp(speakingWorkflow(PACE, 200));
    const reader = await speaking(app, path, { inputs: {} });
    const { task_id, workflow_run_id } = await reader.until(isText);
    await stop(app, route.replace('TASK', String(task_id)), 'anyone');
    const events = await reader.rest();
    expect(events.at(-1)).toMatchObject({
      event: 'workflow_finished',
      data: { status: 'stopped', error: expect.stringContaining('Stopped') },
    });
    expect(events.some((event) => event.event === 'error')).toBe(false);
    const run = await platform.get(app.key, `${path}/${workflow_run_id}`);
    expect(run.body).toMatchObject({ status: 'stopped', finished_at: expect.any(Number) });
  });

  it('ends stopped by its id in capitals', async () => {
    const app = await platform.importApp(speakingWorkflow(PACE, 200));
    const reader = await speaking(app, path, { inputs: {} });
    const { task_id } = await reader.until(isText);
    await stop(app, `/v1/workflows/tasks/${String(task_id).toUpperCase()}/stop`);
    expect((await reader.rest()).at(-1)).toMatchObject({ data: { status: 'stopped' } });
  });

  it('answers its blocking caller with what it is', async () => {
    const app = await platform.importApp(speakingWorkflow(PACE, 200));
    const answer = platform.post(app.key, path, { inputs: {}, user: 'u1' });
    const isFound = async () => (await tasksOf(app)).length === 1;
    await expect.poll(isFound, { interval: 10 }).toBe(true);
    const [taskId] = await tasksOf(app);
    await stop(app, `/v1/workflows/tasks/${taskId}/stop`);
    expect(await answer).toMatchObject({ status: 200, body: { task_id: taskId, data: { status: 'stopped' } } });
    await stop(app, `/v1/workflows/tasks/${taskId}/stop`);
  });

  it('needs a user', async () => {
    const app = await platform.importApp(speakingWorkflow(0, 1));
    const answer = await platform.post(app.key, '/v1/workflows/tasks/x/stop', {});
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_param', params: 'user' } });
  });
});

describe('a blocking call beyond its limit', () => {
  const limit = {
    code: 'bad_request',
    message: expect.stringMatching(/0\.6 seconds.*streaming/),
    status: 400,
  };

  it('of a workflow answers 400 and leaves the run stopped', async () => {
    const app = await platform.importApp(speakingWorkflow(PACE, 200));
    const answer = await platform.post(app.key, '/v1/workflows/run', { inputs: {}, user: 'u1' });
    expect(answer).toMatchObject({ status: 400, body: limit });
    const [runId] = await runsOf(app);
    await expect
      .poll(async () => (await platform.get(app.key, `/v1/workflows/run/${runId}`)).body)
      .toMatchObject({ status: 'stopped', error: expect.stringContaining('0.6 seconds') });
  });

  it('of a chat answers 400 and keeps what was said', async () => {
    const app = await platform.importApp(modelChat(slow));
    const answer = await platform.post(app.key, '/v1/chat-messages', { inputs: {}, query, user: 'u1' });
    expect(answer).toMatchObject({ status: 400, body: limit });
    const list = (await platform.get(app.key, '/v1/conversations?user=u1')).body as { data: { id: string }[] };
    await expect
      .poll(async () => (await platform.get(app.key, `/v1/messages?user=u1&conversation_id=${list.data[0]?.id}`)).body)
      .toMatchObject({ data: [{ query, answer: expect.stringContaining('This is the demo model') }] });
  });
});

describe('a quiet stream', () => {
  it.each(messageApps.slice(0, 2))('of a $mode app is pinged', async ({ document, path }) => {
    const app = await platform.importApp(document);
    const reader = await speaking(app, path, { inputs: {}, query: 'a b c' });
    await reader.rest();
    expect(reader.pings).toBeGreaterThan(1);
  });
});

interface RunRows {
  workflow_runs: { id: string; task_id: string; app_id: string };
}

async function rowsOf(app: ImportedApp) {
  const db = platform.kernel.resolve(Database).system<RunRows>();
  return db.selectFrom('workflow_runs').select(['id', 'task_id']).where('app_id', '=', app.appId).execute();
}

const runsOf = async (app: ImportedApp) => (await rowsOf(app)).map((row) => row.id);
const tasksOf = async (app: ImportedApp) => (await rowsOf(app)).map((row) => row.task_id);
