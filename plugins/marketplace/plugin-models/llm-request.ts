import type { ChatMessage, LlmRequest, MessageContent, OpaquePayload, ToolCall } from '#plugins/models/contract.ts';

/** A prompt as the code of packages reads it. */
export function llmRequest(request: Omit<LlmRequest, 'signal'>) {
  const { model, mode, messages, parameters, tools, toolChoice, parallelToolCalls, jsonSchema, user } = request;
  return {
    ...{ model, mode, messages: messages.map(messageOf), parameters },
    ...(tools !== undefined && { tools }),
    ...(toolChoice !== undefined && { tool_choice: toolChoice }),
    ...(parallelToolCalls !== undefined && { parallel_tool_calls: parallelToolCalls }),
    ...(jsonSchema !== undefined && { json_schema: jsonSchema }),
    ...(user !== undefined && { user }),
  };
}

function messageOf(message: ChatMessage) {
  if (message.role === 'tool') {
    return { role: message.role, tool_call_id: message.toolCallId, content: message.content };
  }
  if (message.role === 'user') {
    const { role, content } = message;
    return { role, content: typeof content === 'string' ? content : content.map(contentOf) };
  }
  if (message.role === 'system') return message;
  const { role, content, toolCalls, opaque } = message;
  return {
    ...{ role, content },
    ...(toolCalls !== undefined && { tool_calls: toolCalls.map(toolCallOf) }),
    ...(opaque !== undefined && { opaque: opaque.map(({ data }: OpaquePayload) => data) }),
  };
}

function contentOf(content: MessageContent) {
  if (content.type !== 'file') return content;
  const { type, mediaType, url, name } = content;
  return { type, media_type: mediaType, url, name };
}

function toolCallOf({ id, name, arguments: given, opaque }: ToolCall) {
  return { id, name, arguments: given, ...(opaque !== undefined && { opaque: opaque.data }) };
}
