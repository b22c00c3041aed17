/**
 * What an agent reports while it works, for those who show it. Each step is told when it begins and again, with the
 * same id, when it ends (runtime API, node events): a round, inside it the model's thought and one call per tool.
 */

/** Servers of tools (MCP) that agents of documents name: for who speaks to them. */
export { constantServers, type DocumentServer, readDocumentServer, readServers } from './tool-servers.ts';

/** A step of an agent, as `agent-log` events carry it. Bounded: long texts are cut. */
export interface AgentLogEntry {
  readonly node_execution_id: string;
  readonly node_id: string;
  readonly id: string;
  /** `ROUND 1`, `gpt-4o Thought`, `CALL current_time`. */
  readonly label: string;
  /** Id of the round; null for rounds. */
  readonly parent_id: string | null;
  readonly status: 'start' | 'success' | 'error';
  readonly error: string | null;
  readonly data: AgentRoundData | AgentThoughtData | AgentCallData;
  /** Times in seconds; tokens and price of rounds and thoughts; `provider`. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Data of a round; without `observation` until its tools have answered. */
export interface AgentRoundData {
  readonly kind: 'round';
  /** From 1. */
  readonly position: number;
  readonly observation?: readonly AgentObservation[];
  /** File values the tools gave. */
  readonly files?: readonly unknown[];
}

/** Data of a thought; without `calls` until the model has answered. */
export interface AgentThoughtData {
  readonly kind: 'thought';
  readonly output?: string;
  readonly calls?: readonly { readonly tool: string; readonly label: string; readonly arguments: unknown }[];
}

/** Data of a tool's call; without `output` until it has answered. */
export interface AgentCallData {
  readonly kind: 'call';
  readonly tool_name: string;
  readonly tool_call_args: unknown;
  readonly output?: string;
}

/** What a tool told the agent. */
export interface AgentObservation {
  readonly tool: string;
  readonly output: string;
}
