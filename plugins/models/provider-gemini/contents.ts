import { isMapping } from '#engine';
import type { Egress } from '#plugins/egress/contract.ts';
import type { LlmRequest, MessageContent, ToolCall } from '#plugins/models/contract.ts';
import { callArguments, calledTool, loadContent, opaqueData, type Turn } from '#plugins/provider-http/contract.ts';
import { PROTOCOL } from './answer-parts.ts';

/** A part of a content, as the service takes it. */
export type Part = Readonly<Record<string, unknown>>;

export interface Content {
  readonly role: 'user' | 'model';
  readonly parts: Part[];
}

/** A request has 100 MB at most, in base64. */
const MAX_FILE_BYTES = 50 * 1024 * 1024;
/** What the service loads itself: films on YouTube, and files that lie there. */
const OWN_FILES =
  /^https:\/\/(?:(?:www\.)?youtube\.com\/watch\?|youtu\.be\/|generativelanguage\.googleapis\.com\/v1beta\/files\/)/;
/** Documents that it takes as texts. */
const TEXTS = /^(?:text\/|application\/(?:json|xml|x-yaml|yaml|javascript|x-javascript)$)/;
/** Instead of a signature, for calls of another model or of times before there were any (Gemini API, thought signatures). */
const UNSIGNED = 'skip_thought_signature_validator';

/** What follows each other of one side is one content. Newer models refuse calls without a signature: `isSigned`. */
export async function toContents(
  turns: readonly Turn[],
  egress: Egress,
  request: LlmRequest,
  isSigned: boolean,
): Promise<Content[]> {
  const contents: Content[] = [];
  for (const turn of turns) {
    const role = turn.role === 'assistant' ? 'model' : 'user';
    const parts = await partsOf(turn, { turns, egress, request, isSigned });
    if (parts.length === 0) continue;
    const last = contents.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else contents.push({ role, parts: [...parts] });
  }
  return contents;
}

interface Context {
  readonly turns: readonly Turn[];
  readonly egress: Egress;
  readonly request: LlmRequest;
  readonly isSigned: boolean;
}

async function partsOf(turn: Turn, context: Context): Promise<readonly Part[]> {
  if (turn.role === 'tool') return [resultPart(turn.toolCallId, turn.content, context.turns)];
  if (turn.role === 'user') {
    if (typeof turn.content === 'string') return textParts(turn.content);
    const parts = await Promise.all(turn.content.map((content) => contentParts(content, context)));
    return parts.flat();
  }
  const kept = opaqueData(turn, PROTOCOL).filter(isMapping);
  const signature = kept.findLast((data) => typeof data.thoughtSignature === 'string')?.thoughtSignature;
  const calls = (turn.toolCalls ?? []).map((call, place) => callPart(call, context.isSigned && place === 0));
  return [
    ...kept.map((data) => data.part).filter(isMapping),
    ...(signature === undefined ? textParts(turn.content) : [{ text: turn.content, thoughtSignature: signature }]),
    ...calls,
  ];
}

/** Of calls at the same time, the first has the signature. */
function callPart(call: ToolCall, isSigned: boolean): Part {
  const data = call.opaque?.provider === PROTOCOL && isMapping(call.opaque.data) ? call.opaque.data : {};
  const signature = data.thoughtSignature ?? (isSigned ? UNSIGNED : undefined);
  return {
    functionCall: { ...(data.id === undefined ? {} : { id: data.id }), name: call.name, args: callArguments(call) },
    ...(signature === undefined ? {} : { thoughtSignature: signature }),
  };
}

/** Results are paired by name, and by id where the service gave one. */
function resultPart(toolCallId: string, output: string, turns: readonly Turn[]): Part {
  const calls = turns.flatMap((turn) => (turn.role === 'assistant' ? (turn.toolCalls ?? []) : []));
  const data = calls.findLast(({ id }) => id === toolCallId)?.opaque?.data;
  const id = isMapping(data) ? data.id : undefined;
  const name = calledTool(turns, toolCallId) ?? 'tool';
  return { functionResponse: { ...(id === undefined ? {} : { id }), name, response: { output } } };
}

function textParts(text: string): readonly Part[] {
  return text === '' ? [] : [{ text }];
}

async function contentParts(content: MessageContent, { egress, request }: Context): Promise<readonly Part[]> {
  if (content.type === 'text') return textParts(content.text);
  const given = content.type === 'file' ? { mediaType: content.mediaType } : {};
  if (OWN_FILES.test(content.url)) return [{ fileData: { fileUri: content.url } }];
  const { signal } = request;
  const loaded = await loadContent(egress, content.url, { maxBytes: MAX_FILE_BYTES, signal, ...given });
  const mimeType = TEXTS.test(loaded.mediaType) ? 'text/plain' : loaded.mediaType;
  return [{ inlineData: { mimeType, data: loaded.base64() } }];
}
