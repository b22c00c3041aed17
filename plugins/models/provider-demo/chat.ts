import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonSchema } from '#kernel';
import type { ChatMessage, LlmModel, LlmPart, LlmRequest, ToolDefinition } from '#plugins/models/contract.ts';
import { chooseOption } from './choose-option.ts';
import { findExpression } from './find-expression.ts';
import { minimalValue } from './minimal-object.ts';
import { countTokens } from './tokens.ts';

/** Milliseconds between two words: fast, but seen. */
const DEFAULT_PACE = 20;
const MAX_PACE = 10_000;

/**
 * No model: it says so and echoes the last user message, word by word. The same request always gives the same answer.
 * Asked for JSON of a schema, and in the arguments of a tool, it gives the smallest values; among options it chooses by the
 * user's words. `completion_params.pace_ms` sets the pause between two words (0 = none, all words at once), `max_tokens`
 * and `stop` are honoured.
 */
export function createDemoChat(defaultPace: number = DEFAULT_PACE): LlmModel {
  return { stream: (request) => stream(request, defaultPace) };
}

async function* stream(request: LlmRequest, defaultPace: number): AsyncGenerator<readonly LlmPart[]> {
  const { signal } = request;
  signal.throwIfAborted();
  const promptTokens = countTokens(request.messages.map(textOf).join('\n'));
  const tool = chooseTool(request);
  if (tool !== null) {
    const call = { id: 'call_demo', name: tool.name, arguments: JSON.stringify(argumentsFor(tool, request)) };
    yield [
      { type: 'tool-call', call },
      { type: 'usage', promptTokens, completionTokens: countTokens(call.arguments) },
      { type: 'finish', reason: 'tool-calls' },
    ];
    return;
  }
  const words = answerTo(request).match(/\s*\S+/g) ?? [];
  const limit = positive(request.parameters.max_tokens) ?? words.length;
  const shown = words.slice(0, limit);
  const pace = paceOf(request.parameters.pace_ms) ?? defaultPace;
  if (pace === 0) yield shown.map((text): LlmPart => ({ type: 'text', text }));
  else {
    for (const text of shown) {
      yield [{ type: 'text', text }];
      await sleep(pace, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
  yield [
    { type: 'usage', promptTokens, completionTokens: countTokens(shown.join('')) },
    { type: 'finish', reason: shown.length < words.length ? 'length' : 'stop' },
  ];
}

function answerTo(request: LlmRequest): string {
  if (request.jsonSchema !== undefined) return JSON.stringify(fill(request.jsonSchema, request));
  const last = request.messages.findLast((message) => message.role === 'user' || message.role === 'tool');
  const said = last === undefined ? '' : textOf(last).trim();
  const files =
    last?.role === 'user' && typeof last.content !== 'string'
      ? last.content.filter((part) => part.type !== 'text')
      : [];
  const lead = last?.role === 'tool' ? 'The tool answered' : 'You said';
  const seen = files.length === 0 ? '' : ` You also sent ${files.length} file${files.length === 1 ? '' : 's'}.`;
  return cutAtStop(
    `This is the demo model: it understands nothing and repeats what it is given. ${lead}: ${said}${seen}`,
    request.parameters.stop,
  );
}

/** The smallest value of a schema; where it has options, the one the user's words speak for. */
function fill(schema: JsonSchema, { messages }: LlmRequest): unknown {
  const last = messages.findLast((message) => message.role === 'user');
  const said = last === undefined ? '' : textOf(last);
  const instructions = messages.filter((message) => message.role === 'system').map(textOf);
  return minimalValue(schema, (options) => chooseOption(options, said, instructions.join('\n')));
}

function cutAtStop(text: string, stop: unknown): string {
  const stops = (Array.isArray(stop) ? stop : [stop]).filter(
    (item): item is string => typeof item === 'string' && item !== '',
  );
  const ends = stops.map((item) => text.indexOf(item)).filter((at) => at !== -1);
  return ends.length === 0 ? text : text.slice(0, Math.min(...ends));
}

/**
 * The tool that must be called is; else one is called when the user's last message names it, or holds the arithmetic expression it takes; once a tool has
 * answered, the answer is given.
 */
function chooseTool(request: LlmRequest): ToolDefinition | null {
  const { tools = [], toolChoice = 'auto' } = request;
  const last = request.messages.at(-1);
  if (last?.role !== 'user' || toolChoice === 'none') return null;
  const said = textOf(last).toLowerCase();
  const isNamed = (name: string) =>
    said.includes(name.toLowerCase()) || said.includes(name.toLowerCase().replace(/[_-]+/g, ' '));
  if (typeof toolChoice !== 'string') return tools.find(({ name }) => name === toolChoice.name) ?? null;
  const otherwise = toolChoice === 'required' ? (tools[0] ?? null) : null;
  const named = tools.find((tool) => isNamed(tool.name));
  if (named !== undefined) return named;
  if (findExpression(textOf(last)) === null) return otherwise;
  return tools.find((tool) => takesExpression(tool)) ?? otherwise;
}

function takesExpression({ parameters }: ToolDefinition): boolean {
  const { properties } = parameters;
  return typeof properties === 'object' && properties !== null && Object.hasOwn(properties, 'expression');
}

function argumentsFor(tool: ToolDefinition, request: LlmRequest): unknown {
  const values = fill(tool.parameters, request);
  const last = request.messages.at(-1);
  const expression = last === undefined || !takesExpression(tool) ? null : findExpression(textOf(last));
  return expression === null || typeof values !== 'object' ? values : { ...values, expression };
}

function textOf(message: ChatMessage): string {
  if (typeof message.content === 'string') return message.content;
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** Milliseconds from a setting; null when it is none. */
export function paceOf(value: unknown): number | null {
  const pace = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof pace === 'number' && pace >= 0 ? Math.min(pace, MAX_PACE) : null;
}

function positive(value: unknown): number | null {
  return typeof value === 'number' && value > 0 ? Math.floor(value) : null;
}
