import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, greetingWorkflow, modelChat, node, promptApp } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const tool = (tool_name: string, enabled = true) => ({
  enabled,
  provider_type: 'builtin',
  provider_id: 'time',
  provider_name: 'time',
  tool_name,
  tool_label: tool_name,
  tool_parameters: {},
});

const agent = JSON.stringify({
  version: '0.6.0',
  kind: 'app',
  app: { name: 'Agent', mode: 'agent-chat', icon: '🤖', icon_type: 'emoji', icon_background: '#FFEAD5' },
  model_config: {
    model: { provider: 'demo', name: 'demo-chat', mode: 'chat', completion_params: {} },
    pre_prompt: 'Help.',
    agent_mode: {
      enabled: true,
      strategy: 'function_call',
      tools: [tool('current_time'), tool('timezone_conversion', false)],
    },
  },
});

function toolWorkflow(): string {
  return appDocument({
    mode: 'workflow',
    name: 'Clock',
    nodes: [
      node('1', 'start', { variables: [] }),
      node('2', 'tool', tool('weekday')),
      node('3', 'end', { outputs: [] }),
    ],
    edges: chain('1', '2', '3'),
  });
}

describe('the looks of an app', () => {
  it.each([
    ['agent-chat', agent, 'Agent'],
    ['chat', promptApp('chat'), 'A chat app'],
    ['completion', promptApp('completion'), 'A completion app'],
    ['advanced-chat', modelChat(), 'Model chat'],
    ['workflow', greetingWorkflow(), 'Greeting'],
  ])('are told of a %s app', async (_mode, document, title) => {
    const app = await platform.importApp(document);
    const answer = await platform.get(app.key, '/v1/site?user=whoever');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      title,
      chat_color_theme: null,
      chat_color_theme_inverted: false,
      icon_type: expect.stringMatching(/^(emoji|image|link)$/),
      icon: expect.any(String),
      icon_background: expect.stringMatching(/^#/),
      icon_url: null,
      description: null,
      copyright: null,
      privacy_policy: null,
      input_placeholder: null,
      custom_disclaimer: '',
      default_language: 'en-US',
      show_workflow_steps: true,
      use_icon_as_answer_icon: false,
    });
  });

  it.each([
    ['an agent’s tools that are switched on', agent, ['current_time']],
    ['tool nodes', toolWorkflow(), ['weekday']],
    ['no tools', modelChat(), []],
  ])('include icons of %s', async (_case, document, tools) => {
    const app = await platform.importApp(document);
    const { body } = await platform.get(app.key, '/v1/meta?user=whoever');
    const icon = { background: expect.stringMatching(/^#[0-9A-F]{6}$/), content: expect.any(String) };
    expect(body).toEqual({ tool_icons: Object.fromEntries(tools.map((name) => [name, icon])) });
  });

  it('include its icon beside answers where the document says so', async () => {
    const document = JSON.parse(agent) as { app: object };
    const app = await platform.importApp(
      JSON.stringify({ ...document, app: { ...document.app, use_icon_as_answer_icon: true } }),
    );
    expect((await platform.get(app.key, '/v1/site')).body).toMatchObject({ use_icon_as_answer_icon: true });
  });

  it('are told of an app that was never published', async () => {
    const draft = await platform.importApp(agent, { publish: false });
    expect((await platform.get(draft.key, '/v1/site')).body).toMatchObject({ title: 'Agent', icon: '🤖' });
    expect((await platform.get(draft.key, '/v1/meta')).body).toEqual({ tool_icons: {} });
  });
});

describe('a version of a workflow', () => {
  const body = { inputs: { name: 'Ada' }, user: 'u1' };

  it('runs as it was published, also after a newer one', async () => {
    const app = await platform.importApp(greetingWorkflow());
    const { data } = (await platform.post(app.key, '/v1/workflows/run', body)).body as {
      data: { workflow_id: string };
    };
    await platform.management.request(`/console/api/apps/${app.appId}/publish`, { method: 'POST' });
    const newest = (await platform.post(app.key, '/v1/workflows/run', body)).body as typeof answer;
    expect(newest.data.workflow_id).not.toBe(data.workflow_id);
    const path = `/v1/workflows/${data.workflow_id}/run`;
    const answer = (await platform.post(app.key, path, body)).body as {
      workflow_run_id: string;
      data: { workflow_id: string; outputs: object };
    };
    expect(answer.data).toMatchObject({ workflow_id: data.workflow_id, outputs: { greeting: 'Hello Ada' } });
    const { events } = await platform.stream(app.key, path, { ...body, response_mode: 'streaming' });
    expect(events.at(-1)).toMatchObject({ event: 'workflow_finished', data: { workflow_id: data.workflow_id } });
    const detail = await platform.get(app.key, `/v1/workflows/run/${answer.workflow_run_id}`);
    expect(detail.body).toMatchObject({ workflow_id: data.workflow_id });
  });

  it('is called by its UUID, with what any run needs', async () => {
    const app = await platform.importApp(greetingWorkflow());
    const id = crypto.randomUUID();
    const call = (workflow: string, more: object = {}) =>
      platform.post(app.key, `/v1/workflows/${workflow}/run`, { ...body, ...more });
    expect(await call('draft')).toMatchObject({ status: 400, body: { code: 'bad_request' } });
    expect(await call(id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await call(id, { user: '' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_param', params: 'user' },
    });
    expect(await call(id, { inputs: 1 })).toMatchObject({ status: 400, body: { code: 'invalid_param' } });
    const chat = await platform.importApp(modelChat());
    expect(await platform.post(chat.key, `/v1/workflows/${id}/run`, body)).toMatchObject({
      status: 400,
      body: { code: 'not_workflow_app' },
    });
  });
});
