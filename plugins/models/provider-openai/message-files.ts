import { isMapping } from '#engine';
import type { Egress } from '#plugins/egress/contract.ts';
import type { LlmRequest, MessageContent } from '#plugins/models/contract.ts';
import { loadContent } from '#plugins/provider-http/contract.ts';

/** Bytes of one file of a message: what the service takes of a document. */
const MAX_FILE = 32 * 1024 * 1024;

/** A file of a message, as the protocol's messages carry it. */
export type SentFile =
  | { readonly kind: 'audio'; readonly data: string; readonly format: string }
  | { readonly kind: 'video'; readonly url: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'document'; readonly name: string; readonly dataUrl: string };

type FileContent = Extract<MessageContent, { type: 'file' }>;

/** By the file's place in the request. */
export type SentFiles = ReadonlyMap<FileContent, SentFile>;

const AUDIO_FORMATS: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
};

/** Loads what must be sent as bytes: sound and documents. Films go by their address, text as text. */
export async function loadFiles(egress: Egress, request: LlmRequest): Promise<SentFiles> {
  const files = new Map<FileContent, SentFile>();
  for (const message of request.messages) {
    if (message.role !== 'user' || typeof message.content === 'string') continue;
    for (const content of message.content) {
      if (content.type === 'file') files.set(content, await toSent(egress, content, request.signal));
    }
  }
  return files;
}

async function toSent(egress: Egress, file: FileContent, signal: AbortSignal): Promise<SentFile> {
  if (file.mediaType.startsWith('video/')) return { kind: 'video', url: file.url };
  const options = { maxBytes: MAX_FILE, mediaType: file.mediaType, signal };
  const loaded = await loadContent(egress, file.url, options);
  const mediaType = file.mediaType || loaded.mediaType;
  if (mediaType.startsWith('audio/')) {
    const format = AUDIO_FORMATS[mediaType] ?? mediaType.slice('audio/'.length).replace(/^x-/, '');
    return { kind: 'audio', data: loaded.base64(), format };
  }
  if (isText(mediaType)) return { kind: 'text', text: `${file.name}:\n${Buffer.from(loaded.bytes).toString()}` };
  return { kind: 'document', name: file.name, dataUrl: `data:${mediaType};base64,${loaded.base64()}` };
}

function isText(mediaType: string): boolean {
  return /^text\/|^application\/(json|xml|yaml|x-yaml|csv)$/.test(mediaType);
}

/** What a provider of this protocol has kept in an answer, of a message that is sent back. */
export function keptOf(
  payloads: readonly { readonly provider: string; readonly data: unknown }[] | undefined,
  provider: string,
): readonly Readonly<Record<string, unknown>>[] {
  return (payloads ?? []).flatMap((payload) =>
    payload.provider === provider && isMapping(payload.data) ? [payload.data] : [],
  );
}
