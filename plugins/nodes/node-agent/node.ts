import {
  type NodeContext,
  NodeError,
  type NodeImplementation,
  type NodeResult,
  toText,
  type Usage,
  usageDetails,
  usageRecord,
} from '#engine';
import type { ChatMessage, ReadyLlm } from '#plugins/models/contract.ts';
import {
  answeredBy,
  attachFiles,
  contextText,
  type Draft,
  type ModelSettings,
  openModel,
  pastDrafts,
  seenFiles,
  toChatMessages,
  usageMetadata,
  usedModel,
} from '#plugins/node-llm/contract.ts';
import { type ParameterInput, readInput } from '#plugins/tools/contract.ts';
import { AgentLog } from './agent-log.ts';
import { type AgentTool, readAgentTools, serverTools } from './agent-tool.ts';
import { AgentWork } from './agent-work.ts';
import {
  type CompiledAgent,
  compileAgent,
  offeredTools,
  readAgentModel,
  readGiven,
  readIterations,
  type Strategy,
  type UnusableAgent,
} from './compiled.ts';
import { AgentConversation } from './conversation.ts';
import { callFunctions } from './function-calling.ts';
import { readOutputs } from './outputs.ts';
import { compilePackaged } from './packaged.ts';
import { reactInstruction, withContext, withOutputs } from './prompt.ts';
import { reasonAndAct } from './react.ts';
import { type OfferedTool, openTools } from './tool-box.ts';
import { NO_SERVER, readServers } from './tool-servers.ts';

/** A model that works with tools until it knows the answer (app DSL, agent). */
export const node: NodeImplementation<CompiledAgent | UnusableAgent> = {
  compile: (data, { version }) => (isPackaged(data, version) ? compilePackaged(data) : compileAgent(data)),
  run: runAgent,
  // An agent without tools is a model that is asked.
  hasSideEffects: (agent) =>
    !('tools' in agent) || !('value' in agent.tools) || agent.tools.value.length > 0 || agent.servers.length > 0,
};

/** Some documents carry a 2 in their version for a newer layout of the same settings. */
function isPackaged(data: Readonly<Record<string, unknown>>, version: string): boolean {
  const isNewer = version.replace(/\D/g, '') === '2';
  return data.agent_node_kind === 'dify_agent' || (isNewer && data.agent_parameters === undefined);
}

async function runAgent(agent: CompiledAgent | UnusableAgent, context: NodeContext): Promise<NodeResult> {
  if ('problem' in agent) throw new NodeError('AgentNodeError', agent.problem, { code: 'node-agent.unusable' });
  const settings = readGiven(agent.model, context.variables, readAgentModel);
  const model = await openModel(settings, context);
  const given = offeredTools(readGiven(agent.tools, context.variables, readAgentTools), agent);
  const tools = await openTools(context, [...given, ...namedServers(agent, given, context)]);
  const strategy = strategyFor(agent.strategy, settings, model);
  const prompt = await buildPrompt(agent, context, { model, settings, tools, strategy });
  const log = new AgentLog(context);
  const conversation = new AgentConversation(model, settings, context);
  const maxIterations = readGiven(agent.maxIterations, context.variables, readIterations);
  const work = new AgentWork({ conversation, tools, maxIterations, log, context });
  const solve = strategy === 'react' ? reasonAndAct : callFunctions;
  await solve(work, prompt.messages).catch((error: unknown) => failWith(error, conversation.usage));
  const { usage } = conversation;
  if (work.isExhausted && work.answer.text.trim() === '') {
    throw new NodeError(
      'AgentMaxIterationError',
      `The agent used its ${maxIterations} rounds and gave no answer: allow it more, or give it a simpler task.`,
      { code: 'node-agent.too_many_rounds', usage },
    );
  }
  const spent = usageRecord(usage);
  const steps = log.entries.map((entry) => ({ ...entry }));
  return {
    outputs: {
      ...readOutputs(agent, work.answer.text, usage),
      text: work.answer.text,
      files: work.files,
      json: [...steps, { data: work.json }],
      usage: spent,
    },
    inputs: prompt.inputs,
    processData: answeredBy(model, {
      strategy,
      ...usedModel(settings, model),
      usage: usageDetails(usage),
    }),
    usage,
    metadata: { ...usageMetadata(usage), agent_log: steps },
  };
}

