import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow, modelChat, promptApp } from '#engine/testing/app-document.ts';
import { EventReader } from '#plugins/delivery-api/testing/event-reader.ts';
import { type ImportedApp, startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { approvalWorkflow } from '#plugins/human-input/testing/documents.ts';
import { FormClient, names } from '#plugins/human-input/testing/form-client.ts';
import { deafAddress } from '#plugins/webhooks/testing/deaf-address.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ env: { WEFT_EGRESS_ALLOW: deafAddress, WEFT_WEBHOOK_ATTEMPTS: '1' } });
});
afterAll(() => platform.dispose());

const send = (path: string, method = 'GET', body?: object) =>
  platform.management.request(`/console/api/${path}`, { method, ...(body && { body }) });
const set = ({ appId }: ImportedApp, status: string) => send(`apps/${appId}`, 'PATCH', { status });
/** In the console the user is whoever calls. */
const asked = { inputs: { name: 'Ada', topic: 'plants' }, query: 'Tell me of plants' };
const body = { ...asked, user: 'u' };

function agent(): string {
  const tree = JSON.parse(promptApp('chat'));
  const agent_mode = { enabled: true, strategy: 'function_call', max_iteration: 3, tools: [] };
  return JSON.stringify({
    ...tree,
    app: { ...tree.app, mode: 'agent-chat' },
    model_config: { ...tree.model_config, agent_mode },
  });
}

const modes = [
  { mode: 'workflow', path: '/v1/workflows/run', yaml: greetingWorkflow() },
  { mode: 'chat', path: '/v1/chat-messages', yaml: promptApp('chat') },
  { mode: 'completion', path: '/v1/completion-messages', yaml: promptApp('completion') },
  { mode: 'agent-chat', path: '/v1/chat-messages', yaml: agent() },
  { mode: 'advanced-chat', path: '/v1/chat-messages', yaml: modelChat() },
];

describe.each(modes)('a $mode app', ({ path, yaml }) => {
  /** What each way to it answers. */
  async function answers({ appId, key }: ImportedApp) {
    const { status: draft } = await send(`apps/${appId}/draft/run`, 'POST', { inputs: body.inputs, query: body.query });
    return {
      blocking: (await platform.post(key, path, body)).status,
      streaming: (await platform.post(key, path, { ...body, response_mode: 'streaming' })).status,
      async: (await platform.post(key, path, { ...body, response_mode: 'async' })).status,
      info: (await platform.get(key, '/v1/info')).status,
      site: (await platform.get(key, '/v1/site')).status,
      parameters: (await platform.get(key, '/v1/parameters')).status,
      meta: (await platform.get(key, '/v1/meta')).status,
      console: (await send(`apps/${appId}/run`, 'POST', asked)).status,
      draft,
    };
  }
  const shown = { site: 200, meta: 200 };
  const active = {
    blocking: 200,
    streaming: 200,
    async: 202,
    ...shown,
    info: 200,
    parameters: 200,
    console: 200,
    draft: 200,
  };
  const refused = { blocking: 403, streaming: 403, async: 403, info: 403, site: 403, parameters: 403, meta: 403 };

  it('is called when it is active, shown when it is a draft, refused when it is paused or deleted', async () => {
    const app = await platform.importApp(yaml, { publish: false });
    const unpublished = {
      ...shown,
      blocking: 400,
      streaming: 400,
      async: 400,
      info: 400,
      parameters: 400,
      console: 400,
      draft: 200,
    };
    expect(await answers(app)).toEqual(unpublished);
    for (const status of ['active', 'paused']) expect((await set(app, status)).status).toBe(409);
    expect(await answers(app)).toEqual(unpublished);
    await send(`apps/${app.appId}/publish`, 'POST');
    expect(await answers(app)).toEqual(active);
    expect((await set(app, 'draft')).status).toBe(400);
    for (const _twice of [1, 2]) expect((await set(app, 'paused')).status).toBe(200);
    const paused = { ...refused, console: 403, draft: 200 };
    expect(await answers(app)).toEqual(paused);
    const told = expect.stringContaining('an editor, admin or the owner of its workspace resumes it');
    expect((await platform.get(app.key, '/v1/info')).body).toMatchObject({ code: 'forbidden', message: told });
    expect((await send(`apps/${app.appId}/run`, 'POST', asked)).body).toMatchObject({ message: told });
    // Publishing is no word to callers, and being deleted no way around it.
    await send(`apps/${app.appId}/publish`, 'POST');
    await send(`apps/${app.appId}`, 'DELETE');
    expect(await answers(app)).toEqual({ ...refused, console: 404, draft: 404 });
    expect((await set(app, 'active')).status).toBe(404);
    await send(`deleted-apps/${app.appId}/restore`, 'POST');
    expect(await answers(app)).toEqual(paused);
    for (const _twice of [1, 2]) expect((await set(app, 'active')).status).toBe(200);
    expect(await answers(app)).toEqual(active);
  });
});

