import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, edge, node } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { child } from '#plugins/node-containers/testing/documents.ts';
import { Runs } from './contract.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const ask = node('ask', 'human-input', {
  delivery_methods: [{ id: 'web', type: 'webapp', enabled: true, config: {} }],
  form_content: 'In {{#env.TONE#}}, with {{#env.TOKEN#}}?',
  inputs: [],
  user_actions: [{ id: 'ok', title: 'OK' }],
  timeout: 3,
  timeout_unit: 'day',
});

function variable(name: string, value: string, type = 'string'): object {
  return { id: name, name, value_type: type, value, description: '', selector: ['env', name] };
}

const environmentVariables = [variable('TONE', 'old'), variable('TOKEN', 'old-token', 'secret')];

function askingWorkflow(): string {
  const outputs = [
    { variable: 'tone', value_selector: ['env', 'TONE'] },
    { variable: 'token', value_selector: ['env', 'TOKEN'] },
    { variable: 'order', value_selector: ['1', 'order'] },
  ];
  return appDocument({
    mode: 'workflow',
    environmentVariables,
    nodes: [
      node('1', 'start', { variables: [{ variable: 'order', label: 'Order', type: 'text-input', required: false }] }),
      ask,
      node('3', 'end', { outputs }),
    ],
    edges: [edge('1', 'ask'), edge('ask', '3', 'ok')],
  });
}

function askingChat(): string {
  return appDocument({
    mode: 'advanced-chat',
    environmentVariables,
    nodes: [
      node('1', 'start', { variables: [] }),
      node('2', 'answer', { answer: 'The tone is {{#env.TONE#}}.' }),
      ask,
      node('3', 'answer', { answer: 'Said OK.' }),
    ],
    edges: [...chain('1', '2', 'ask'), edge('ask', '3', 'ok')],
  });
}

async function get(path: string): Promise<Record<string, unknown>> {
  const answer = await platform.management.request(path);
  expect(answer.status).toBe(200);
  return answer.body as Record<string, unknown>;
}

/** Reads a run's events until it ends or pauses as often as asked for. */
async function until(runId: string, kind: string, times = 1): Promise<Record<string, unknown>> {
  let left = times;
  for await (const batch of platform.kernel.resolve(Runs).follow(platform.workspaceId, runId)) {
    left -= batch.filter(({ event }) => event.kind === kind).length;
    if (left <= 0) break;
  }
  return get(`/console/api/runs/${runId}`);
}

async function answerForm(runId: string): Promise<void> {
  const { data } = (await get(`/console/api/forms?run_id=${runId}&status=open`)) as { data: { id: string }[] };
  const body = { action: 'ok', inputs: {} };
  const answer = await platform.management.request(`/console/api/forms/${data[0]?.id}/answer`, { body });
  expect(answer.status).toBe(200);
}

async function fork(runId: string, values: Readonly<Record<string, unknown>> = {}, at = 'ask'): Promise<string> {
  const answer = await platform.management.request(`/console/api/runs/${runId}/fork`, {
    body: { node_id: at, values },
  });
  expect(answer.status).toBe(202);
  return (answer.body as { id: string }).id;
}

