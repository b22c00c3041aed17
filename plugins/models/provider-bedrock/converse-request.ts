import type { Egress } from '#plugins/egress/contract.ts';
import type { LlmRequest, ToolDefinition } from '#plugins/models/contract.ts';
import { answerFormat, defined, ParameterReader, splitPrompt } from '#plugins/provider-http/contract.ts';
import { type Block, type ServiceMessage, toMessages } from './messages.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** Tool whose arguments are an answer of a schema: the one way that all models with tools know. */
const ANSWER_TOOL = 'json';
const LEAST_BUDGET = 1_024;
const MAX_STOPS = 2_500;
/** Claude models that refuse to be told how to sample. */
const WITHOUT_SAMPLING = /claude-(?:opus-4-[7-9]|[a-z]+-(?:[5-9]|\d\d)(?!\d))/;

export interface ConverseRequest {
  readonly body: string;
  /** Name of the tool whose arguments are the answer. Null: none. */
  readonly answerTool: string | null;
}

/** The request for ConverseStream (Amazon Bedrock). Loads the files of messages. */
export async function converseRequest(request: LlmRequest, egress: Egress): Promise<ConverseRequest> {
  const reader = new ParameterReader(request.parameters);
  const { system, turns } = splitPrompt(request.messages);
  const messages = await toMessages(turns, egress, request);
  const format = answerFormat(request);
  const answerTool: ToolDefinition | null =
    format.type === 'schema'
      ? { name: ANSWER_TOOL, description: 'Gives the answer.', parameters: format.schema }
      : null;
  const texts = format.type === 'json' ? [...system, 'Answer with JSON only.'] : system;
  const thinking = thinkingOf(request.model, reader);
  const more = defined({ thinking, top_k: thinking === undefined ? topK(request.model, reader) : undefined });
  const body = defined({
    messages,
    system: texts.length === 0 ? undefined : texts.map((text) => ({ text })),
    inferenceConfig: inferenceOf(request.model, reader, thinking),
    toolConfig: toolConfig(request, messages, answerTool, thinking !== undefined),
    additionalModelRequestFields: Object.keys(more).length === 0 ? undefined : more,
  });
  return { body: JSON.stringify(body), answerTool: answerTool === null ? null : ANSWER_TOOL };
}

function thinkingOf(model: string, reader: ParameterReader): Mapping | undefined {
  const isWanted = reader.flag('thinking', 'reasoning', 'reasoning_type');
  if (isWanted !== true || !model.includes('claude')) return undefined;
  if (WITHOUT_SAMPLING.test(model)) return { type: 'adaptive' };
  const budget = reader.number('thinking_budget', 'reasoning_budget') ?? LEAST_BUDGET;
  return { type: 'enabled', budget_tokens: Math.max(LEAST_BUDGET, Math.round(budget)) };
}

function topK(model: string, reader: ParameterReader): number | undefined {
  return model.includes('claude') && !WITHOUT_SAMPLING.test(model) ? reader.number('top_k') : undefined;
}

/** Claude refuses sampling beside thoughts, and two kinds of it at once; thoughts are a part of the answer. */
function inferenceOf(model: string, reader: ParameterReader, thinking: Mapping | undefined): Mapping | undefined {
  const isClaude = model.includes('claude');
  const isFree = thinking === undefined && !WITHOUT_SAMPLING.test(model);
  const temperature = isFree ? reader.number('temperature') : undefined;
  const topP = isFree && !(isClaude && temperature !== undefined) ? reader.number('top_p', 'topP') : undefined;
  const given = reader.number('max_tokens', 'max_tokens_to_sample', 'max_new_tokens', 'max_gen_len', 'maxTokens');
  const budget = typeof thinking?.budget_tokens === 'number' ? thinking.budget_tokens : 0;
  const config = defined({
    maxTokens:
      given === undefined ? (budget > 0 ? budget + 4_096 : undefined) : given > budget ? given : given + budget,
    temperature: temperature === undefined ? undefined : Math.min(Math.max(temperature, 0), 1),
    topP,
    stopSequences: reader.stops(MAX_STOPS)?.filter((text) => text.trim() !== ''),
  });
  return Object.keys(config).length === 0 ? undefined : config;
}

/** There is no way to say that none may be called; tools whose calls are in the conversation must be described. */
function toolConfig(
  request: LlmRequest,
  messages: readonly ServiceMessage[],
  answerTool: ToolDefinition | null,
  isThinking: boolean,
): Mapping | undefined {
  const called = messages.flatMap(({ content }) => content.flatMap(calledName));
  const isNone = request.toolChoice === 'none' && called.length === 0;
  const given = isNone ? [] : (request.tools ?? []);
  const missing = [...new Set(called)].filter((name) => !given.some((tool) => tool.name === name));
  const tools: readonly ToolDefinition[] = [
    ...given,
    ...missing.map((name) => ({ name, description: '', parameters: { type: 'object' } })),
    ...(answerTool === null ? [] : [answerTool]),
  ];
  if (tools.length === 0) return undefined;
  const choice = isThinking ? undefined : choiceOf(request, answerTool, given.length > 0);
  return defined({ tools: tools.map(toTool), toolChoice: choice });
}

function calledName({ toolUse }: Block): readonly string[] {
  return typeof toolUse === 'object' && toolUse !== null && 'name' in toolUse ? [String(toolUse.name)] : [];
}

function toTool({ name, description, parameters }: ToolDefinition): Mapping {
  const said = description === '' ? {} : { description };
  return { toolSpec: { name, ...said, inputSchema: { json: { type: 'object', ...parameters } } } };
}

function choiceOf(request: LlmRequest, answerTool: ToolDefinition | null, hasTools: boolean): Mapping | undefined {
  if (answerTool !== null)
    return hasTools && request.toolChoice !== 'none' ? { any: {} } : { tool: { name: ANSWER_TOOL } };
  const choice = request.toolChoice;
  if (choice === 'required') return { any: {} };
  if (typeof choice === 'object') return { tool: { name: choice.name } };
  return choice === 'auto' ? { auto: {} } : undefined;
}
