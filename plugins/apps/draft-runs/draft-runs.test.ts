import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, edge, node } from '#engine/testing/app-document.ts';
import type { TestClient } from '#http/testing/client.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember } from '#plugins/members/testing/people.ts';

let platform: TestPlatform;
let client: TestClient;
beforeAll(async () => {
  platform = await sharedPlatform();
  client = platform.management;
});
afterAll(() => platform.dispose());

const example = (name: string) => readFile(new URL(`../../../examples/${name}.yml`, import.meta.url), 'utf8');
const send = (path: string, method = 'GET', body?: object) =>
  client.request(`/console/api${path}`, { method, ...(body !== undefined && { body }) });
const runNode = (appId: string, id: string, values?: object) =>
  send(`/apps/${appId}/draft/nodes/${id}/run`, 'POST', values && { values });

const template = (id: string, text: string, selector: string[], more: object = {}) =>
  node(id, 'template-transform', { template: text, variables: [{ variable: 'x', value_selector: selector }], ...more });

/** A workflow whose iteration shouts each word; its end is missing, and a node has no settings yet. */
const unfinished = appDocument({
  mode: 'workflow',
  environmentVariables: [{ name: 'token', value_type: 'secret', value: 'canary-of-a-node' }],
  nodes: [
    node('1', 'start', { variables: [{ variable: 'name', type: 'text-input', label: 'N', required: true }] }),
    template('2', 'Hello {{ x }}', ['1', 'name']),
    node('each', 'iteration', {
      iterator_selector: ['1', 'words'],
      output_selector: ['shout', 'output'],
      output_type: 'array[string]',
      start_node_id: 'each-start',
    }),
    node('each-start', 'iteration-start', { iteration_id: 'each', isInIteration: true }),
    template('shout', '{{ x | upper }}!', ['each', 'item'], { iteration_id: 'each', isInIteration: true }),
    node('broken', 'http-request', {}),
    node('loop', 'template-transform', { template: 'x', variables: [] }),
  ],
  edges: [...chain('1', '2', 'each', 'broken', 'loop'), edge('loop', '2'), edge('each-start', 'shout')],
});

describe('a draft', () => {
  it('of every mode runs, without being published, answering at once and streaming', async () => {
    const documents = {
      workflow: await example('greeting-workflow'),
      'advanced-chat': await example('demo-chat'),
      completion: await example('product-text'),
      'agent-chat': await example('calculating-agent'),
      chat: 'kind: app\nversion: 0.6.0\napp: {name: C, mode: chat}\nmodel_config: {model: {provider: demo, name: demo-chat, mode: chat}, pre_prompt: Hi}',
    };
    for (const [mode, yaml] of Object.entries(documents)) {
      const { appId, key } = await platform.importApp(yaml, { publish: false });
      const inputs = { name: 'Ada', product: 'tea' };
      const body = { inputs, ...(/chat/.test(mode) && { query: 'What is 12 * 34?' }) };
      const path = `/console/api/apps/${appId}/draft/run`;
      const blocking = await client.request(path, { method: 'POST', body: { ...body, response_mode: 'blocking' } });
      expect([mode, blocking.status]).toEqual([mode, 200]);
      if (mode === 'workflow') expect(blocking.text).toContain('Hello Ada');
      const { events } = await client.stream(path, { method: 'POST', body: { ...body, response_mode: 'streaming' } });
      const names = events.map(({ event }) => event);
      expect([mode, names.includes(mode === 'workflow' ? 'workflow_finished' : 'message_end')]).toEqual([mode, true]);
      const called =
        mode === 'workflow'
          ? '/v1/workflows/run'
          : mode === 'completion'
            ? '/v1/completion-messages'
            : '/v1/chat-messages';
      expect((await platform.post(key, called, { ...body, user: 'u' })).status).toBe(400);
      expect((await send(`/apps/${appId}`)).body).toMatchObject({ status: 'draft' });
    }
  });

  it('goes on with its builder’s conversation, which nobody else sees', async () => {
    const { appId, key } = await platform.importApp(await example('demo-chat'));
    const say = (query: string, conversation_id = '') =>
      send(`/apps/${appId}/draft/run`, 'POST', { inputs: {}, query, conversation_id });
    const first = (await say('One')).body as { conversation_id: string; message_id: string };
    const second = await say('Two', first.conversation_id);
    expect(second).toMatchObject({ status: 200, body: { conversation_id: first.conversation_id } });
    // Asked again, it follows what the first answer followed.
    const again = { inputs: {}, query: 'Two again', conversation_id: first.conversation_id };
    const ofDraft = `/apps/${appId}/draft/run`;
    const parent_message_id = first.message_id;
    expect((await send(ofDraft, 'POST', { ...again, parent_message_id })).status).toBe(200);
    expect(await send(ofDraft, 'POST', { ...again, parent_message_id: 'x' })).toMatchObject({ status: 400 });
    const editor = await newMember(platform, 'editor', platform.workspaceId);
    const body = { inputs: {}, query: 'Three', conversation_id: first.conversation_id };
    const path = `/console/api/apps/${appId}/draft/run`;
    expect((await editor.client.request(path, { method: 'POST', body })).status).toBe(404);
    expect((await platform.post(key, '/v1/chat-messages', { ...body, user: 'operator' })).status).toBe(404);
    expect((await platform.get(key, '/v1/conversations?user=operator')).body).toMatchObject({ data: [] });
    const member = await newMember(platform, 'member', platform.workspaceId);
    expect((await member.client.request(path, { method: 'POST', body: { inputs: {}, query: 'x' } })).status).toBe(403);
  });

  it('runs a node with what others gave in a run of the app that is named', async () => {
    const { appId, key } = await platform.importApp(await example('greeting-workflow'));
    const run = async (name: string) =>
      (await platform.post(key, '/v1/workflows/run', { inputs: { name }, user: 'u', response_mode: 'blocking' }))
        .body as { workflow_run_id: string };
    const first = await run('Ada');
    await run('Bob');
    const { data } = (await send(`/runs/${first.workflow_run_id}/nodes?values=true`)).body as {
      data: { node_id: string; node_type: string }[];
    };
    const id = data.find(({ node_type: type }) => type === 'template-transform')?.node_id ?? '';
    const tried = (run_id: string) => send(`/apps/${appId}/draft/nodes/${id}/run`, 'POST', { use_last: true, run_id });
    expect((await tried(first.workflow_run_id)).text).toContain('Ada');
    const { appId: other } = await platform.importApp(await example('greeting-workflow'));
    const foreign = { use_last: true, run_id: first.workflow_run_id };
    expect(await send(`/apps/${other}/draft/nodes/${id}/run`, 'POST', foreign)).toMatchObject({ status: 404 });
  });

  it('runs as it was saved last, is in no log of the app, and is stopped by its run', async () => {
    const { appId, key } = await platform.importApp(await example('greeting-workflow'));
    const yaml = (await example('greeting-workflow')).replace('Hello {{ name }}!', 'Changed {{ name }}!');
    await send(`/apps/${appId}/draft`, 'PUT', { yaml, hash: null });
    const run = await send(`/apps/${appId}/draft/run`, 'POST', { inputs: { name: 'Ada' } });
    expect(run.text).toContain('Changed Ada!');
    expect((await platform.get(key, '/v1/workflows/logs')).body).toMatchObject({ total: 0 });
    const { workflow_run_id: id } = run.body as { workflow_run_id: string };
    expect((await send(`/runs/${id}`)).body).toMatchObject({ triggered_from: 'debugging', status: 'succeeded' });
    expect((await send(`/runs/${id}/stop`, 'POST')).status).toBe(200);
    expect((await send(`/apps/${appId}/draft/run`, 'POST', { inputs: {} })).status).toBe(400);
  });
});

