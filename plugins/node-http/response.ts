import { type FileValue, NodeError } from '../../engine/contract.ts';
import type { EgressResponse } from '../egress/contract.ts';
import { type FileName, fileNameOf, fileTypeOf } from './file-name.ts';
import { decodeText, kindOf, looksLikeText, parseMediaType } from './media-type.ts';

const MAX_TEXT = 1024 * 1024;
const MAX_FILE = 10 * 1024 * 1024;

export interface HttpOutputs {
  readonly status_code: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly files: readonly FileValue[];
}

/**
 * Reads the answer: text in `body`, or a file in `files`. Until files can be stored, a file's value names its address,
 * and its content is not kept.
 */
export async function readResponse(response: EgressResponse, method: string): Promise<HttpOutputs> {
  const { status, headers } = response;
  if (method === 'HEAD') {
    // Its headers describe a body that is not sent.
    response.body.destroy();
    return { status_code: status, body: '', headers, files: [] };
  }
  const mediaType = parseMediaType(headers['content-type']);
  const name = fileNameOf(headers['content-disposition']);
  const kind = name.isFile ? 'file' : kindOf(mediaType);
  const content = await readContent(response, kind === 'text' ? MAX_TEXT : MAX_FILE);
  const isText = kind === 'text' || (kind === 'sample' && looksLikeText(content, mediaType)) || content.length === 0;
  if (!isText) {
    const file = toFile(response.url, name, mediaType.name, content.length);
    return { status_code: status, body: '', headers, files: [file] };
  }
  if (content.length > MAX_TEXT) throw tooLarge(MAX_TEXT);
  return { status_code: status, body: decodeText(content, mediaType), headers, files: [] };
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

function toFile(url: string, name: FileName, mediaType: string, size: number): FileValue {
  const { pathname } = new URL(url);
  const filename = name.name ?? lastSegment(pathname) ?? 'file';
  const dot = filename.lastIndexOf('.');
  const extension = dot > 0 ? filename.slice(dot).toLowerCase() : '';
  return {
    dify_model_identity: '__dify__file__',
    id: null,
    tenant_id: null,
    type: fileTypeOf(extension, mediaType),
    transfer_method: 'remote_url',
    remote_url: url,
    related_id: null,
    filename,
    extension,
    mime_type: mediaType || 'application/octet-stream',
    size,
    url,
  };
}

function lastSegment(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname.split('/').at(-1) ?? '').replace(/[\\/\0]/g, '_') || null;
  } catch {
    return null;
  }
}

function tooLarge(limit: number): NodeError {
  return new NodeError(
    'ResponseSizeError',
    `The answer is larger than ${limit / 1024 / 1024} MB, the limit for its kind.`,
  );
}
