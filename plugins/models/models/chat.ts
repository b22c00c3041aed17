import type { JsonSchema } from '#kernel';

/** A piece of a user's message. `url`: http(s) or `data:`. Sound, films and documents are files; their media type tells. */
export type MessageContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly url: string; readonly detail?: 'high' | 'low' }
  | { readonly type: 'file'; readonly mediaType: string; readonly url: string; readonly name: string };

/**
 * What a provider wants back verbatim in later turns of a loop of tools, such as signed thoughts. JSON data that only the
 * provider that made it reads: never shown, logged, or part of an output.
 */
export interface OpaquePayload {
  /** Protocol of who made it: `anthropic`, `gemini`, `openai-responses` … Others leave it out. */
  readonly provider: string;
  readonly data: unknown;
}

/** A model's wish to have a tool called. `id` pairs it with the tool message that answers it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text. */
  readonly arguments: string;
  readonly opaque?: OpaquePayload;
}

/** A message of a prompt, in the order the model reads them. */
export type ChatMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string | readonly MessageContent[] }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly toolCalls?: readonly ToolCall[];
      readonly opaque?: readonly OpaquePayload[];
    }
  | { readonly role: 'tool'; readonly toolCallId: string; readonly content: string };

/** A tool a model may ask for; `parameters` is a JSON Schema of its arguments. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/**
 * Whether a model calls tools: as it likes, none, any, or the one that is named. With `none` tools are named because the
 * messages speak of them: a provider whose protocol doesn't ask for that leaves them out.
 */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly name: string };

/** One call of a language model, made by nodes. */
export interface LlmRequest {
  readonly model: string;
  readonly mode: 'chat' | 'completion';
  readonly messages: readonly ChatMessage[];
  /** `completion_params` of the document, passed on: temperature, max_tokens, top_p, stop, response_format … */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly tools?: readonly ToolDefinition[];
  /** Absent: `auto`. */
  readonly toolChoice?: ToolChoice;
  /** Whether one answer may call several tools. Absent: the provider's choice. */
  readonly parallelToolCalls?: boolean;
  /** Asks for JSON that fits this schema. */
  readonly jsonSchema?: JsonSchema;
  /** Opaque id of the end user, for the provider's abuse detection. */
  readonly user?: string;
  /** `traceparent` to send along. Absent: none. */
  readonly trace?: string;
  readonly signal: AbortSignal;
}

/**
 * What a call read and wrote. `promptTokens` holds those read from the provider's cache and those written into it,
 * `completionTokens` those of reasoning. Absent: the provider did not tell.
 */
export interface TokenCounts {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cachedTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly reasoningTokens?: number;
}

/**
 * A piece of an answer. A good stream ends with one `usage` and one `finish`, in this order; anything else is an error.
 * A stream that fails may have told its `usage` before. An `opaque` part stands among the others in the order of the
 * answer; who calls again puts it on the assistant message.
 */
export type LlmPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'tool-call'; readonly call: ToolCall }
  | { readonly type: 'opaque'; readonly payload: OpaquePayload }
  | ({ readonly type: 'usage' } & TokenCounts)
  | { readonly type: 'finish'; readonly reason: 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'other' };