describe.each(['paused', 'deleted'])('when an app is %s', (status) => {
  const stop = async (app: ImportedApp) => {
    const answer = status === 'paused' ? await set(app, 'paused') : await send(`apps/${app.appId}`, 'DELETE');
    expect(answer.status).toBeLessThan(300);
  };
  const goOn = (app: ImportedApp) =>
    status === 'paused' ? set(app, 'active') : send(`deleted-apps/${app.appId}/restore`, 'POST');

  it('streams under way go on to their end', async () => {
    const app = await platform.importApp(modelChat({ completion_params: { pace_ms: 20 } }));
    const request = { ...body, query: 'word '.repeat(40), response_mode: 'streaming' };
    const reader = new EventReader(await platform.open(app.key, '/v1/chat-messages', { body: request }));
    await reader.until(({ event }) => event === 'message');
    await stop(app);
    const events = await reader.rest();
    expect(names(events)).toContain('message_end');
    expect((await platform.post(app.key, '/v1/chat-messages', body)).status).toBe(403);
  });

  it('async runs end, tell webhooks, and are read when it goes on', async () => {
    const app = await platform.importApp(modelChat({ completion_params: { pace_ms: 20 } }));
    await send(`apps/${app.appId}/webhooks`, 'POST', { url: `http://${deafAddress}/` });
    const request = { ...body, query: 'word '.repeat(40), response_mode: 'async' };
    const started = await platform.post(app.key, '/v1/chat-messages', request);
    const { task_id: task } = started.body as { task_id: string };
    await stop(app);
    const path = `/v1/runs/${task}?user=u`;
    expect((await platform.get(app.key, path)).status).toBe(403);
    const runs = async () => (await send(`runs?app_id=${app.appId}`)).body as { data: { status: string }[] };
    await expect.poll(async () => (await runs()).data).toMatchObject([{ status: 'succeeded' }]);
    await goOn(app);
    expect((await platform.get(app.key, path)).status).toBe(200);
    const deliveries = async () => (await send(`apps/${app.appId}/webhook-deliveries`)).body as { data: object[] };
    await expect.poll(async () => (await deliveries()).data.length).toBe(1);
  });

  it('forms of waiting runs are closed to callers, and open again when it goes on', async () => {
    const app = await platform.importApp(approvalWorkflow());
    const client = new FormClient(platform);
    const run = await client.run(app, { order: 'ferns' });
    const token = run.forms[0]?.form_token ?? '';
    await stop(app);
    expect((await client.read(app, token)).status).toBe(403);
    expect((await client.answer(app, token)).status).toBe(403);
    await goOn(app);
    expect((await client.read(app, token)).status).toBe(200);
    expect((await client.answer(app, token)).status).toBe(200);
    expect(names(await client.follow(app, run.runId))).toContain('workflow_finished');
  });
});

it('the owner answers a form of a paused app, whose run then goes on', async () => {
  const app = await platform.importApp(approvalWorkflow());
  const run = await new FormClient(platform).run(app, { order: 'ferns' });
  await set(app, 'paused');
  const answer = await send(`forms/${run.forms[0]?.form_id}/answer`, 'POST', {
    action: 'ok',
    inputs: { note: 'fine' },
  });
  expect(answer.status, answer.text).toBeLessThan(300);
  const status = async () => ((await send(`runs/${run.runId}`)).body as { status: string }).status;
  await expect.poll(status).toBe('succeeded');
});

it('limits of a draft hold from its first call on', async () => {
  const app = await platform.importApp(greetingWorkflow(), { publish: false });
  const limits = { app: { requests_per_minute: 2 } };
  expect(await send(`apps/${app.appId}/limits`, 'PATCH', limits)).toMatchObject({ status: 200, body: limits });
  await send(`apps/${app.appId}/publish`, 'POST');
  expect((await send(`apps/${app.appId}/limits`)).body).toMatchObject(limits);
  const statuses: number[] = [];
  for (const _call of [1, 2, 3]) statuses.push((await platform.post(app.key, '/v1/workflows/run', body)).status);
  expect(statuses).toEqual([200, 200, 429]);
});
