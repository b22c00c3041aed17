import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { type TestClient, testClient } from '#http/testing/client.ts';
import { Apps } from '#plugins/apps/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { tableSums } from '#plugins/database/testing/table-sums.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { type LocalServer, startServer } from '#plugins/egress/testing/local-server.ts';

let platform: TestPlatform;
let client: TestClient;
let world: LocalServer;
beforeAll(async () => {
  world = await startServer((_, response) => response.end('{}'));
  platform = await startPlatform({ threads: 0, config: { egress: { allow: ['127.0.0.1'] } } });
  client = testClient(platform.url, platform.token);
});
afterAll(() => platform.dispose().finally(() => world[Symbol.asyncDispose]()));

const plan = (yaml: string) => client.request('/console/api/apps/import/plan', { body: { yaml } });

/** A workflow that names what a workspace has to have, and addresses that answer. */
const needy = () =>
  appDocument({
    mode: 'workflow',
    environmentVariables: [
      { name: 'token', value_type: 'secret', value: '' },
      { name: 'known', value_type: 'secret', value: 'canary-of-a-plan' },
    ],
    nodes: [
      node('1', 'start', { variables: [] }),
      node('2', 'llm', { model: { provider: 'openai', name: 'gpt-4o', mode: 'chat' }, prompt_template: [] }),
      node('3', 'llm', { model: { provider: 'demo', name: 'demo-chat', mode: 'chat' }, prompt_template: [] }),
      node('4', 'tool', {
        provider_type: 'builtin',
        provider_id: 'weather',
        tool_name: 'forecast',
        tool_parameters: {},
      }),
      node('5', 'http-request', {
        method: 'get',
        url: world.url,
        authorization: { type: 'no-auth' },
        headers: '',
        params: '',
        body: { type: 'none', data: [] },
      }),
      node('6', 'knowledge-retrieval', {
        dataset_ids: ['6f1ad4f8-62a4-4f53-9a30-9d6f1c0f0001'],
        query_variable_selector: ['1', 'x'],
        retrieval_mode: 'multiple',
      }),
      node('7', 'end', { outputs: [] }),
    ],
    edges: chain('1', '2', '3', '4', '5', '6', '7'),
  });

