import type { ChatMessage, LlmRequest, MessageContent } from '#plugins/models/contract.ts';
import { answerFormatOf } from './answer-format.ts';
import type { OpenAiEndpoint } from './endpoint.ts';
import { keptOf, type SentFiles } from './message-files.ts';
import { isReasoningModel, parametersOf } from './parameters.ts';

/** Whose payloads `openai-responses` are: items of reasoning, encrypted by the service. */
export const RESPONSES_PROTOCOL = 'openai-responses';

/** Parameters of chat that the Responses API does not take. */
const REFUSED = new Set(['presence_penalty', 'frequency_penalty', 'stop', 'seed', 'logit_bias', 'logprobs']);

/**
 * JSON text of the request for `/responses`. Nothing is kept at the service (`store: false`): reasoning comes and goes
 * back encrypted.
 */
export function responsesBody(request: LlmRequest, endpoint: OpenAiEndpoint, files: SentFiles): string {
  const isReasoning = isReasoningModel(request.model, endpoint) || endpoint.reasons?.(request.model) === true;
  return JSON.stringify({
    ...responsesParameters(request, endpoint),
    model: endpoint.sentModel ?? request.model,
    input: request.messages.flatMap((message) => toItems(message, files)),
    stream: true,
    store: false,
    ...(isReasoning ? { include: ['reasoning.encrypted_content'] } : {}),
    ...(request.user === undefined || !endpoint.takesUser ? {} : { user: request.user }),
    ...toolsOf(request),
  });
}

function responsesParameters(request: LlmRequest, endpoint: OpenAiEndpoint): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  const reasoning: Record<string, unknown> = {};
  const text: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(parametersOf(request, endpoint))) {
    if (REFUSED.has(name)) continue;
    if (name === 'max_tokens' || name === 'max_completion_tokens') sent.max_output_tokens = value;
    else if (name === 'reasoning_effort') reasoning.effort = value;
    else if (name === 'reasoning_summary') reasoning.summary = value;
    else if (name === 'verbosity') text.verbosity = value;
    else sent[name] = value;
  }
  const format = answerFormatOf(request);
  if (format !== undefined) {
    text.format = format.type === 'json_schema' ? { type: 'json_schema', ...format.json_schema } : format;
  }
  if (Object.keys(reasoning).length > 0) sent.reasoning = reasoning;
  if (Object.keys(text).length > 0) sent.text = text;
  return sent;
}

function toolsOf(request: LlmRequest): Readonly<Record<string, unknown>> {
  if (request.tools === undefined || request.tools.length === 0) return {};
  const { toolChoice, parallelToolCalls } = request;
  const choice = typeof toolChoice === 'object' ? { type: 'function', name: toolChoice.name } : toolChoice;
  return {
    // Strict is the default here, and refuses optional properties.
    tools: request.tools.map((tool) => ({ type: 'function', ...tool, strict: false })),
    ...(choice === undefined ? {} : { tool_choice: choice }),
    ...(parallelToolCalls === undefined ? {} : { parallel_tool_calls: parallelToolCalls }),
  };
}

function toItems(message: ChatMessage, files: SentFiles): readonly unknown[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.content }];
    case 'user':
      return [
        {
          role: 'user',
          content:
            typeof message.content === 'string'
              ? message.content
              : message.content.map((content) => toContent(content, files)),
        },
      ];
    case 'assistant':
      return assistantItems(message);
    case 'tool':
      return [{ type: 'function_call_output', call_id: message.toolCallId, output: message.content }];
  }
}

/** Each item of reasoning stands before what it led to: the service refuses it anywhere else. */
function assistantItems(message: Extract<ChatMessage, { role: 'assistant' }>): readonly unknown[] {
  const kept = keptOf(message.opaque, RESPONSES_PROTOCOL);
  const before = (what: string) => kept.filter((data) => data.before === what).map((data) => data.item);
  const items: unknown[] = [];
  if (message.content !== '') {
    items.push(...before('message'), { role: 'assistant', content: message.content });
  }
  for (const call of message.toolCalls ?? []) {
    const { id, name, arguments: given } = call;
    items.push(...before(id), { type: 'function_call', call_id: id, name, arguments: given });
  }
  return items;
}

function toContent(content: MessageContent, files: SentFiles): unknown {
  switch (content.type) {
    case 'text':
      return { type: 'input_text', text: content.text };
    case 'image':
      return { type: 'input_image', image_url: content.url, detail: content.detail ?? 'auto' };
    case 'file': {
      const file = files.get(content);
      if (file?.kind === 'audio') return { type: 'input_audio', input_audio: { data: file.data, format: file.format } };
      if (file?.kind === 'text') return { type: 'input_text', text: file.text };
      if (file?.kind === 'document') return { type: 'input_file', filename: file.name, file_data: file.dataUrl };
      return { type: 'input_file', filename: content.name, file_url: content.url };
    }
  }
}
