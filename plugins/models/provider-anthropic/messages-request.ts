import type { Egress } from '#plugins/egress/contract.ts';
import type { LlmRequest, ToolDefinition } from '#plugins/models/contract.ts';
import { answerFormat, defined, ParameterReader, splitPrompt } from '#plugins/provider-http/contract.ts';
import { type Block, type ServiceMessage, toMessages } from './messages.ts';
import { type ModelRules, rulesOf } from './model-rules.ts';
import { outputSchema } from './output-schema.ts';

/** Tool that a model without schemas for answers is made to call. */
const ANSWER_TOOL = 'json';
const CACHE = { cache_control: { type: 'ephemeral' } };
const LEAST_BUDGET = 1_024;
const MAX_STOPS = 8_191;

export interface MessagesRequest {
  readonly body: string;
  /** Name of the tool whose arguments are the answer. Null: none. */
  readonly answerTool: string | null;
}

/** The request for `/messages` (Anthropic, Messages). Loads the files of messages. */
export async function messagesRequest(request: LlmRequest, egress: Egress): Promise<MessagesRequest> {
  const rules = rulesOf(request.model);
  const reader = new ParameterReader(request.parameters);
  const { system, turns } = splitPrompt(request.messages);
  const messages = await toMessages(turns, egress, request);
  const format = answerFormat(request);
  const schema = format.type === 'schema' && rules.hasOutputFormat ? outputSchema(format.schema) : null;
  const answerTool: ToolDefinition | null =
    format.type === 'schema' && schema === null
      ? { name: ANSWER_TOOL, description: 'Gives the answer.', parameters: format.schema }
      : null;
  const thinking = thinkingOf(reader, rules);
  const tools = [...toolsOf(request, messages), ...(answerTool === null ? [] : [answerTool])];
  const isForcible = rules.hasForcedTools && thinking?.type !== 'enabled';
  const caches = cachesOf(request, reader);
  const effort = effortOf(reader, rules);
  const outputConfig = {
    ...(effort === undefined ? {} : { effort }),
    ...(schema === null ? {} : { format: { type: 'json_schema', schema } }),
  };
  const body = defined({
    model: request.model,
    max_tokens: maxTokens(reader, rules, thinking),
    ...samplingOf(reader, rules, thinking),
    stop_sequences: reader.stops(MAX_STOPS)?.filter((text) => text.trim() !== ''),
    thinking,
    output_config: Object.keys(outputConfig).length === 0 ? undefined : outputConfig,
    metadata: request.user === undefined ? undefined : { user_id: request.user },
    service_tier: reader.text('service_tier'),
    system: systemOf(system, format.type === 'json', caches.system),
    messages: caches.results ? withCachedEnd(messages) : messages,
    tools:
      tools.length === 0
        ? undefined
        : tools.map((tool, place) => toTool(tool, caches.tools && place === tools.length - 1)),
    tool_choice: tools.length === 0 ? undefined : toolChoice(request, answerTool !== null, isForcible),
    stream: true,
  });
  return { body: JSON.stringify(body), answerTool: answerTool === null ? null : ANSWER_TOOL };
}

type Thinking =
  | { readonly type: 'enabled'; readonly budget_tokens: number }
  | { readonly type: 'adaptive' | 'disabled' };

/** Documents say `thinking: true` and `thinking_budget`; others write the service's own object. */
function thinkingOf(reader: ParameterReader, rules: ModelRules): Thinking | undefined {
  const own = reader.mapping('thinking');
  const named = own?.type ?? reader.text('thinking');
  const isWanted = reader.flag('thinking') ?? (named === undefined ? undefined : named !== 'disabled');
  if (isWanted === undefined || rules.thinking === 'none') return undefined;
  // The newest models can't be told not to think.
  if (!isWanted) return rules.hasForcedTools ? { type: 'disabled' } : undefined;
  const given = typeof own?.budget_tokens === 'number' ? own.budget_tokens : reader.number('thinking_budget');
  const isOwnChoice = named === 'adaptive' || given === undefined;
  if (rules.thinking === 'adaptive' && (isOwnChoice || !rules.hasSampling)) return { type: 'adaptive' };
  return { type: 'enabled', budget_tokens: Math.max(LEAST_BUDGET, Math.round(given ?? LEAST_BUDGET)) };
}

function effortOf(reader: ParameterReader, rules: ModelRules): string | undefined {
  const effort = reader.text('effort', 'reasoning_effort')?.toLowerCase();
  if (effort === undefined || rules.thinking !== 'adaptive') return undefined;
  return effort === 'minimal' || effort === 'none' ? 'low' : effort;
}