describe('one node of a draft', () => {
  it('runs with given values, whatever the rest of the graph is like', async () => {
    const { appId } = await platform.importApp(unfinished, { publish: false });
    expect((await send(`/apps/${appId}/draft/run`, 'POST', { inputs: {} })).status).toBe(400);
    expect((await runNode(appId, '2', { '1.name': 'Ada' })).body).toMatchObject({
      node_id: '2',
      status: 'succeeded',
      outputs: { output: 'Hello Ada' },
    });
    expect((await runNode(appId, 'shout', { '{{#each.item#}}': 'hey' })).body).toMatchObject({
      outputs: { output: 'HEY!' },
    });
    expect((await runNode(appId, 'each', { '1.words': ['a', 'b'] })).body).toMatchObject({
      outputs: { output: ['A!', 'B!'] },
    });
    expect((await runNode(appId, '1', { name: 'Ada' })).body).toMatchObject({ outputs: { name: 'Ada' } });
  });

  it('takes numbers with their kind and their digits', async () => {
    const { appId } = await platform.importApp(unfinished, { publish: false });
    const answer = await fetch(`${platform.url}/console/api/apps/${appId}/draft/nodes/2/run`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${platform.token}`,
        'x-workspace-id': platform.workspaceId,
        'content-type': 'application/json',
      },
      body: '{"values":{"1.name":[2.0,98765432109876543210,3]}}',
    });
    expect(await answer.text()).toContain('Hello [2.0, 98765432109876543210, 3]');
  });

  it('says what is wrong with it', async () => {
    const { appId } = await platform.importApp(unfinished, { publish: false });
    expect(await runNode(appId, 'broken')).toMatchObject({ status: 400, body: { code: 'invalid_graph' } });
    expect(await runNode(appId, 'nothing')).toMatchObject({ status: 404, body: { code: 'no_node' } });
    expect(await runNode(appId, '2', { '.name': 1 })).toMatchObject({ status: 400, body: { code: 'invalid_value' } });
    const secret = await runNode(appId, '2', { 'env.token': 'mine' });
    expect(secret).toMatchObject({ status: 400, body: { code: 'secret_value' } });
    const failed = await runNode(appId, 'each', { '1.words': 'no list' });
    expect(failed).toMatchObject({ status: 200, body: { status: 'failed', node_id: 'each' } });
    expect(failed.text).not.toContain('canary');
  });

  it('tells what it did last, in a run of the draft or alone', async () => {
    const { appId } = await platform.importApp(await example('greeting-workflow'));
    const last = async () => {
      const { data } = (await send(`/apps/${appId}/draft/nodes`)).body as {
        data: { node_id: string; status: string; outputs: object }[];
      };
      return Object.fromEntries(data.map(({ node_id, outputs }) => [node_id, outputs]));
    };
    expect(await last()).toEqual({});
    await send(`/apps/${appId}/run`, 'POST', { inputs: { name: 'Caller' } });
    expect(await last()).toEqual({});
    await send(`/apps/${appId}/draft/run`, 'POST', { inputs: { name: 'Ada' } });
    expect(Object.keys(await last()).toSorted()).toEqual(['1001', '1002', '1004', '1005', '1006']);
    await runNode(appId, '1003', { '1001.name': 'bob' });
    await runNode(appId, '1004', { '1001.name': 'Bob' });
    expect(await last()).toMatchObject({
      '1003': { output: 'Good day, Bob. It is a pleasure to meet you.' },
      '1004': { output: 'Hello Bob! Lovely to see you.' },
      '1005': { output: 'Hello Ada! Lovely to see you.' },
    });
  });
});
