import { NodeError } from '../../engine/contract.ts';
import type { EgressResponse } from '../egress/contract.ts';
import type { FilesKeepRequest } from '../files/contract.ts';
import { fileNameOf } from './file-name.ts';
import { decodeText, kindOf, looksLikeText, parseMediaType } from './media-type.ts';

const MEGABYTE = 1024 * 1024;

/** Megabytes of an answer, by kind; those of files also of each file that is sent. */
export interface AnswerLimits {
  readonly textMb: number;
  readonly fileMb: number;
}

/** App DSL, limits. */
export const usualLimits: AnswerLimits = { textMb: 1, fileMb: 10 };

/** An answer as it was read: text in `body`, or a file. */
export interface HttpAnswer {
  readonly status_code: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly file: FilesKeepRequest | null;
}

/** Reads the answer (app DSL, http-request). */
export async function readResponse(
  response: EgressResponse,
  method: string,
  { textMb, fileMb }: AnswerLimits,
): Promise<HttpAnswer> {
  const { status, headers } = response;
  if (method === 'HEAD') {
    // Its headers describe a body that is not sent.
    response.body.destroy();
    return { status_code: status, body: '', headers, file: null };
  }
  const mediaType = parseMediaType(headers['content-type']);
  const name = fileNameOf(headers['content-disposition']);
  const kind = name.isFile ? 'file' : kindOf(mediaType);
  const content = await readContent(response, kind === 'text' ? textMb : fileMb);
  const isText = kind === 'text' || (kind === 'sample' && looksLikeText(content, mediaType)) || content.length === 0;
  if (!isText) {
    const filename = name.name ?? lastSegment(response.url) ?? 'file';
    const file = { filename, mediaType: mediaType.name, bytes: content };
    return { status_code: status, body: '', headers, file };
  }
  if (content.length > textMb * MEGABYTE) throw tooLarge(textMb);
  return { status_code: status, body: decodeText(content, mediaType), headers, file: null };
}

async function readContent(response: EgressResponse, megabytes: number): Promise<Uint8Array> {
  const limit = megabytes * MEGABYTE;
  // Told beforehand, a large answer is refused without reading it.
  if (Number(response.headers['content-length']) > limit) {
    response.body.destroy();
    throw tooLarge(megabytes);
  }
  try {
    return await response.bytes(limit);
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === 'egress.too_large' ? tooLarge(megabytes) : error;
  }
}

function lastSegment(url: string): string | null {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || null;
  } catch {
    return last;
  }
}

function tooLarge(megabytes: number): NodeError {
  return new NodeError('ResponseSizeError', `The answer is larger than ${megabytes} MB, the limit for its kind.`);
}