describe('the plan of an import', () => {
  it('tells what the document needs, and what of it is missing', async () => {
    const { status, body, text } = await plan(needy());
    expect(status).toBe(200);
    expect(body).toMatchObject({
      app: { name: 'Test app', mode: 'workflow' },
      version: '0.6.0',
      status: 'completed',
      models: [
        { provider: 'openai', model: 'gpt-4o', type: 'llm', state: 'provider_missing' },
        { provider: 'demo', model: 'demo-chat', type: 'llm', state: 'ready' },
      ],
      tools: [{ provider: 'weather', tool: 'forecast', missing: expect.any(String) }],
      secrets: ['token'],
      datasets: [{ id: '6f1ad4f8-62a4-4f53-9a30-9d6f1c0f0001', state: 'missing' }],
      is_complete: false,
    });
    expect(text).not.toContain('canary-of-a-plan');
  });

  it.each<[string, string, object, RegExp]>([
    ['a tool of an imported API', 'tool', { provider_type: 'api', provider_id: 'pets', tool_name: 'find' }, /"api"/],
    ['a tool of a workflow', 'tool', { provider_type: 'workflow', provider_id: 'w', tool_name: 'x' }, /"workflow"/],
    ['a tool of an MCP server', 'tool', { provider_type: 'mcp', provider_id: 'm', tool_name: 'x' }, /"mcp"/],
    [
      'a tool and a model that only an agent names',
      'agent',
      {
        agent_strategy_name: 'function_calling',
        agent_parameters: {
          model: { type: 'constant', value: { provider: 'langgenius/openai/openai', model: 'gpt-4o' } },
          tools: {
            type: 'constant',
            value: [{ type: 'api', provider_name: 'pets', tool_name: 'find', enabled: true }],
          },
        },
      },
      /model langgenius\/openai\/openai\/gpt-4o can't be called here.*\n.*tool "find".*"api"|"find".*\n.*gpt-4o/,
    ],
    [
      'what the provider of an installed tool must be told',
      'tool',
      { provider_type: 'builtin', provider_id: 'tavily', tool_name: 'tavily_search', tool_parameters: {} },
      /tools set tavily/,
    ],
    ['a model without `dependencies`', 'llm', { model: { provider: 'openai', name: 'gpt-4o' } }, /openai\/gpt-4o/],
    ['a strategy that is not here', 'agent', { agent_strategy_name: 'tree_of_doom' }, /tree_of_doom.*not installed/],
    [
      'a strategy that needs servers of tools',
      'agent',
      { agent_strategy_name: 'function_calling', agent_strategy_provider_name: 'somebody/agent/mcp_agent' },
      /servers of tools \(MCP\)/,
    ],
    [
      'a knowledge base',
      'knowledge-retrieval',
      { dataset_ids: ['6f1ad4f8-62a4-4f53-9a30-9d6f1c0f0001'] },
      /6f1ad4f8.*skipped/,
    ],
    [
      'the network for Python',
      'code',
      { code_language: 'python3', code: 'import json, requests', outputs: {} },
      /network/,
    ],
    ['the network for JavaScript', 'code', { code_language: 'javascript', code: 'fetch("x")', outputs: {} }, /network/],
    ['a node type', 'holodeck', {}, /holodeck/],
  ])('tells that %s is missing; so do the import and publishing it', async (_, type, data, expected) => {
    const variables = type === 'code' ? { variables: [] } : {};
    const nodes = [
      node('1', 'start', { variables: [] }),
      node('2', type, { ...variables, ...data }),
      node('3', 'end', { outputs: [] }),
    ];
    const yaml = appDocument({ mode: 'workflow', nodes, edges: chain('1', '2', '3') });
    const { body } = await plan(yaml);
    const { missing, is_complete: isComplete } = body as { missing: string[]; is_complete: boolean };
    expect(missing.join('\n')).toMatch(expected);
    expect(isComplete).toBe(false);
    const made = await client.request('/console/api/apps/import', { body: { yaml } });
    const { app, warnings } = made.body as { app: { id: string }; warnings: string[] };
    const published = await client.request(`/console/api/apps/${app.id}/publish`, { body: {} });
    const told = (published.body as { warnings: string[] }).warnings;
    for (const one of missing) {
      expect(warnings.filter((warning) => warning.includes(one))).toHaveLength(1);
      expect(told.filter((warning) => warning.includes(one))).toHaveLength(1);
    }
  });

  it('tells that nothing starts a workflow by itself', async () => {
    const nodes = [
      node('1', 'trigger-plugin', { provider_id: 'acme/mail', event_name: 'received' }),
      node('3', 'end', { outputs: [] }),
    ];
    const { body } = await plan(appDocument({ mode: 'workflow', nodes, edges: chain('1', '3') }));
    expect(body).toMatchObject({
      missing: [expect.stringContaining('an event of a plugin starts')],
      is_complete: false,
      problem: null,
    });
  });

  it('of an example is complete, and one of a later version says so', async () => {
    const yaml = await readFile(new URL('../../../examples/demo-chat.yml', import.meta.url), 'utf8');
    expect((await plan(yaml)).body).toMatchObject({ is_complete: true, problem: null, status: 'completed' });
    expect((await plan(yaml.replace('0.6.0', '9.0.0'))).body).toMatchObject({ status: 'pending', version: '9.0.0' });
    const model = { state: 'model_unknown' };
    expect((await plan(yaml.replace('demo-chat, mode', 'gone, mode'))).body).toMatchObject({ models: [model] });
  });

  it('warns of plugins that are missing, not of those behind models and tools that are here', async () => {
    const list = ['langgenius/demo', 'langgenius/openai', 'langgenius/time', 'langgenius/spark'];
    const dependencies = list.map((name) => ({
      type: 'marketplace',
      value: { marketplace_plugin_unique_identifier: `${name}:0.1.0@0123` },
    }));
    const { body } = await plan(JSON.stringify({ ...JSON.parse(needy()), dependencies }));
    const { warnings } = body as { warnings: string[] };
    expect(warnings.filter((one) => one.includes('made with the plugins'))).toEqual([
      expect.stringContaining('plugins langgenius/spark,'),
    ]);
  });

  it('imports nothing, and neither it nor the import contacts anybody or starts a run', async () => {
    const database = platform.kernel.resolve(Database);
    const before = await tableSums(database);
    await plan(needy());
    expect((await plan('kind: nothing')).status).toBe(400);
    const { audit_entries: _log, ...after } = await tableSums(database);
    expect(before).toMatchObject(after);
    const made = await client.request('/console/api/apps/import', { body: { yaml: needy() } });
    expect(made.status).toBe(201);
    const { workflow_runs: runs } = await tableSums(database);
    expect(runs).toBe(before.workflow_runs);
    expect(world.seen).toEqual([]);
  });
});

