import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow, modelChat, promptApp } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { failingWorkflow, speakingWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { type IdentifiedEvent, readIdentified } from '#plugins/delivery-api/testing/identified-stream.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { approvalWorkflow } from '#plugins/human-input/testing/documents.ts';
import { FormClient } from '#plugins/human-input/testing/form-client.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

function agent(): string {
  const tree = JSON.parse(promptApp('chat'));
  const agent_mode = { enabled: true, strategy: 'function_call', max_iteration: 3, tools: [] };
  return JSON.stringify({
    ...tree,
    app: { ...tree.app, mode: 'agent-chat' },
    model_config: { ...tree.model_config, agent_mode },
  });
}

function moderated(): string {
  const tree = JSON.parse(modelChat());
  const config = {
    keywords: 'plants',
    inputs_config: { enabled: true, preset_response: 'Not that.' },
    outputs_config: { enabled: false },
  };
  const features = { sensitive_word_avoidance: { enabled: true, type: 'keywords', config } };
  return JSON.stringify({ ...tree, workflow: { ...tree.workflow, features } });
}

const modes = [
  { mode: 'workflow', path: '/v1/workflows/run', yaml: greetingWorkflow() },
  { mode: 'workflow that fails', path: '/v1/workflows/run', yaml: failingWorkflow() },
  { mode: 'chat', path: '/v1/chat-messages', yaml: promptApp('chat') },
  { mode: 'completion', path: '/v1/completion-messages', yaml: promptApp('completion') },
  { mode: 'agent-chat', path: '/v1/chat-messages', yaml: agent() },
  { mode: 'advanced-chat', path: '/v1/chat-messages', yaml: modelChat() },
  { mode: 'advanced-chat that is moderated', path: '/v1/chat-messages', yaml: moderated() },
];
const body = { inputs: { name: 'Ada', topic: 'plants' }, query: 'Tell me of plants', user: 'u1' };

async function start(app: ImportedApp, path: string, more = {}): Promise<Record<string, string>> {
  const answer = await platform.post(app.key, path, { ...body, ...more, response_mode: 'async' });
  expect(answer.status, answer.text).toBe(202);
  const ids = answer.body as Record<string, string>;
  expect(answer.headers.get('location')).toBe(`/v1/runs/${ids.task_id}`);
  return ids;
}

interface Reading {
  readonly after?: string;
  readonly last?: string;
  readonly most?: number;
  readonly query?: string;
}

async function read(app: ImportedApp, task: string | undefined, reading: Reading = {}): Promise<IdentifiedEvent[]> {
  const after = reading.after === undefined ? '' : `&after=${reading.after}`;
  const headers = reading.last === undefined ? {} : { 'last-event-id': reading.last };
  const path = `/v1/runs/${task}/events?user=u1${after}${reading.query ?? ''}`;
  return readIdentified(await platform.open(app.key, path, { headers }), reading.most);
}

/** Reads event by event, with a new connection for each: as somebody whose line breaks all the time. */
async function readInPieces(app: ImportedApp, task: string | undefined): Promise<IdentifiedEvent[]> {
  const events: IdentifiedEvent[] = [];
  for (;;) {
    const last = events.at(-1)?.id;
    const [next] = await read(app, task, { most: 1, ...(last !== undefined && { last }) });
    if (next === undefined) return events;
    events.push(next);
  }
}

describe.each(modes)('the run of an app: $mode', ({ mode, path, yaml }) => {
  it('is told again, byte for byte as it was streamed, and from any event on', async () => {
    const app = await platform.importApp(yaml);
    const streamed = await platform.stream(app.key, path, { ...body, response_mode: 'streaming' });
    const frames = streamed.bytes
      .toString('utf8')
      .split('\n\n')
      .filter((frame) => frame.startsWith('data: '));
    const task = streamed.events[0]?.task_id as string;
    const all = await read(app, task);
    expect(all.map(({ text }) => `data: ${text}`)).toEqual(frames);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const [index, { id }] of all.entries()) {
      expect(await read(app, task, { last: id })).toEqual(all.slice(index + 1));
    }
    expect(await read(app, task, { after: all[0]?.id ?? '' })).toEqual(all.slice(1));
  });

  it('answers with its ids at once when it is asynchronous, and can be asked what became of it', async () => {
    const app = await platform.importApp(yaml);
    const ids = await start(app, path);
    const names = ['task_id', 'workflow_run_id', 'status', 'created_at'];
    const hasMessage = path !== '/v1/workflows/run';
    const isChat = path === '/v1/chat-messages';
    expect(Object.keys(ids).sort()).toEqual(
      [...names, ...(hasMessage ? ['message_id'] : []), ...(isChat ? ['conversation_id'] : [])].sort(),
    );
    const events = await read(app, ids.task_id);
    const shown = await platform.get(app.key, `/v1/runs/${ids.task_id}?user=u1`);
    const { created_at: _, status: __, ...named } = ids;
    const status = mode.endsWith('fails') ? 'failed' : 'succeeded';
    expect(shown).toMatchObject({ status: 200, body: { ...named, status } });
    const told = events.map(({ text }) => JSON.parse(text));
    const finished = told.find(({ event }) => event === 'workflow_finished');
    if (finished !== undefined) expect((shown.body as { outputs: unknown }).outputs).toEqual(finished.data.outputs);
    if (hasMessage) expect(told.find(({ event }) => event === 'message_end')?.message_id).toBe(ids.message_id);
  });
});

