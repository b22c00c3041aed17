import type { ChatMessage, LlmRequest, MessageContent, ToolChoice } from '#plugins/models/contract.ts';
import { answerFormatOf } from './answer-format.ts';
import type { OpenAiEndpoint } from './endpoint.ts';
import { keptOf, type SentFiles } from './message-files.ts';
import { CHAT_PROTOCOL } from './open-calls.ts';
import { parametersOf } from './parameters.ts';

/** JSON text of the request for `/chat/completions`. */
export function chatBody(request: LlmRequest, endpoint: OpenAiEndpoint, files: SentFiles): string {
  const format = answerFormatOf(request);
  return JSON.stringify({
    ...parametersOf(request, endpoint),
    model: endpoint.sentModel ?? request.model,
    messages: request.messages.map((message) => toMessage(message, files)),
    ...streaming(request, endpoint),
    ...(format === undefined ? {} : { response_format: format }),
    ...toolsOf(request),
  });
}

/** JSON text of the request for the older `/completions`. */
export function completionBody(request: LlmRequest, endpoint: OpenAiEndpoint): string {
  return JSON.stringify({
    ...parametersOf(request, endpoint),
    model: endpoint.sentModel ?? request.model,
    prompt: request.messages.map(textOf).join('\n\n'),
    ...streaming(request, endpoint),
  });
}

/** Characters of the prompt, for servers that do not count tokens. */
export function promptLength(request: LlmRequest): number {
  let length = 0;
  for (const message of request.messages) length += textOf(message).length;
  return length;
}

function streaming(request: LlmRequest, endpoint: OpenAiEndpoint): Readonly<Record<string, unknown>> {
  return {
    stream: true,
    ...(endpoint.hasStreamOptions ? { stream_options: { include_usage: true } } : {}),
    ...(request.user === undefined || !endpoint.takesUser ? {} : { user: request.user }),
  };
}

function toolsOf(request: LlmRequest): Readonly<Record<string, unknown>> {
  if (request.tools === undefined || request.tools.length === 0) return {};
  return {
    tools: request.tools.map((tool) => ({ type: 'function', function: tool })),
    ...(request.toolChoice === undefined ? {} : { tool_choice: toolChoiceOf(request.toolChoice) }),
    ...(request.parallelToolCalls === undefined ? {} : { parallel_tool_calls: request.parallelToolCalls }),
  };
}

function toolChoiceOf(choice: ToolChoice): unknown {
  return typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.name } };
}

function toMessage(message: ChatMessage, files: SentFiles): unknown {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'user':
      return {
        role: 'user',
        content:
          typeof message.content === 'string'
            ? message.content
            : message.content.map((content) => toContent(content, files)),
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
              ...Object.assign({}, ...keptOf(call.opaque === undefined ? [] : [call.opaque], CHAT_PROTOCOL)),
            })),
            // What the server wants back of its reasoning while tools are called.
            ...Object.assign({}, ...keptOf(message.opaque, CHAT_PROTOCOL)),
          };
    case 'tool':
      return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
  }
}

function toContent(content: MessageContent, files: SentFiles): unknown {
  switch (content.type) {
    case 'text':
      return content;
    case 'image':
      return {
        type: 'image_url',
        image_url: { url: content.url, ...(content.detail === undefined ? {} : { detail: content.detail }) },
      };
    case 'file': {
      const file = files.get(content);
      if (file === undefined) return { type: 'file', file: { filename: content.name, file_data: content.url } };
      if (file.kind === 'audio') return { type: 'input_audio', input_audio: { data: file.data, format: file.format } };
      if (file.kind === 'video') return { type: 'video_url', video_url: { url: file.url } };
      if (file.kind === 'text') return { type: 'text', text: file.text };
      return { type: 'file', file: { filename: file.name, file_data: file.dataUrl } };
    }
  }
}

function textOf(message: ChatMessage): string {
  if (typeof message.content === 'string') return message.content;
  return message.content.map((content) => (content.type === 'text' ? content.text : '')).join('');
}
