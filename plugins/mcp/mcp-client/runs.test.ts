import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { EventReader } from '#plugins/delivery-api/testing/event-reader.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { agentData, runAgent } from '#plugins/node-agent/testing/run-agent.ts';
import { type ToolReference, ToolSources } from '#plugins/tools/contract.ts';
import { toolHostCalls } from '#plugins/tools/testing/tool-host.ts';
import { echo, type McpFixture, startMcpServer } from './testing/mcp-fixture.ts';
import { startSseServer } from './testing/older-server.ts';

let platform: TestPlatform;
let modern: McpFixture;
let older: McpFixture;

beforeAll(async () => {
  platform = await sharedPlatform();
  modern = await startMcpServer();
  older = await startMcpServer('2025');
});
afterAll(async () => {
  await modern[Symbol.asyncDispose]();
  await older[Symbol.asyncDispose]();
});
beforeEach(() => {
  for (const fixture of [modern, older]) {
    fixture.tools = [echo];
    fixture.answer = (_name, given) => ({ content: [{ type: 'text', text: JSON.stringify(given) }] });
    fixture.http.seen.length = 0;
  }
});

const ask = (path: string, method = 'GET', body?: unknown) =>
  platform.management.request(`/console/api/mcp-servers${path}`, { method, ...(body === undefined ? {} : { body }) });

let count = 0;
async function add(url: string): Promise<string> {
  count += 1;
  const identifier = `run-${count}`;
  expect((await ask('', 'POST', { identifier, url })).body).toMatchObject({ state: 'ready' });
  return identifier;
}

const call = (identifier: string, id: string) =>
  node(id, 'tool', {
    provider_type: 'mcp',
    provider_id: identifier,
    tool_name: 'echo',
    tool_parameters: { text: { type: 'mixed', value: id } },
  });

const twice = (identifier: string) =>
  appDocument({
    mode: 'workflow',
    name: 'Twice',
    nodes: [
      node('1', 'start', { variables: [] }),
      call(identifier, '2'),
      call(identifier, '3'),
      node('4', 'end', { outputs: [{ variable: 'text', value_selector: ['3', 'text'] }] }),
    ],
    edges: chain('1', '2', '3', '4'),
  });

const start = { inputs: {}, user: 'ada', response_mode: 'blocking' };

describe('a run', () => {
  it('keeps one session with an older server, and begins another when that is forgotten', async () => {
    const app = await platform.importApp(twice(await add(older.url)));
    const before = older.sessions();
    expect((await platform.post(app.key, '/v1/workflows/run', start)).body).toMatchObject({
      data: { status: 'succeeded' },
    });
    expect(older.sessions()).toBe(before + 1);
    older.answer = (_name, given) => {
      older.forget();
      return { content: [{ type: 'text', text: JSON.stringify(given) }] };
    };
    expect((await platform.post(app.key, '/v1/workflows/run', start)).body).toMatchObject({
      data: { status: 'succeeded' },
    });
  });

  it.each(['both', '2025'] as const)('that is stopped cancels its call (%s)', async (era) => {
    const fixture = era === 'both' ? modern : older;
    const app = await platform.importApp(twice(await add(fixture.url)));
    const called = Promise.withResolvers<AbortSignal>();
    const cancelled = Promise.withResolvers<void>();
    fixture.answer = (_name, _given, signal) => {
      signal.addEventListener('abort', () => cancelled.resolve());
      called.resolve(signal);
      return new Promise(() => {});
    };
    const body = { ...start, response_mode: 'streaming' };
    const reader = new EventReader(await platform.open(app.key, '/v1/workflows/run', { body }));
    const { task_id: task } = await reader.until(({ event }) => event === 'workflow_started');
    await called.promise;
    await platform.post(app.key, `/v1/workflows/tasks/${task}/stop`, { user: 'ada' });
    await cancelled.promise;
    await reader.rest();
  });
});

describe('an agent of a document that brings its servers', () => {
  /** The tools of the workspace, as its runs find them. */
  const sources = () => {
    const source = platform.kernel.contributions(ToolSources).get('mcp-client');
    if (source === undefined) throw new Error('no source');
    const find = (reference: ToolReference) => source.find(reference, platform.workspaceId);
    return toolHostCalls([], { sources: [{ ...source, id: source.id, kinds: source.kinds, find }] });
  };
  const agent = (mcpServer: string, tools: readonly object[] = []) => {
    const data = agentData({ strategy: 'mcp_agent', query: 'Say it.', tools });
    const parameters = { ...(data.agent_parameters as object), mcp_server: { type: 'constant', value: mcpServer } };
    return { ...data, agent_parameters: parameters };
  };
  const sayings = [{ calls: [['echo', '{"text":"Hello"}']] }, 'Done.'] as const;

  it('gets their tools: by address, by the usual JSON, by the identifier of a registered one', async () => {
    const identifier = await add(modern.url);
    await using sse = await startSseServer();
    const config = JSON.stringify({
      mcpServers: { old: { url: `${sse.url}/sse`, headers: { 'X-Key': 'agent-canary' } } },
    });
    for (const servers of [older.url, config, identifier]) {
      const { result, sent, log } = await runAgent(agent(servers), { sayings, calls: sources() });
      expect(JSON.stringify(sent[1])).toContain('Hello');
      expect(result.outputs.text).toBe('Done.');
      expect(JSON.stringify([log, sent])).not.toContain('canary');
    }
    expect(sse.seen.every(({ headers }) => headers['x-key'] === 'agent-canary')).toBe(true);
  });

  it('does the work of tools that only list and call what servers have, and offers the model none of them', async () => {
    const provider = { enabled: true, type: 'builtin', provider_name: 'junjiem/mcp_sse/mcp_sse' };
    const helpers = ['mcp_sse_list_tools', 'mcp_sse_call_tool'].map((name) => ({ ...provider, tool_name: name }));
    const { result, sent } = await runAgent(agent(older.url, helpers), { sayings, calls: sources() });
    expect(result.outputs.text).toBe('Done.');
    expect([JSON.stringify(sent).includes('echo'), JSON.stringify(sent).includes('mcp_sse')]).toEqual([true, false]);
  });

  it.each([
    ['unknown', 'lacks its servers of tools (MCP). The "mcp" provider "unknown" does not exist'],
    ['http://127.0.0.1:9/mcp', `lacks its servers of tools (MCP). The MCP server "127.0.0.1:9" can't be reached`],
    ['http://10.0.0.1/mcp', 'lacks its servers of tools (MCP). The MCP server "10.0.0.1"'],
    ['{"x": {"command": "npx"}}', 'is started as a command (stdio), which is not offered'],
  ])('fails without them, and says why: %s', async (servers, message) => {
    await expect(runAgent(agent(servers), { sayings, calls: sources() })).rejects.toThrow(message);
  });

  it('is told to lack a server when it is imported', async () => {
    const document = appDocument({
      mode: 'workflow',
      name: 'Agent',
      nodes: [
        node('1', 'start', { variables: [] }),
        node('2', 'agent', agent('not-here')),
        node('3', 'end', { outputs: [] }),
      ],
      edges: chain('1', '2', '3'),
    });
    const answer = await platform.management.request('/console/api/apps/import/plan', {
      method: 'POST',
      body: { yaml: document },
    });
    expect(answer.text).toContain('works with the MCP server');
  });
});
