/** Servers of tools (MCP) that agents of documents bring themselves, and the tools that are not needed beside them. */
import { isMapping } from '#engine';
import type { ToolReference } from './tool.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** Parameters of strategies that bring their own servers, as plugins of the family name them. */
const PARAMETERS = ['mcp_server', 'mcp_servers', 'mcp_servers_config', 'servers_config', 'config_json'];

/** Tools of plugins that only list and call what servers have (`mcp_list_tools`, `mcp_sse_call_tool`). */
const helper = /^mcp_(?:sse_)?(?:list_tools|call_tool|list_resources|read_resource|list_prompts|get_prompt)$/;

/** Settings of servers in the parameters of an agent, as they stand there; those that name none are left out. */
export function serverSettings(parameters: Mapping): readonly unknown[] {
  return PARAMETERS.map((name) => parameters[name]).filter((setting) => {
    const value = isMapping(setting) && 'value' in setting ? setting.value : setting;
    return value !== undefined && !namesNoServer(value);
  });
}

/** Whether a setting is empty, or a configuration without a server. */
export function namesNoServer(value: unknown): boolean {
  if (value === null) return true;
  if (typeof value === 'string') return value.trim() === '' || (/^\s*[[{]/.test(value) && namesNoServer(parsed(value)));
  if (Array.isArray(value)) return value.length === 0;
  if (!isMapping(value)) return false;
  const inner = value.mcpServers ?? value.mcp_servers ?? value.servers ?? value;
  return (isMapping(inner) ? Object.keys(inner) : Array.isArray(inner) ? inner : [inner]).length === 0;
}

/** Whether a tool does what an agent with servers of its own does without it. */
export function isServerHelper({ kind, name }: Pick<ToolReference, 'kind' | 'name'>): boolean {
  return ['builtin', 'plugin', ''].includes(kind) && helper.test(name);
}

/** What is no JSON may be anything. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
