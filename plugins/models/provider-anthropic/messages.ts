import { PlatformError } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import type { LlmRequest, MessageContent } from '#plugins/models/contract.ts';
import { callArguments, loadContent, opaqueData, type Turn } from '#plugins/provider-http/contract.ts';
import { PROTOCOL } from './answer-parts.ts';

/** A block of a message, as the service takes it. */
export type Block = Readonly<Record<string, unknown>>;

export interface ServiceMessage {
  readonly role: 'user' | 'assistant';
  readonly content: Block[];
}

/** A request of the service has 32 MB at most, in base64. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;
const PICTURES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/**
 * Turns take each other's place: what follows each other of one role is one message, results of tools first in it. Empty
 * texts, which the service refuses, are left out.
 */
export async function toMessages(
  turns: readonly Turn[],
  egress: Egress,
  request: LlmRequest,
): Promise<readonly ServiceMessage[]> {
  const messages: ServiceMessage[] = [];
  for (const turn of turns) {
    const role = turn.role === 'assistant' ? 'assistant' : 'user';
    const blocks = await blocksOf(turn, egress, request);
    if (blocks.length === 0) continue;
    const last = messages.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else messages.push({ role, content: [...blocks] });
  }
  for (const { content } of messages) content.sort((left, right) => order(left) - order(right));
  trimEnd(messages.at(-1));
  return messages;
}

function order(block: Block): number {
  return block.type === 'tool_result' ? 0 : 1;
}

/** An answer that the model is to go on with must not end in white space. */
function trimEnd(message: ServiceMessage | undefined): void {
  const block = message?.role === 'assistant' ? message.content.at(-1) : undefined;
  if (message === undefined || block === undefined || typeof block.text !== 'string') return;
  message.content[message.content.length - 1] = { ...block, text: block.text.trimEnd() };
}

async function blocksOf(turn: Turn, egress: Egress, request: LlmRequest): Promise<readonly Block[]> {
  if (turn.role === 'tool') return [{ type: 'tool_result', tool_use_id: turn.toolCallId, content: turn.content }];
  if (turn.role === 'assistant') {
    return [
      ...(opaqueData(turn, PROTOCOL) as readonly Block[]),
      ...textBlocks(turn.content),
      ...(turn.toolCalls ?? []).map((call) => ({
        type: 'tool_use',
        id: call.id,
        name: call.name,
        input: callArguments(call),
      })),
    ];
  }
  if (typeof turn.content === 'string') return textBlocks(turn.content);
  const blocks = await Promise.all(turn.content.map((content) => contentBlocks(content, egress, request)));
  return blocks.flat();
}

function textBlocks(text: string): readonly Block[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

async function contentBlocks(content: MessageContent, egress: Egress, request: LlmRequest): Promise<readonly Block[]> {
  if (content.type === 'text') return textBlocks(content.text);
  const given = content.type === 'file' ? { mediaType: content.mediaType } : {};
  const loaded = await loadContent(egress, content.url, {
    maxBytes: MAX_FILE_BYTES,
    signal: request.signal,
    ...given,
  });
  const { mediaType } = loaded;
  if (PICTURES.has(mediaType)) {
    return [{ type: 'image', source: { type: 'base64', media_type: mediaType, data: loaded.base64() } }];
  }
  const title = content.type === 'file' && content.name !== '' ? { title: content.name } : {};
  if (mediaType === 'application/pdf') {
    const source = { type: 'base64', media_type: mediaType, data: loaded.base64() };
    return [{ type: 'document', source, ...title }];
  }
  if (mediaType.startsWith('text/') || mediaType === 'application/json') {
    const data = Buffer.from(loaded.bytes).toString();
    return [{ type: 'document', source: { type: 'text', media_type: 'text/plain', data }, ...title }];
  }
  throw new PlatformError(
    'invalid',
    'models.completion_request_error',
    `Anthropic's model ${JSON.stringify(request.model)} takes pictures (JPEG, PNG, GIF, WebP), PDF and texts, not ${mediaType}. Send another file, or its text.`,
  );
}
