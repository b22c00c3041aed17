import { mappingOf, numberOf, readSelector, type Selector } from '#engine';
import {
  type CompiledMemory,
  compileMemory,
  type ModelSettings,
  readModelSettings,
  readVision,
  textOf,
  type Vision,
} from '#plugins/node-llm/contract.ts';
import { compileInput, isServerHelper, type ParameterInput, serverSettings } from '#plugins/tools/contract.ts';
import { type AgentTool, readAgentTools } from './agent-tool.ts';

/** How an agent and its model talk about tools. */
export type Strategy = 'function-calling' | 'react';

/** A setting that is a value, or a variable that holds one. */
export type Given<T> = { readonly value: T } | { readonly selector: Selector };

/** An output beside the standard ones. */
export interface DeclaredOutput {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly required: boolean;
}

export interface CompiledAgent {
  readonly strategy: Strategy;
  readonly model: Given<ModelSettings>;
  readonly instruction: readonly ParameterInput[];
  readonly query: readonly ParameterInput[];
  /** Rounds in which tools may be called. */
  readonly maxIterations: Given<number>;
  readonly tools: Given<readonly AgentTool[]>;
  /** Texts that name servers of tools (MCP), read when the node runs; all their tools are offered. */
  readonly servers: readonly ParameterInput[];
  readonly context: ParameterInput | null;
  readonly memory: CompiledMemory | null;
  readonly vision: Vision;
  /** The builder's own system message for ReAct, with `{{instruction}}`, `{{tools}}` and `{{tool_names}}`. */
  readonly reactTemplate: string;
  /** Names of the output schema: there, null unless a JSON answer has them. */
  readonly schemaNames: readonly string[];
  /** Asked of the model as a JSON answer; none: the answer is text. */
  readonly declared: readonly DeclaredOutput[];
}

/** A node that can't run, and why: told when it is reached. */
export interface UnusableAgent {
  readonly problem: string;
}

const DEFAULT_ITERATIONS = 3;
const MAX_ITERATIONS = 100;
type Settings = Readonly<Record<string, unknown>>;

/** Reads the settings of a version 1 node once per graph (app DSL, agent). */
export function compileAgent(data: Settings): CompiledAgent | UnusableAgent {
  const parameters = mappingOf(data.agent_parameters);
  const servers = serverSettings(parameters);
  const strategy = strategyOf(data, servers.length > 0);
  if (strategy === null) return { problem: unknownStrategy(data) };
  const tools = givenOf(parameters.tools, readAgentTools);
  if (servers.length === 0 && isServerStrategy(data) && 'value' in tools && tools.value.length === 0)
    return { problem: serverStrategy(data) };
  return {
    strategy,
    model: givenOf(parameters.model, readAgentModel),
    instruction: inputsOf(parameters.instruction),
    query: inputsOf(parameters.query),
    maxIterations: givenOf(parameters.maximum_iterations ?? parameters.max_iterations, readIterations),
    tools,
    servers: servers.flatMap(inputsOf),
    context: compileInput(parameters.context),
    memory: memoryOf(data.memory),
    vision: readVision(data.vision),
    reactTemplate: textOf(mappingOf(parameters.prompt).value),
    schemaNames: Object.keys(mappingOf(mappingOf(data.output_schema).properties)),
    declared: [],
  };
}

/** Settings of the memory; a node without any has none. */
export function memoryOf(value: unknown): CompiledMemory | null {
  return typeof value === 'object' && value !== null ? compileMemory(value) : null;
}

export function inputsOf(setting: unknown): readonly ParameterInput[] {
  const input = compileInput(setting);
  return input === null ? [] : [input];
}

/** Names that are made of nothing but words for the usual strategies and for servers of tools. */
const usualNames =
  /^(?:function|call(?:ing)?|react|cot|mcp|sse|streamable|http|tools?|servers?|client|agents?|strateg(?:y|ies)|with|and|use)+$/;

/** The provider of a strategy is any plugin that follows the usual two; their names come in several spellings. */
function strategyOf(data: Settings, hasServers: boolean): Strategy | null {
  const name = textOf(data.agent_strategy_name)
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  if (name === 'functioncalling' || name === 'functioncall') return 'function-calling';
  if (name === 'react' || name === 'cot') return 'react';
  // Those that work with servers of tools (`mcp_agent`, `mcp_sse_ReAct`) are one of the two with more tools, unless their names
  // tell of something else (`mcpReAct-UI-TARS`, which works at a screen).
  if ((!hasServers && !isServerStrategy(data)) || !usualNames.test(name)) return null;
  return name.includes('react') ? 'react' : 'function-calling';
}

function unknownStrategy(data: Settings): string {
  const name = textOf(data.agent_strategy_name);
  const provider = textOf(data.agent_strategy_provider_name);
  const plugin = textOf(data.plugin_unique_identifier).split(/[:@]/)[0] || provider || 'its plugin';
  return name === ''
    ? 'The agent has no strategy: choose function calling or ReAct.'
    : `The strategy ${quoted(name)} of the agent comes with the plugin ${quoted(plugin)}, which is not installed: choose function calling or ReAct.`;
}

/** Whether the strategy works with servers of tools (MCP): asked without them, a model makes its answers up. */
function isServerStrategy(data: Settings): boolean {
  const names = [data.agent_strategy_name, data.agent_strategy_provider_name, data.plugin_unique_identifier];
  return names.some((name) => /(?:^|[^a-z])mcp(?![a-z])/i.test(textOf(name)));
}

function serverStrategy(data: Settings): string {
  const name = textOf(data.agent_strategy_name);
  return `The strategy ${quoted(name)} of the agent works with servers of tools (MCP), and names none: give it the address of one, or the identifier of one that is registered here.`;
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 100));
}

/** The tools that the model is offered: what servers of its own have, an agent lists and calls itself. */
export function offeredTools(tools: readonly AgentTool[], { servers }: CompiledAgent): readonly AgentTool[] {
  return servers.length === 0 ? tools : tools.filter(({ reference }) => !isServerHelper(reference));
}

/** A constant is read now, a variable when the node runs. */
function givenOf<T>(setting: unknown, read: (value: unknown) => T): Given<T> {
  const { type, value } = mappingOf(setting);
  const selector = type === 'variable' ? readSelector(value) : null;
  if (selector !== null) return { selector };
  return { value: read(type === undefined ? setting : value) };
}

/** Value of a setting that may be a variable's. */
export function readGiven<T>(
  given: Given<T>,
  variables: { get(selector: Selector): unknown },
  read: (value: unknown) => T,
): T {
  return 'value' in given ? given.value : read(variables.get(given.selector));
}

/** The model selector of agents calls the name `model`. */
export function readAgentModel(value: unknown): ModelSettings {
  const model = mappingOf(value);
  return readModelSettings({ ...model, name: textOf(model.model) || textOf(model.name) });
}

export function readIterations(value: unknown): number {
  const number = numberOf(value) ?? (typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN);
  return Number.isFinite(number) ? Math.min(MAX_ITERATIONS, Math.max(1, Math.floor(number))) : DEFAULT_ITERATIONS;
}
