import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, edge, node } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const end = (...selectors: readonly (readonly [string, string])[]) =>
  node('end', 'end', {
    outputs: selectors.map((selector) => ({
      variable: selector.join('_').replace('.', '_'),
      value_selector: selector,
    })),
  });
const workflow = (...nodes: readonly object[]) =>
  appDocument({ mode: 'workflow', nodes: [...nodes], edges: chain('root', 'end') });
const run = async (yaml: string, inputs: object) => {
  const { key } = await platform.importApp(yaml);
  return { key, answer: await platform.post(key, '/v1/workflows/run', { inputs, user: 'u' }) };
};

describe('a workflow that starts at a webhook', () => {
  const hook = node('root', 'trigger-webhook', {
    method: 'post',
    content_type: 'application/json',
    headers: [{ name: 'X-Event', type: 'string', required: false }],
    params: [{ name: 'page', type: 'number', required: false }],
    body: [
      { name: 'payload', type: 'object', required: true },
      { name: 'tags', type: 'array[string]', required: false },
    ],
    status_code: 200,
    response_body: '{"ok": true}',
  });
  const yaml = workflow(hook, end(['root', 'X_Event'], ['root', 'page'], ['root', 'payload'], ['root', 'tags']));

  it('is called with the fields as inputs', async () => {
    const inputs = { payload: { a: 1.0, b: 'x' }, page: '3', tags: ['a', 'b'], X_Event: 'push', stray: 1 };
    const { key, answer } = await run(yaml, inputs);
    expect(answer.body).toMatchObject({
      data: {
        status: 'succeeded',
        outputs: { root_X_Event: 'push', root_page: 3, root_payload: { a: 1, b: 'x' }, root_tags: ['a', 'b'] },
      },
    });
    const { body } = await platform.get(key, '/v1/parameters');
    expect(body).toMatchObject({
      user_input_form: [
        { paragraph: { variable: 'X_Event', required: false } },
        { number: { variable: 'page' } },
        { json_object: { variable: 'payload', required: true } },
        { json_object: { variable: 'tags' } },
      ],
    });
  });

  it('refuses what its fields do not take, before it runs', async () => {
    const { key, answer } = await run(yaml, {});
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_param', params: 'payload' } });
    for (const inputs of [
      { payload: [] },
      { payload: {}, tags: 'a' },
      { payload: {}, tags: [1] },
      { payload: {}, page: 'x' },
    ]) {
      expect(await platform.post(key, '/v1/workflows/run', { inputs, user: 'u' })).toMatchObject({
        status: 400,
        body: { code: 'invalid_param' },
      });
    }
  });
});

describe('a workflow that starts at a schedule', () => {
  it('is called without inputs', async () => {
    const clock = node('root', 'trigger-schedule', { mode: 'cron', cron_expression: '0 9 * * *', timezone: 'UTC' });
    const { answer } = await run(workflow(clock, end(['root', 'sys.user_id'])), { any: 1 });
    expect(answer.body).toMatchObject({ data: { status: 'succeeded', outputs: { root_sys_user_id: 'u' } } });
  });
});

describe('a workflow that no caller can start', () => {
  it.each([
    [
      'an event of a plugin',
      [node('root', 'trigger-plugin'), end()],
      chain('root', 'end'),
      "'trigger-plugin root' (root, trigger-plugin)",
    ],
    ['a datasource', [node('root', 'datasource'), end()], chain('root', 'end'), "'datasource root' (root, datasource)"],
    [
      'several triggers',
      [node('a', 'trigger-webhook'), node('b', 'trigger-schedule', { frequency: 'hourly' }), end()],
      [edge('a', 'end'), edge('b', 'end')],
      "'trigger-webhook a' (a, trigger-webhook), 'trigger-schedule b' (b, trigger-schedule)",
    ],
  ])('because it waits for %s, says so', async (_, nodes, edges, names) => {
    const { answer } = await run(appDocument({ mode: 'workflow', nodes, edges }), {});
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'trigger_workflow_service_mode_unavailable', message: expect.stringContaining(names) },
    });
  });
});
