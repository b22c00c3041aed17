import { isMapping } from '#engine';
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

const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** Kind of block, and the name of the format there, by media type (Amazon Bedrock, ContentBlock). */
const FORMATS: Readonly<Record<string, readonly ['image' | 'document' | 'video', string]>> = {
  'image/png': ['image', 'png'],
  'image/jpeg': ['image', 'jpeg'],
  'image/gif': ['image', 'gif'],
  'image/webp': ['image', 'webp'],
  'video/mp4': ['video', 'mp4'],
  'video/webm': ['video', 'webm'],
  'video/quicktime': ['video', 'mov'],
  'application/pdf': ['document', 'pdf'],
  'text/csv': ['document', 'csv'],
  'text/html': ['document', 'html'],
  'text/markdown': ['document', 'md'],
  'text/plain': ['document', 'txt'],
  'application/json': ['document', 'txt'],
  'application/msword': ['document', 'doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['document', 'docx'],
  'application/vnd.ms-excel': ['document', 'xls'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['document', 'xlsx'],
};

/** Turns take each other's place: what follows each other of one role is one message. Empty texts are left out. */
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
  for (const { content } of messages) {
    // The service wants words with a document.
    const hasDocument = content.some((block) => 'document' in block);
    if (hasDocument && !content.some((block) => 'text' in block)) content.push({ text: 'Read the document.' });
  }
  return messages;
}

async function blocksOf(turn: Turn, egress: Egress, request: LlmRequest): Promise<readonly Block[]> {
  if (turn.role === 'tool') {
    return [
      { toolResult: { toolUseId: turn.toolCallId, content: [{ text: turn.content === '' ? ' ' : turn.content }] } },
    ];
  }
  if (turn.role === 'assistant') {
    return [
      ...opaqueData(turn, PROTOCOL).filter(isMapping),
      ...textBlocks(turn.content.trimEnd()),
      ...(turn.toolCalls ?? []).map((call) => ({
        toolUse: { toolUseId: call.id, name: call.name, input: callArguments(call) },
      })),
    ];
  }
  if (typeof turn.content === 'string') return textBlocks(turn.content);
  const blocks = await Promise.all(
    turn.content.map((content, place) => contentBlocks(content, place, egress, request)),
  );
  return blocks.flat();
}

function textBlocks(text: string): readonly Block[] {
  return text.trim() === '' ? [] : [{ text }];
}

async function contentBlocks(
  content: MessageContent,
  place: number,
  egress: Egress,
  request: LlmRequest,
): Promise<readonly Block[]> {
  if (content.type === 'text') return textBlocks(content.text);
  const given = content.type === 'file' ? { mediaType: content.mediaType } : {};
  const { signal } = request;
  const loaded = await loadContent(egress, content.url, { maxBytes: MAX_FILE_BYTES, signal, ...given });
  const known = FORMATS[loaded.mediaType];
  if (known === undefined) {
    throw new PlatformError(
      'invalid',
      'models.completion_request_error',
      `Amazon Bedrock's model ${JSON.stringify(request.model)} takes pictures, films, PDF, office documents and texts, not ${loaded.mediaType}. Send another file, or its text.`,
    );
  }
  const [kind, format] = known;
  const source = { bytes: loaded.base64() };
  if (kind !== 'document') return [{ [kind]: { format, source } }];
  const name = content.type === 'file' ? documentName(content.name) : '';
  return [{ document: { format, name: `${name === '' ? 'Document' : name} ${place + 1}`, source } }];
}

/** Names may have letters, digits, single spaces, hyphens and brackets, and must differ. */
function documentName(name: string): string {
  return name
    .replace(/[^a-zA-Z0-9\-()[\]]+/g, ' ')
    .trim()
    .slice(0, 150);
}
