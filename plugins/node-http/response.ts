import { NodeError } from '../../engine/contract.ts';
import type { EgressResponse } from '../egress/contract.ts';
import type { FilesKeepRequest } from '../files/contract.ts';
import { fileNameOf } from './file-name.ts';
import { decodeText, kindOf, looksLikeText, parseMediaType } from './media-type.ts';

const MAX_TEXT = 1024 * 1024;
const MAX_FILE = 10 * 1024 * 1024;

/** An answer as it was read: text in `body`, or a file. */
export interface HttpAnswer {
  readonly status_code: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly file: FilesKeepRequest | null;
}

/** Reads the answer (app DSL, http-request). */
export async function readResponse(response: EgressResponse, method: string): Promise<HttpAnswer> {
  const { status, headers } = response;
  if (method === 'HEAD') {
    // Its headers describe a body that is not sent.
    response.body.destroy();
    return { status_code: status, body: '', headers, file: null };
  }
  const mediaType = parseMediaType(headers['content-type']);
  const name = fileNameOf(headers['content-disposition']);
  const kind = name.isFile ? 'file' : kindOf(mediaType);
  const content = await readContent(response, kind === 'text' ? MAX_TEXT : MAX_FILE);
  const isText = kind === 'text' || (kind === 'sample' && looksLikeText(content, mediaType)) || content.length === 0;
  if (!isText) {
    const filename = name.name ?? lastSegment(response.url) ?? 'file';
    const file = { filename, mediaType: mediaType.name, bytes: content };
    return { status_code: status, body: '', headers, file };
  }
  if (content.length > MAX_TEXT) throw tooLarge(MAX_TEXT);
  return { status_code: status, body: decodeText(content, mediaType), headers, file: null };
}

async function readContent(response: EgressResponse, limit: number): Promise<Uint8Array> {
  // Told beforehand, a large answer is refused without reading it.
  if (Number(response.headers['content-length']) > limit) {
    response.body.destroy();
    throw tooLarge(limit);
  }
  try {
    return await response.bytes(limit);
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === 'egress.too_large' ? tooLarge(limit) : error;
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

function tooLarge(limit: number): NodeError {
  return new NodeError(
    'ResponseSizeError',
    `The answer is larger than ${limit / 1024 / 1024} MB, the limit for its kind.`,
  );
}