/** The budget of thoughts is part of the answer. */
function maxTokens(reader: ParameterReader, rules: ModelRules, thinking: Thinking | undefined): number {
  const given = reader.number('max_tokens', 'max_tokens_to_sample', 'max_completion_tokens', 'max_output_tokens');
  const wanted = given === undefined || given < 1 ? rules.maxOutput : Math.round(given);
  const budget = thinking?.type === 'enabled' ? thinking.budget_tokens : 0;
  return budget < wanted ? wanted : budget + wanted;
}

/** The service refuses sampling beside thoughts, and two kinds of it at once. */
function samplingOf(
  reader: ParameterReader,
  rules: ModelRules,
  thinking: Thinking | undefined,
): Readonly<Record<string, unknown>> {
  if (!rules.hasSampling || (thinking !== undefined && thinking.type !== 'disabled')) return {};
  const temperature = reader.number('temperature');
  return {
    temperature: temperature === undefined ? undefined : Math.min(Math.max(temperature, 0), 1),
    top_p: temperature === undefined ? reader.number('top_p') : undefined,
    top_k: reader.number('top_k'),
  };
}

interface Caches {
  readonly system: boolean;
  readonly tools: boolean;
  readonly results: boolean;
}

/**
 * Writing into the cache costs a quarter more, reading a tenth: what a loop of tools sends again and again is cached, and
 * else what the document wants.
 */
function cachesOf(request: LlmRequest, reader: ParameterReader): Caches {
  const isLoop = request.tools !== undefined && request.tools.length > 0;
  return {
    system: reader.flag('prompt_caching_system_message') ?? isLoop,
    tools: reader.flag('prompt_caching_tool_definitions') ?? isLoop,
    results: reader.flag('prompt_caching_tool_results') ?? isLoop,
  };
}

function systemOf(texts: readonly string[], isJson: boolean, isCached: boolean): readonly Block[] | undefined {
  const all = isJson ? [...texts, 'Answer with JSON only.'] : texts;
  if (all.length === 0) return undefined;
  return all.map((text, place) => ({ type: 'text', text, ...(isCached && place === all.length - 1 ? CACHE : {}) }));
}

/** In a loop, everything up to the newest results is read from the cache by the next call. */
function withCachedEnd(messages: readonly ServiceMessage[]): readonly ServiceMessage[] {
  const last = messages.at(-1);
  const block = last?.content.at(-1);
  if (last === undefined || block === undefined || !last.content.some(({ type }) => type === 'tool_result')) {
    return messages;
  }
  return [...messages.slice(0, -1), { ...last, content: [...last.content.slice(0, -1), { ...block, ...CACHE }] }];
}

/** The service wants tools described whose calls are in the conversation, also where none may be called any more. */
function toolsOf(request: LlmRequest, messages: readonly ServiceMessage[]): readonly ToolDefinition[] {
  if (request.tools !== undefined && request.tools.length > 0) return request.tools;
  const names = messages.flatMap(({ content }) =>
    content.filter(({ type }) => type === 'tool_use').map(({ name }) => String(name)),
  );
  return [...new Set(names)].map((name) => ({ name, description: '', parameters: { type: 'object' } }));
}

function toTool(tool: ToolDefinition, isCached: boolean): Block {
  return {
    name: tool.name,
    ...(tool.description === '' ? {} : { description: tool.description }),
    input_schema: { ...tool.parameters, type: 'object' },
    ...(isCached ? CACHE : {}),
  };
}

function toolChoice(request: LlmRequest, hasAnswerTool: boolean, isForcible: boolean): Block | undefined {
  const single = request.parallelToolCalls === false || hasAnswerTool ? { disable_parallel_tool_use: true } : {};
  const isNone = request.toolChoice === 'none' || request.tools === undefined || request.tools.length === 0;
  if (hasAnswerTool) {
    if (!isForcible) return { type: 'auto', ...single };
    return isNone ? { type: 'tool', name: ANSWER_TOOL, ...single } : { type: 'any', ...single };
  }
  if (isNone) return { type: 'none' };
  const choice = request.toolChoice ?? 'auto';
  if (choice === 'auto' || !isForcible) {
    return Object.keys(single).length === 0 && request.toolChoice === undefined
      ? undefined
      : { type: 'auto', ...single };
  }
  return choice === 'required'
    ? { type: 'any', ...single }
    : typeof choice === 'object'
      ? { type: 'tool', name: choice.name, ...single }
      : undefined;
}