describe('the events of a run in progress', () => {
  it('arrive exactly once, however often the connection breaks', async () => {
    const app = await platform.importApp(speakingWorkflow(15, 25));
    const { task_id: task } = await start(app, '/v1/workflows/run');
    const [whole, pieces] = await Promise.all([read(app, task), readInPieces(app, task)]);
    expect(pieces).toEqual(whole);
    expect(
      whole.map(({ text }) => JSON.parse(text).event).filter((name) => name === 'text_chunk').length,
    ).toBeGreaterThan(10);
    expect(await read(app, task)).toEqual(whole);
  });

  it('end where it waits for people, and go on from there', async () => {
    const app = await platform.importApp(approvalWorkflow());
    const { task_id: task } = await start(app, '/v1/workflows/run');
    const before = await read(app, task);
    const told = before.map(({ text }) => JSON.parse(text));
    expect(told.at(-1).event).toBe('workflow_paused');
    expect((await platform.get(app.key, `/v1/runs/${task}?user=u1`)).body).toMatchObject({ status: 'paused' });
    const form = told.find(({ event }) => event === 'human_input_required').data.form_token;
    const rest = read(app, task, { last: before.at(-1)?.id ?? '' });
    expect((await new FormClient(platform).answer(app, form)).status).toBe(200);
    const after = (await rest).map(({ text }) => JSON.parse(text).event);
    expect(after).toContain('human_input_form_filled');
    expect(after.at(-1)).toBe('workflow_finished');
    expect(await read(app, task)).toEqual([...before, ...(await read(app, task, { last: before.at(-1)?.id ?? '' }))]);
  });

  it('end when it is stopped by its task', async () => {
    const app = await platform.importApp(speakingWorkflow(20, 200));
    const { task_id: task } = await start(app, '/v1/workflows/run');
    await read(app, task, { most: 4 });
    await platform.post(app.key, `/v1/workflows/tasks/${task}/stop`, { user: 'u1' });
    const events = await read(app, task);
    expect(JSON.parse(events.at(-1)?.text ?? '{}')).toMatchObject({
      event: 'workflow_finished',
      data: { status: 'stopped' },
    });
  });
});

describe('a run by its task', () => {
  it.each(['', '/events'])('is shown to its own user of its own app only%s', async (suffix) => {
    const app = await platform.importApp(greetingWorkflow());
    const other = await platform.importApp(greetingWorkflow());
    const { task_id: task, workflow_run_id: run } = await start(app, '/v1/workflows/run');
    await read(app, task);
    const status = async (key: string, path: string) => {
      const answer = await platform.get(key, path);
      return [answer.status, (answer.body as { code?: string }).code];
    };
    const path = `/v1/runs/${task}${suffix}`;
    expect(await status(app.key, `${path}?user=u2`)).toEqual([404, 'not_found']);
    expect(await status(other.key, `${path}?user=u1`)).toEqual([404, 'not_found']);
    expect(await status(app.key, path)).toEqual([400, 'invalid_param']);
    expect(await status(app.key, `${path}?user=`)).toEqual([400, 'invalid_param']);
    // Lists of messages name runs: an id of one leads there too, for the same people.
    const byRun = `/v1/runs/${run}${suffix}`;
    expect((await status(app.key, `${byRun}?user=u1`))[0]).toBe(200);
    expect(await status(app.key, `${byRun}?user=u2`)).toEqual([404, 'not_found']);
    expect(await status(other.key, `${byRun}?user=u1`)).toEqual([404, 'not_found']);
    for (const id of [crypto.randomUUID(), '00000000-0000-7000-8000-000000000000', 'x', "'"]) {
      expect(await status(app.key, `/v1/runs/${encodeURIComponent(String(id))}${suffix}?user=u1`)).toEqual([
        404,
        'not_found',
      ]);
    }
    expect((await testClient(platform.url).request(`${path}?user=u1`)).status).toBe(401);
    expect((await platform.get(app.key, `/v1/runs/${task?.toUpperCase()}?user=u1`)).status).toBe(200);
  });

  it.each(['x', '1-', '-1', '1.', '0-1-2', '1e3', '99999999999', '0x1', "1' or 1=1"])(
    'refuses to go on after %j',
    async (id) => {
      const app = await platform.importApp(greetingWorkflow());
      const { task_id: task } = await start(app, '/v1/workflows/run');
      const asked = await platform.get(app.key, `/v1/runs/${task}/events?user=u1&after=${encodeURIComponent(id)}`);
      expect(asked).toMatchObject({ status: 400, body: { code: 'invalid_param', params: 'after' } });
      const headers = { 'last-event-id': id };
      const resumed = await testClient(platform.url, app.key).request(`/v1/runs/${task}/events?user=u1`, { headers });
      expect(resumed.status).toBe(400);
    },
  );

  it('tells nothing after an end that was read', async () => {
    const app = await platform.importApp(greetingWorkflow());
    const { task_id: task } = await start(app, '/v1/workflows/run');
    await read(app, task);
    expect(await read(app, task, { after: '999999' })).toEqual([]);
  });
});
