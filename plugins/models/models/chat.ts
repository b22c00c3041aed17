import type { JsonSchema } from '#kernel';

/** A piece of a user's message. `url`: http(s) or `data:`. */
export type MessageContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly url: string; readonly detail?: 'high' | 'low' }
  | { readonly type: 'file'; readonly mediaType: string; readonly url: string; readonly name: string };

/** A model's wish to have a tool called. `id` pairs it with the tool message that answers it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text. */
  readonly arguments: string;
}

/** A message of a prompt, in the order the model reads them. */
export type ChatMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string | readonly MessageContent[] }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly toolCallId: string; readonly content: string };

/** A tool a model may ask for; `parameters` is a JSON Schema of its arguments. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** One call of a language model, made by nodes. */
export interface LlmRequest {
  readonly model: string;
  readonly mode: 'chat' | 'completion';
  readonly messages: readonly ChatMessage[];
  /** `completion_params` of the document, passed on: temperature, max_tokens, top_p, stop, response_format … */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly tools?: readonly ToolDefinition[];
  /** Asks for JSON that fits this schema. */
  readonly jsonSchema?: JsonSchema;
  /** Opaque id of the end user, for the provider's abuse detection. */
  readonly user?: string;
  /** `traceparent` to send along. Absent: none. */
  readonly trace?: string;
  readonly signal: AbortSignal;
}

/**
 * A piece of an answer. A good stream ends with one `usage` and one `finish`, in this order; anything else is an error.
 * A stream that fails may have told its `usage` before.
 */
export type LlmPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'tool-call'; readonly call: ToolCall }
  | { readonly type: 'usage'; readonly promptTokens: number; readonly completionTokens: number }
  | { readonly type: 'finish'; readonly reason: 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'other' };