const serversParameter = { name: 'servers_config', type: 'object' } as const;

/** Servers whose tools the agent works with: without them its model would make its answers up. */
function namedServers(
  { servers }: CompiledAgent,
  others: readonly AgentTool[],
  context: NodeContext,
): readonly AgentTool[] {
  try {
    const named = servers.flatMap((input) => readServers(toText(readInput(input, context, serversParameter))));
    // Asked without any tools, a model makes its answers up.
    if (servers.length > 0 && named.length + others.length === 0) throw new Error(NO_SERVER);
    return named.map(serverTools);
  } catch (error) {
    const message = `The agent's servers of tools (MCP) can't be used. ${error instanceof Error ? error.message : ''}`;
    throw new NodeError('AgentNodeError', message, { code: 'node-agent.unusable', cause: error });
  }
}

/** A failed agent has used what its calls used until then. */
function failWith(error: unknown, usage: Usage): never {
  if (!(error instanceof NodeError)) throw error;
  const { type, message, code, details, cause } = error;
  const known = { ...(code === undefined ? {} : { code }), ...(details === undefined ? {} : { details }) };
  throw new NodeError(type, message, { ...known, usage, cause });
}

/** A model that only goes on writing, or is known to have no tools, is asked in words. */
function strategyFor(wanted: Strategy, settings: ModelSettings, { description }: ReadyLlm): Strategy {
  const isUnable = description.features !== undefined && !description.features.includes('tool-call');
  return settings.mode === 'completion' || isUnable ? 'react' : wanted;
}

interface AgentPrompt {
  readonly messages: readonly ChatMessage[];
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** Instruction, the conversation so far, the query with its files. */
async function buildPrompt(
  agent: CompiledAgent,
  context: NodeContext,
  parts: {
    readonly model: ReadyLlm;
    readonly settings: ModelSettings;
    readonly tools: readonly OfferedTool[];
    readonly strategy: Strategy;
  },
): Promise<AgentPrompt> {
  const { settings, tools, strategy } = parts;
  const { description } = parts.model;
  const query = textOf(agent.query, context);
  const instruction = textOf(agent.instruction, context);
  const knowledge = contextText(agent.context === null ? undefined : readInput(agent.context, context));
  if (knowledge.sources.length > 0) context.cite(knowledge.sources);
  const rules = withOutputs(withContext(instruction, knowledge.text), agent.declared);
  const system = strategy === 'react' ? reactInstruction(rules, tools, agent.reactTemplate) : rules;
  const past = await pastDrafts(agent.memory, context, {
    settings,
    description,
    texts: [system, query],
    vision: agent.vision,
  });
  const { files, contents } = seenFiles(agent.vision, context, description);
  const drafts: readonly Draft[] = [
    { role: 'system', text: system, files: [] },
    ...past,
    { role: 'user', text: query, files: [] },
  ];
  const kept = attachFiles(drafts, contents).filter((draft) => draft.text.trim() !== '' || draft.files.length > 0);
  if (kept.length === 0) {
    throw new NodeError('NoPromptFound', 'The agent has neither an instruction nor a query: write one.');
  }
  const inputs = { instruction, query, tools: tools.map(({ name }) => name) };
  return { messages: toChatMessages(kept), inputs: files.length === 0 ? inputs : { ...inputs, '#files#': files } };
}

function textOf(inputs: readonly ParameterInput[], context: NodeContext): string {
  return inputs.map((input) => toText(readInput(input, context))).join('');
}