describe('models that the workspace lacks', () => {
  const path = '/console/api/apps/import';
  const lacking = (model = 'gpt-4o') => needy().replaceAll('"weather"', '"time"').replaceAll('gpt-4o', model);
  const models = async (yaml: string) => ((await plan(yaml)).body as { models: object[] }).models;

  it('are swapped for others as the plan suggests, which the next plan remembers', async () => {
    const [first, second] = await models(lacking());
    expect(first).toMatchObject({ name: 'openai/gpt-4o', suggestion: { is_remembered: false } });
    expect(second).toMatchObject({ name: 'demo/demo-chat', suggestion: null });
    const swapped = [{ from: 'openai/gpt-4o', to: 'demo/demo-chat' }];
    const swap_models = { 'openai/gpt-4o': 'demo/demo-chat' };
    const made = await client.request(path, { body: { yaml: lacking(), swap_models } });
    expect(made).toMatchObject({ status: 201, body: { swapped_models: swapped } });
    const { app, warnings } = made.body as { app: { id: string }; warnings: string[] };
    expect(warnings.join()).not.toContain('gpt-4o');
    const yaml = (await client.request(`/console/api/apps/${app.id}/export`)).text;
    expect(yaml).toContain('demo-chat');
    expect(yaml).not.toContain('gpt-4o');
    const suggestion = { model: 'demo/demo-chat', is_remembered: true };
    expect(await models(lacking())).toMatchObject([{ suggestion }, { suggestion: null }]);
    const again = await client.request(path, { body: { yaml: lacking(), swap_remembered: true } });
    expect(again).toMatchObject({ status: 201, body: { swapped_models: swapped } });
    // Another one was never swapped.
    const other = await client.request(path, { body: { yaml: lacking('gpt-5'), swap_remembered: true } });
    expect(other.body).not.toHaveProperty('swapped_models');
  });

  it.each([
    ['a model that the document does not name', { 'openai/gpt-9': 'demo/demo-chat' }, 'unknown_swap', 'openai/gpt-4o'],
    ['a model that is not there', { 'openai/gpt-4o': 'demo/none' }, 'unusable_swap', 'none'],
    ['a model of another type', { 'openai/gpt-4o': 'demo/demo-embedding' }, 'unusable_swap', 'demo-embedding'],
    ['no name of a model', { 'openai/gpt-4o': '__proto__' }, 'unusable_swap', '__proto__'],
  ])('are not swapped for %s', async (_, swap_models, code, told) => {
    const answer = await client.request(path, { body: { yaml: lacking(), swap_models } });
    expect(answer).toMatchObject({ status: 400, body: { code, message: expect.stringContaining(told) } });
  });
});

describe('an import that publishes and makes a key', () => {
  const path = '/console/api/apps/import';
  const settings = { publish: true, key_name: 'k' };
  const count = async () => ((await client.request('/console/api/apps')).body as { total: number }).total;

  it.each(['publish', 'createKey'] as const)('leaves no app when %s fails, and may be tried again', async (step) => {
    const yaml = await readFile(new URL('../../../examples/demo-chat.yml', import.meta.url), 'utf8');
    const waiting = await client.request(path, { body: { yaml: yaml.replace('0.6.0', '9.0.0') } });
    const { import_id: importId } = waiting.body as { import_id: string };
    const before = await count();
    const failing = vi.spyOn(platform.kernel.resolve(Apps), step).mockRejectedValue(new Error('broken'));
    const asks = [
      { yaml, ...settings },
      { import_id: importId, ...settings },
    ];
    for (const body of asks) expect((await client.request(path, { body })).status).toBe(500);
    failing.mockRestore();
    expect(await count()).toBe(before);
    expect((await client.request(path, { body: asks[1] })).status).toBe(201);
    expect(await count()).toBe(before + 1);
  });
});
