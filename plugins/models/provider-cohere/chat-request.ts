import { PlatformError } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import type { ChatMessage, LlmRequest, MessageContent } from '#plugins/models/contract.ts';
import {
  answerFormat,
  defined,
  loadContent,
  opaqueData,
  ParameterReader,
  splitPrompt,
} from '#plugins/provider-http/contract.ts';
import { PROTOCOL } from './answer-parts.ts';

type Mapping = Readonly<Record<string, unknown>>;

const MAX_FILE_BYTES = 20 * 1024 * 1024;
const MAX_STOPS = 5;
const TEXTS = /^(?:text\/|application\/(?:json|xml|yaml)$)/;

/** JSON text of the request for `/chat` (Cohere, version 2). Loads the files of messages. */
export async function chatBody(request: LlmRequest, egress: Egress): Promise<string> {
  const reader = new ParameterReader(request.parameters);
  const documents: Mapping[] = [];
  const messages: Mapping[] = [];
  for (const message of withUser(request.messages)) {
    messages.push(await toMessage(message, documents, egress, request));
  }
  const format = answerFormat(request);
  const tools = toolsOf(request);
  // The service answers with JSON of a schema only where it has neither tools nor documents.
  const isTold = format.type !== 'text' && (tools.length > 0 || documents.length > 0);
  const schema = format.type === 'schema' ? format.schema : undefined;
  if (isTold) {
    const words = schema === undefined ? '.' : `, which fits this JSON Schema: ${JSON.stringify(schema)}`;
    messages.unshift({ role: 'system', content: `Your last answer is JSON only${words}` });
  }
  return JSON.stringify(
    defined({
      model: request.model,
      messages,
      stream: true,
      ...samplingOf(reader),
      thinking: thinkingOf(reader),
      documents: documents.length === 0 ? undefined : documents,
      tools: tools.length === 0 ? undefined : tools,
      tool_choice: tools.length === 0 ? undefined : toolChoice(request),
      response_format:
        isTold || format.type === 'text' ? undefined : defined({ type: 'json_object', json_schema: schema }),
    }),
  );
}

/** Instructions stand among the messages here; alone they are what the user says. */
function withUser(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return messages.some(({ role }) => role === 'user' || role === 'tool') ? messages : splitPrompt(messages).turns;
}

function samplingOf(reader: ParameterReader): Mapping {
  return {
    temperature: reader.number('temperature'),
    p: reader.number('p', 'top_p'),
    k: reader.number('k', 'top_k'),
    max_tokens: reader.number('max_tokens', 'max_tokens_to_sample', 'max_completion_tokens'),
    seed: reader.number('seed'),
    frequency_penalty: share(reader.number('frequency_penalty')),
    presence_penalty: share(reader.number('presence_penalty')),
    stop_sequences: reader.stops(MAX_STOPS),
    safety_mode: reader.text('safety_mode')?.toUpperCase(),
  };
}

/** Penalties are shares here, up to two elsewhere. */
function share(penalty: number | undefined): number | undefined {
  return penalty === undefined ? undefined : Math.min(Math.max(penalty, 0), 1);
}

function thinkingOf(reader: ParameterReader): Mapping | undefined {
  const own = reader.mapping('thinking');
  if (own !== undefined) return own;
  const isWanted = reader.flag('thinking') ?? (reader.text('reasoning_effort') === 'none' ? false : undefined);
  const budget = reader.number('thinking_budget', 'token_budget');
  if (isWanted === undefined && budget === undefined) return undefined;
  return isWanted === false ? { type: 'disabled' } : defined({ type: 'enabled', token_budget: budget });
}

/** The service can be made to call some tool, not a certain one: it is given no other. */
function toolsOf({ tools = [], toolChoice }: LlmRequest): readonly Mapping[] {
  return tools
    .filter(({ name }) => typeof toolChoice !== 'object' || name === toolChoice.name)
    .map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters: { type: 'object', ...parameters } },
    }));
}

function toolChoice({ toolChoice: choice }: LlmRequest): string | undefined {
  if (choice === undefined || choice === 'auto') return undefined;
  return choice === 'none' ? 'NONE' : 'REQUIRED';
}

async function toMessage(
  message: ChatMessage,
  documents: Mapping[],
  egress: Egress,
  request: LlmRequest,
): Promise<Mapping> {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'tool':
      return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
    case 'assistant': {
      if (message.toolCalls === undefined || message.toolCalls.length === 0) {
        return { role: 'assistant', content: message.content };
      }
      const calls = message.toolCalls.map(({ id, name, arguments: text }) => ({
        id,
        type: 'function',
        function: { name, arguments: text === '' ? '{}' : text },
      }));
      const plan = Object.assign({}, ...opaqueData(message, PROTOCOL)) as Mapping;
      const content = message.content === '' ? {} : { content: message.content };
      return { role: 'assistant', ...content, ...plan, tool_calls: calls };
    }
    case 'user': {
      if (typeof message.content === 'string') return { role: 'user', content: message.content };
      const parts: Mapping[] = [];
      for (const content of message.content) {
        const part = await contentPart(content, documents, egress, request);
        if (part !== null) parts.push(part);
      }
      const isText = parts.every(({ type }) => type === 'text');
      return { role: 'user', content: isText ? parts.map(({ text }) => text).join('\n') : parts };
    }
  }
}

/** Null: it became a document, which stands beside the messages. */
async function contentPart(
  content: MessageContent,
  documents: Mapping[],
  egress: Egress,
  request: LlmRequest,
): Promise<Mapping | null> {
  if (content.type === 'text') return content.text === '' ? null : { type: 'text', text: content.text };
  const given = content.type === 'file' ? { mediaType: content.mediaType } : {};
  const { signal } = request;
  const loaded = await loadContent(egress, content.url, { maxBytes: MAX_FILE_BYTES, signal, ...given });
  if (loaded.mediaType.startsWith('image/')) {
    const detail = content.type === 'image' && content.detail !== undefined ? { detail: content.detail } : {};
    return { type: 'image_url', image_url: { url: `data:${loaded.mediaType};base64,${loaded.base64()}`, ...detail } };
  }
  if (TEXTS.test(loaded.mediaType)) {
    const title = content.type === 'file' ? content.name : '';
    documents.push({ data: { text: Buffer.from(loaded.bytes).toString(), title } });
    return null;
  }
  throw new PlatformError(
    'invalid',
    'models.completion_request_error',
    `Cohere's model ${JSON.stringify(request.model)} takes pictures and texts, not ${loaded.mediaType}. Send another file, or its text.`,
  );
}
