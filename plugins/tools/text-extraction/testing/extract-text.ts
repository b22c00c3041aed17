import type { MarkedText } from '#plugins/text-extraction/contract.ts';
import { type DocumentLimits, defaultDocumentLimits, type ExtractionReply } from '#plugins/text-extraction/protocol.ts';
import { readMarkedText } from '#plugins/text-extraction/read-marked-text.ts';
import { extract } from '#plugins/text-extraction/worker/extract.ts';

/** Reads a document in this process: what an extraction process answers. */
export function reply(
  name: string,
  content: string | Uint8Array,
  options: {
    readonly mediaType?: string;
    readonly limits?: Partial<DocumentLimits>;
    readonly isMarked?: boolean;
  } = {},
): Promise<ExtractionReply> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const limits = { ...defaultDocumentLimits, ...options.limits };
  return extract({ name, mediaType: options.mediaType ?? '', bytes, limits, isMarked: options.isMarked });
}

/** Its text; an error when there is none. */
export async function textOf(...parameters: Parameters<typeof reply>): Promise<string> {
  const answer = await reply(...parameters);
  if (!answer.ok) throw new Error(`${parameters[0]} ${answer.message}`);
  return answer.text;
}

/** Its text with marks. */
export async function markedOf(name: string, content: string | Uint8Array): Promise<MarkedText> {
  return readMarkedText(Buffer.from(await textOf(name, content, { isMarked: true })));
}
