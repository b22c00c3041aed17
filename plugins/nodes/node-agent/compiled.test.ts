import { expect, it } from 'vitest';
import { agentWarnings } from './agent-warnings.ts';
import { compileAgent } from './compiled.ts';

it.each([
  { agent_strategy_name: 'function_calling', agent_strategy_provider_name: 'somebody/agent/mcp_agent' },
  { agent_strategy_name: 'mcp_sse_ReAct' },
  {
    agent_strategy_name: 'function_calling',
    agent_parameters: { mcp_server: { type: 'constant', value: 'https://tools.example/mcp' } },
  },
])('an agent whose strategy needs servers of tools can not run, and import tells it: %j', (data) => {
  const problem = expect.stringContaining('servers of tools (MCP)');
  expect(compileAgent(data)).toEqual({ problem });
  expect(agentWarnings(data, [])).toEqual([{ field: 'agent_strategy_name', message: problem, isMissing: true }]);
});

it('settings of servers that were left empty are none', () => {
  const agent_parameters = { mcp_server: { type: 'constant', value: ' ' } };
  expect(compileAgent({ agent_strategy_name: 'function_calling', agent_parameters })).not.toHaveProperty('problem');
});
