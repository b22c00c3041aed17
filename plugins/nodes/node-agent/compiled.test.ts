import { expect, it } from 'vitest';
import { toJson } from '#engine';
import { neededTools } from '#plugins/tools/contract.ts';
import { agentWarnings } from './agent-warnings.ts';
import { compileAgent } from './compiled.ts';
import { readServers } from './tool-servers.ts';

/** What speaks to servers of tools. */
const mcp = { id: 'mcp', kinds: ['mcp'], find: async () => [] };

const address = 'https://tools.example/mcp?key=canary';

it.each([
  { agent_strategy_name: 'function_calling', agent_strategy_provider_name: 'somebody/agent/mcp_agent' },
  { agent_strategy_name: 'mcp_sse_ReAct' },
  { agent_strategy_name: 'mcp_sse_ReAct', agent_parameters: { mcp_server: { type: 'constant', value: ' ' } } },
])('an agent whose strategy needs servers of tools and names none can not run, and import tells it: %j', (data) => {
  const problem = expect.stringContaining('servers of tools (MCP)');
  expect(compileAgent(data)).toEqual({ problem });
  expect(agentWarnings(data, [], [mcp])).toEqual([{ field: 'agent_strategy_name', message: problem, isMissing: true }]);
});

it('settings of servers that were left empty are none', () => {
  const agent_parameters = { mcp_server: { type: 'constant', value: ' ' } };
  expect(compileAgent({ agent_strategy_name: 'function_calling', agent_parameters })).toMatchObject({ servers: [] });
});

it('a strategy of servers is the usual one with more tools', () => {
  const data = (name: string) => ({
    agent_strategy_name: name,
    agent_parameters: { mcp_server: { type: 'constant', value: address } },
  });
  expect(compileAgent(data('mcp_agent'))).toMatchObject({ strategy: 'function-calling' });
  expect(compileAgent(data('mcp_sse_ReAct'))).toMatchObject({ strategy: 'react', servers: [{ kind: 'text' }] });
  expect(agentWarnings(data('mcp_agent'), [], [mcp])).toEqual([]);
  expect(agentWarnings(data('mcp_agent'), [], [])).toMatchObject([{ message: expect.stringContaining('mcp-client') }]);
});

it.each([
  [address, [['tools.example', { url: address, headers: {} }]]],
  ['tickets, files', [['tickets'], ['files']]],
  [
    '{"mcpServers": {"maps": {"transport": "sse", "url": "https://a.example/sse", "headers": {"X-Key": "k"}, "timeout": 20}}}',
    [['maps', { url: 'https://a.example/sse', headers: { 'X-Key': 'k' }, timeoutSeconds: 20 }]],
  ],
  [
    '{"__proto__": {"url": "https://b.example/mcp"}, "other": "tickets"}',
    [['__proto__', { url: 'https://b.example/mcp', headers: {} }], ['tickets']],
  ],
])('servers are read as documents name them: %s', (text, expected) => {
  const found = readServers(text).map(({ kind, provider, name, settings }) => {
    expect([kind, name]).toEqual(['mcp', '']);
    return settings === undefined ? [provider] : [provider, JSON.parse(settings)];
  });
  expect(found).toEqual(expected);
});

it('servers that are started as commands are refused, by name', () => {
  const value = '{"mcpServers": {"files": {"command": "npx", "args": ["-y", "server-filesystem", "/"]}}}';
  expect(() => readServers(value)).toThrow('"files" is started as a command (stdio), which is not offered');
  const agent_parameters = { config_json: { type: 'constant', value } };
  expect(agentWarnings({ agent_strategy_name: 'mcp_agent', agent_parameters }, [], [mcp])).toMatchObject([
    { message: expect.stringContaining('stdio'), isMissing: true },
  ]);
});

it.each([
  ['mcpReAct-UI-TARS', '3dify-project/mcp_client/agent'],
  ['mcp_browser_operator', 'somebody/mcp/agent'],
])(
  'a strategy that does something else is not taken for the usual ones, though its plugin is one of servers: %s',
  (name, provider) => {
    const data = { agent_strategy_name: name, agent_strategy_provider_name: provider };
    const problem = expect.stringContaining(`The strategy "${name}" of the agent comes with the plugin "${provider}"`);
    const agent_parameters = { mcp_server: { type: 'constant', value: address } };
    for (const each of [data, { ...data, agent_parameters }]) expect(compileAgent(each)).toEqual({ problem });
  },
);

it.each(['{}', ' {"mcpServers": {}} ', '[]', '{"mcpServers": []}', {}, { mcpServers: {} }])(
  'an empty configuration of servers is none: %j',
  (value) => {
    const tools = { type: 'constant', value: [{ enabled: true, provider_name: 'time', tool_name: 'current_time' }] };
    const settings = { mcp_servers_config: { type: 'constant', value }, tools };
    const data = { agent_strategy_name: 'mcp_sse_FunctionCalling', agent_parameters: settings };
    expect(compileAgent(data)).toMatchObject({ servers: [], tools: { value: [{ label: 'current_time' }] } });
    expect(readServers(typeof value === 'string' ? value : JSON.stringify(value))).toEqual([]);
    const alone = { ...data, agent_parameters: { ...settings, tools: { type: 'constant', value: [] } } };
    expect(compileAgent(alone)).toMatchObject({ problem: expect.stringContaining('names none') });
  },
);

it('tools that only list and call what servers have are not missing where the agent has servers, and are elsewhere', () => {
  const helpers = [
    { provider_name: 'junjiem/mcp_sse/mcp_sse', tool_name: 'mcp_sse_list_tools' },
    { provider_name: 'arrenxxxxx/mcp_config_during_use/mcp_config_during_use', tool_name: 'mcp_call_tool' },
    { provider_name: 'a/b/c', tool_name: 'other' },
  ].map((tool) => ({ enabled: true, type: 'builtin', ...tool }));
  const data = (value: string) => ({
    ...{ agent_strategy_name: 'mcp_agent', agent_strategy_provider_name: 'hjlarry/agent/mcp_agent' },
    agent_parameters: {
      mcp_server: { type: 'constant', value },
      tools: { type: 'constant', value: helpers },
    },
  });
  const lacking = (value: string) =>
    agentWarnings(data(value), [], [mcp]).map(({ message }) => /The tool "([^"]*)"/.exec(message)?.[1]);
  expect(lacking(address)).toEqual(['other']);
  expect(lacking('{}')).toEqual(['mcp_sse_list_tools', 'mcp_call_tool', 'other']);
  const names = (value: string) =>
    neededTools(toJson({ nodes: [{ id: '1', data: data(value) }] })).map(({ name }) => name);
  expect(names(address)).toEqual(['other']);
  expect(names('{}')).toEqual(['mcp_sse_list_tools', 'mcp_call_tool', 'other']);
});
