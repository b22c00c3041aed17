import { isMapping } from '#engine';
import type { ChatMessage, LlmRequest, MessageContent } from '#plugins/models/contract.ts';
import type { OpenAiEndpoint } from './endpoint.ts';

/** Set by us; a document's parameter of the same name would break the call. */
const RESERVED = new Set([
  'model',
  'messages',
  'prompt',
  'stream',
  'stream_options',
  'n',
  'tools',
  'user',
  'response_format',
  'json_schema',
  'structured_output',
]);

/** Reasoning models refuse these. */
const REFUSED_BY_REASONING = new Set([
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'logprobs',
  'top_logprobs',
  'logit_bias',
]);

/** JSON text of the request for `/chat/completions`. */
export function chatBody(request: LlmRequest, endpoint: OpenAiEndpoint): string {
  const format = responseFormat(request);
  return JSON.stringify({
    ...parametersOf(request, endpoint),
    model: request.model,
    messages: request.messages.map(toMessage),
    ...streaming(request),
    ...(format === undefined ? {} : { response_format: format }),
    ...(request.tools === undefined || request.tools.length === 0
      ? {}
      : { tools: request.tools.map((tool) => ({ type: 'function', function: tool })) }),
  });
}

/** JSON text of the request for the older `/completions`. */
export function completionBody(request: LlmRequest, endpoint: OpenAiEndpoint): string {
  return JSON.stringify({
    ...parametersOf(request, endpoint),
    model: request.model,
    prompt: request.messages.map(textOf).join('\n\n'),
    ...streaming(request),
  });
}

/** Characters of the prompt, for servers that do not count tokens. */
export function promptLength(request: LlmRequest): number {
  let length = 0;
  for (const message of request.messages) length += textOf(message).length;
  return length;
}

function streaming(request: LlmRequest): Readonly<Record<string, unknown>> {
  return {
    stream: true,
    stream_options: { include_usage: true },
    ...(request.user === undefined ? {} : { user: request.user }),
  };
}

function parametersOf(request: LlmRequest, endpoint: OpenAiEndpoint): Record<string, unknown> {
  const isReasoning = endpoint.isOpenAi && /^(o\d|gpt-5(?!-chat))/.test(request.model);
  const parameters: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(request.parameters)) {
    if (RESERVED.has(name) || value === null || value === undefined || value === '') continue;
    if (name === 'stop' && Array.isArray(value) && value.length === 0) continue;
    if (isReasoning && REFUSED_BY_REASONING.has(name)) continue;
    parameters[isReasoning && name === 'max_tokens' ? 'max_completion_tokens' : name] = value;
  }
  return parameters;
}

/** Documents name the format as text (`json_object`, `json_schema` with the schema as text beside it). */
function responseFormat(request: LlmRequest): unknown {
  if (request.jsonSchema !== undefined) return schemaFormat({ name: 'output', schema: request.jsonSchema });
  const { response_format: format, json_schema: schema } = request.parameters;
  if (isMapping(format)) return format;
  if (format === 'json_object' || format === 'JSON') return { type: 'json_object' };
  if (format !== 'json_schema') return undefined;
  const parsed = typeof schema === 'string' ? parseOrNull(schema) : schema;
  if (!isMapping(parsed)) return { type: 'json_object' };
  return schemaFormat(isMapping(parsed.schema) ? parsed : { name: 'output', schema: parsed });
}

function schemaFormat(schema: Readonly<Record<string, unknown>>): unknown {
  return { type: 'json_schema', json_schema: schema };
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function toMessage(message: ChatMessage): unknown {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'user':
      return {
        role: 'user',
        content: typeof message.content === 'string' ? message.content : message.content.map(toContent),
      };
    case 'assistant':
      return message.toolCalls === undefined || message.toolCalls.length === 0
        ? { role: 'assistant', content: message.content }
        : {
            role: 'assistant',
            content: message.content === '' ? null : message.content,
            tool_calls: message.toolCalls.map((call) => ({
              id: call.id,
              type: 'function',
              function: { name: call.name, arguments: call.arguments },
            })),
          };
    case 'tool':
      return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
  }
}

function toContent(content: MessageContent): unknown {
  switch (content.type) {
    case 'text':
      return content;
    case 'image':
      return {
        type: 'image_url',
        image_url: { url: content.url, ...(content.detail === undefined ? {} : { detail: content.detail }) },
      };
    case 'file':
      return { type: 'file', file: { filename: content.name, file_data: content.url } };
  }
}

function textOf(message: ChatMessage): string {
  if (typeof message.content === 'string') return message.content;
  return message.content.map((content) => (content.type === 'text' ? content.text : '')).join('');
}