describe('a fork that waits for people', () => {
  it('keeps the values it was given, and hands them to a fork of its own', async () => {
    const { key } = await platform.importApp(askingWorkflow());
    const body = { inputs: { order: 'one' }, user: 'ada', response_mode: 'blocking' };
    const first = await platform.post(key, '/v1/workflows/run', body);
    const { workflow_run_id: original } = first.body as { workflow_run_id: string };
    const values = { 'env.TONE': 'new', order: 'two' };
    const forked = await fork(original, values);
    await until(forked, 'run-paused');
    const again = await fork(forked);
    await until(again, 'run-paused');
    for (const runId of [forked, again]) {
      await answerForm(runId);
      const run = await until(runId, 'run-finished');
      expect(run).toMatchObject({ status: 'succeeded', outputs: { tone: 'new', token: '***', order: 'two' } });
    }
    const id = await fork(again, {}, '1');
    await until(id, 'run-paused');
    await answerForm(id);
    expect(await until(id, 'run-finished')).toMatchObject({ outputs: { tone: 'new', order: 'two' } });
    const secret = { node_id: 'ask', values: { 'env.TOKEN': 'new-token' } };
    const refused = await platform.management.request(`/console/api/runs/${original}/fork`, { body: secret });
    expect(refused).toMatchObject({ status: 400, body: { code: 'secret_value' } });
  });

  it('takes numbers with their kind and their digits', async () => {
    const { key } = await platform.importApp(askingWorkflow());
    const body = { inputs: { order: 'one' }, user: 'ada', response_mode: 'blocking' };
    const first = await platform.post(key, '/v1/workflows/run', body);
    const { workflow_run_id: original } = first.body as { workflow_run_id: string };
    const sent = await fetch(`${platform.url}/console/api/runs/${original}/fork`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${platform.token}`,
        'x-workspace-id': platform.workspaceId,
        'content-type': 'application/json',
      },
      body: '{"node_id":"ask","values":{"1.order":[2.0,98765432109876543210,3]}}',
    });
    expect(sent.status).toBe(202);
    const { id } = (await sent.json()) as { id: string };
    await until(id, 'run-paused');
    await answerForm(id);
    await until(id, 'run-finished');
    const { text } = await platform.management.request(`/console/api/runs/${id}`);
    expect(text).toContain('"order":[2.0,98765432109876543210,3]');
  });

  it('names the values that its run has no place for, and starts nothing', async () => {
    const { key } = await platform.importApp(askingWorkflow());
    const body = { inputs: { order: 'one' }, user: 'ada', response_mode: 'blocking' };
    const first = await platform.post(key, '/v1/workflows/run', body);
    const { workflow_run_id: original } = first.body as { workflow_run_id: string };
    const names = ['ghost.x', 'sys', 'env', 'env.GHOST', 'conversation.ghost', 'sys.query', 'ghost'];
    for (const name of names) {
      const answer = await platform.management.request(`/console/api/runs/${original}/fork`, {
        body: { node_id: 'ask', values: { [name]: {}, order: 'two' } },
      });
      expect(answer, name).toMatchObject({
        status: 400,
        body: { code: 'unknown_value', message: expect.stringContaining(`"${name}"`) },
      });
    }
  });

  it('leaves the message of the run it was forked from as it is', async () => {
    const { key } = await platform.importApp(askingChat());
    const body = { inputs: {}, query: 'OK?', user: 'ada', response_mode: 'blocking' };
    const first = await platform.post(key, '/v1/chat-messages', body);
    const { conversation_id: conversation } = first.body as { conversation_id: string };
    const { data } = (await get('/console/api/runs?limit=1')) as { data: { id: string }[] };
    const original = data[0]?.id ?? '';
    const messages = () => platform.get(key, `/v1/messages?user=ada&conversation_id=${conversation}`);
    const before = (await messages()).body;
    await until(await fork(original, { 'env.TONE': 'new' }, '2'), 'run-paused');
    expect((await messages()).body).toEqual(before);
    expect(before).toMatchObject({ data: [{ answer: 'The tone is old.' }] });
  });
});

describe('a fork of a run of another version', () => {
  const failing = (template: string, more: readonly object[] = []) =>
    appDocument({
      mode: 'workflow',
      environmentVariables,
      nodes: [
        node('1', 'start', { variables: [{ variable: 'order', label: 'Order', type: 'text-input', required: false }] }),
        node('2', 'template-transform', {
          template: 'first of {{ x }}',
          variables: [{ variable: 'x', value_selector: ['1', 'order'] }],
        }),
        node('3', 'code', {
          code_language: 'javascript',
          code: template,
          variables: [{ variable: 'x', value_selector: ['2', 'output'] }],
          outputs: { said: { type: 'string' } },
        }),
        node('4', 'end', { outputs: [{ variable: 'said', value_selector: ['3', 'said'] }] }),
        ...more,
      ],
      edges: chain('1', '2', '3', '4'),
    });
  const broken = "function main() { throw new Error('no such word') }";
  const mended = 'function main({ x }) { return { said: x + ", mended" } }';
  const saved = async (appId: string, yaml: string) => {
    const path = `/console/api/apps/${appId}/draft`;
    expect((await platform.management.request(path, { method: 'PUT', body: { yaml, hash: null } })).status).toBe(200);
  };
  const failed = async () => {
    const { appId, key } = await platform.importApp(failing(broken));
    const body = { inputs: { order: 'one' }, user: 'ada', response_mode: 'blocking' };
    const first = await platform.post(key, '/v1/workflows/run', body);
    return { appId, runId: (first.body as { workflow_run_id: string }).workflow_run_id };
  };

  it('goes on with the draft from the node that failed, with what came before it', async () => {
    const { appId, runId } = await failed();
    await saved(appId, failing(mended).replace('first of', 'second of'));
    const path = `/console/api/runs/${runId}/fork`;
    const asked = { body: { node_id: '3', draft: true } };
    const { id } = (await platform.management.request(path, asked)).body as { id: string };
    const done = await until(id, 'run-finished');
    expect(done).toMatchObject({
      ...{ status: 'succeeded', outputs: { said: 'first of one, mended' }, forked_from: runId, workflow_id: appId },
    });
    expect(await get(`/console/api/runs/${runId}`)).toMatchObject({ forked_from: null, status: 'failed' });
    // With the version that ran, it fails again.
    expect(await until(await fork(runId, {}, '3'), 'run-finished')).toMatchObject({ status: 'failed' });
  });

  it('is refused at a node that the draft has not', async () => {
    const { appId, runId } = await failed();
    await saved(appId, failing(mended).replaceAll('"3"', '"other"').replaceAll("'3'", "'other'"));
    const path = `/console/api/runs/${runId}/fork`;
    const refused = await platform.management.request(path, { body: { node_id: '3', draft: true } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'not_forkable' } });
  });
});

describe('a fork at a node inside a container', () => {
  /** A loop in a loop, and a loop that is not reached. */
  function loops(): string {
    const settings = { loop_count: 1, logical_operator: 'and', break_conditions: [], loop_variables: [] };
    const loop = (id: string) => ({ ...settings, start_node_id: `${id}start`, title: `Loop ${id}` });
    const template = { template: 'x', variables: [] };
    const never = { variable_selector: ['sys', 'user_id'], comparison_operator: 'empty', value: '' };
    return appDocument({
      mode: 'workflow',
      nodes: [
        node('start', 'start', { variables: [] }),
        node('outer', 'loop', loop('outer')),
        child('outer', 'outerstart', 'loop-start'),
        child('outer', 'inner', 'loop', loop('inner')),
        child('inner', 'innerstart', 'loop-start'),
        child('inner', 'deep', 'template-transform', template),
        node('if', 'if-else', { cases: [{ case_id: 'yes', logical_operator: 'and', conditions: [never] }] }),
        node('skipped', 'loop', loop('skipped')),
        child('skipped', 'skippedstart', 'loop-start'),
        child('skipped', 'unseen', 'template-transform', template),
        node('end', 'end', { outputs: [] }),
      ],
      edges: [
        ...chain('start', 'outer', 'if'),
        edge('if', 'skipped', 'yes'),
        edge('if', 'end', 'false'),
        ...chain('outerstart', 'inner'),
        ...chain('innerstart', 'deep'),
        ...chain('skippedstart', 'unseen'),
      ],
    });
  }

  it('is refused with the container to fork at, if the run came to that', async () => {
    const { key } = await platform.importApp(loops());
    const body = { inputs: {}, user: 'ada', response_mode: 'blocking' };
    const first = await platform.post(key, '/v1/workflows/run', body);
    expect(first.body).toMatchObject({ data: { status: 'succeeded' } });
    const { workflow_run_id: runId } = first.body as { workflow_run_id: string };
    const refusal = async (at: string) => {
      const answer = await platform.management.request(`/console/api/runs/${runId}/fork`, { body: { node_id: at } });
      expect(answer).toMatchObject({ status: 409, body: { code: 'not_forkable' } });
      return (answer.body as { message: string }).message;
    };
    for (const at of ['deep', 'inner']) {
      expect(await refusal(at)).toContain("the node is inside the loop 'Loop outer' (outer); fork the run at outer.");
    }
    for (const at of ['unseen', 'skipped', 'ghost']) expect(await refusal(at)).toContain('it never came to that node');
    expect(await until(await fork(runId, {}, 'outer'), 'run-finished')).toMatchObject({ status: 'succeeded' });
  });
});
