import type { SettingWarning } from '#engine';
import { areHarmless, missingTool, type Tool, type ToolSource } from '#plugins/tools/contract.ts';
import { compileAgent, offeredTools } from './compiled.ts';
import { constantServers, readServers } from './tool-servers.ts';

/** Whether a node may run again after an interruption: its tools do nothing outside. */
export function hasHarmlessTools(data: Readonly<Record<string, unknown>>, tools: readonly Tool[]): boolean {
  const agent = compileAgent(data);
  if ('problem' in agent || !('value' in agent.tools) || agent.servers.length > 0) return false;
  return areHarmless(
    tools,
    agent.tools.value.map(({ reference }) => reference),
  );
}

/**
 * What a builder should know before a version 1 node is reached: why it can't run, and which tools its model will miss.
 */
export function agentWarnings(
  data: Readonly<Record<string, unknown>>,
  tools: readonly Tool[],
  sources: readonly ToolSource[],
): readonly SettingWarning[] {
  const agent = compileAgent(data);
  if ('problem' in agent)
    return [{ field: 'agent_strategy_name', message: `can't be used. ${agent.problem}`, isMissing: true }];
  const servesServers = sources.some(({ kinds }) => kinds.includes('mcp'));
  const servers = serverWarnings(data, agent.servers.length > 0, servesServers);
  if (!('value' in agent.tools)) return servers;
  const missing = offeredTools(agent.tools.value, agent).flatMap(({ reference }) => {
    const missing = missingTool(tools, sources, reference);
    return missing === null
      ? []
      : [{ field: 'agent_parameters.tools', message: `names a tool that is missing. ${missing}`, isMissing: true }];
  });
  return [...servers, ...missing];
}

/** Servers of tools that can't be read, or that nothing here can speak to. Whether they are there, only a run finds out. */
function serverWarnings(
  data: Readonly<Record<string, unknown>>,
  hasServers: boolean,
  servesServers: boolean,
): readonly SettingWarning[] {
  if (!hasServers) return [];
  const tell = (message: string) => ({ field: 'agent_parameters', message, isMissing: true });
  if (!servesServers)
    return [tell('names servers of tools (MCP), and no plugin here speaks to them: switch mcp-client on.')];
  return constantServers(data).flatMap((text) => {
    try {
      readServers(text);
      return [];
    } catch (error) {
      return [tell(`names servers of tools (MCP) that can't be used. ${error instanceof Error ? error.message : ''}`)];
    }
  });
}
