import { isMapping } from '#engine';
import type { JsonSchema } from '#kernel';
import type { ChatMessage, LlmRequest, ToolCall } from '#plugins/models/contract.ts';

/** A message of a prompt that is no instruction. */
export type Turn = Exclude<ChatMessage, { readonly role: 'system' }>;

/** A prompt for protocols that keep instructions apart from the conversation. */
export interface SplitPrompt {
  readonly system: readonly string[];
  readonly turns: readonly Turn[];
}

/**
 * Instructions, wherever they stand, and the conversation. Vendors refuse a call without a conversation: instructions
 * alone, as many documents have them, are what the user says.
 */
export function splitPrompt(messages: readonly ChatMessage[]): SplitPrompt {
  const system: string[] = [];
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.role !== 'system') turns.push(message);
    else if (message.content.trim() !== '') system.push(message.content);
  }
  if (turns.some((turn) => turn.role !== 'assistant')) return { system, turns };
  return { system: [], turns: [...turns, { role: 'user', content: system.join('\n\n') }] };
}

/** Characters of a prompt's texts, for servers that do not count tokens. */
export function promptCharacters(messages: readonly ChatMessage[]): number {
  let length = 0;
  for (const { content } of messages) {
    if (typeof content === 'string') length += content.length;
    else for (const piece of content) if (piece.type === 'text') length += piece.text.length;
  }
  return length;
}

/** The arguments of a call as an object; `{}` for what models write instead of none. */
export function callArguments(call: ToolCall): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(call.arguments);
    return isMapping(value) ? value : {};
  } catch {
    return {};
  }
}

/** JSON text of a call's arguments from what models write: an empty text, `null` and white space are none. */
export function argumentsText(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' || trimmed === 'null' ? '{}' : text;
}

/** What a protocol has given to be sent back with a message of the assistant, in order. */
export function opaqueData(message: Turn, provider: string): readonly unknown[] {
  if (message.role !== 'assistant') return [];
  return (message.opaque ?? []).filter((payload) => payload.provider === provider).map((payload) => payload.data);
}

/** The name of the tool that a result answers, for protocols that pair them by name: the newest call of that id. */
export function calledTool(turns: readonly Turn[], toolCallId: string): string | null {
  for (const turn of turns.toReversed()) {
    const call = turn.role === 'assistant' ? turn.toolCalls?.find(({ id }) => id === toolCallId) : undefined;
    if (call !== undefined) return call.name;
  }
  return null;
}

/** How an answer is to be written: text, any JSON, or JSON that fits a schema. */
export type AnswerFormat =
  | { readonly type: 'text' | 'json' }
  | { readonly type: 'schema'; readonly schema: JsonSchema };

/** From the node's schema, or from `response_format` and `json_schema` of the document's parameters. */
export function answerFormat(request: LlmRequest): AnswerFormat {
  if (request.jsonSchema !== undefined) return { type: 'schema', schema: request.jsonSchema };
  const { response_format: format, json_schema: given } = request.parameters;
  const named = isMapping(format) ? format.type : format;
  const schema = schemaOf(given) ?? (isMapping(format) ? schemaOf(format.json_schema) : null);
  if (schema !== null && named !== 'text' && named !== 'json_object') return { type: 'schema', schema };
  const isJson = typeof named === 'string' && /^json/i.test(named);
  return { type: isJson ? 'json' : 'text' };
}

/** A schema as text or object; OpenAI's form wraps it with a name. */
function schemaOf(given: unknown): JsonSchema | null {
  let value = given;
  if (typeof given === 'string') {
    try {
      value = JSON.parse(given);
    } catch {
      return null;
    }
  }
  if (!isMapping(value) || Object.keys(value).length === 0) return null;
  return isMapping(value.schema) ? value.schema : value;
}

/** `completion_params` of a document, read by name and kind; what is empty or of another kind counts as absent. */
export class ParameterReader {
  readonly #parameters: Readonly<Record<string, unknown>>;

  constructor(parameters: Readonly<Record<string, unknown>>) {
    this.#parameters = parameters;
  }

  /** The first of the names that holds a number; documents hold them as text as well. */
  number(...names: readonly string[]): number | undefined {
    for (const name of names) {
      const value = this.#parameters[name];
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      if (typeof number === 'number' && Number.isFinite(number)) return number;
    }
    return undefined;
  }

  text(...names: readonly string[]): string | undefined {
    for (const name of names) {
      const value = this.#parameters[name];
      if (typeof value === 'string' && value.trim() !== '') return value.trim();
    }
    return undefined;
  }

  flag(...names: readonly string[]): boolean | undefined {
    for (const name of names) {
      const value = this.#parameters[name];
      if (typeof value === 'boolean') return value;
      if (value === 'true' || value === 'false') return value === 'true';
    }
    return undefined;
  }

  mapping(name: string): Readonly<Record<string, unknown>> | undefined {
    const value = this.#parameters[name];
    return isMapping(value) ? value : undefined;
  }

  /** Texts to stop at, without empty ones; undefined when there are none. */
  stops(max: number): readonly string[] | undefined {
    const value = this.#parameters.stop ?? this.#parameters.stop_sequences;
    const list = (Array.isArray(value) ? value : [value]).filter(
      (item): item is string => typeof item === 'string' && item !== '',
    );
    return list.length === 0 ? undefined : list.slice(0, max);
  }
}

/** Without fields that are undefined, so that a body says only what is meant. */
export function defined(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
