import { PlatformError } from '#kernel';
import type { EgressResponse } from '#plugins/egress/contract.ts';
import type { FilesKeepRequest } from '#plugins/files/contract.ts';
import { charsetOf, readText } from '#plugins/text-extraction/contract.ts';

const MEGABYTE = 1024 * 1024;
/** Bytes of an answer: text goes to models and into runs, and what is neither text nor JSON becomes a file. */
const MAX_TEXT = 1.5 * MEGABYTE;
const MAX_FILE = 10 * MEGABYTE;

/** What an API answered. */
export interface ApiAnswer {
  readonly status: number;
  /** In lower case, without parameters; '' when it says none. */
  readonly mediaType: string;
  /** '' for files. */
  readonly text: string;
  /** undefined: it is no JSON. */
  readonly json?: unknown;
  readonly file: FilesKeepRequest | null;
}

/** Reads an answer to its end, within its limits. Throws `tool-openapi.answer_too_large`. */
export async function readAnswer(response: EgressResponse, method: string): Promise<ApiAnswer> {
  const { status, headers } = response;
  const type = headers['content-type'] ?? '';
  const mediaType = (type.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (method === 'HEAD') {
    response.body.destroy();
    return { status, mediaType, text: '', file: null };
  }
  const isText = isTextType(mediaType);
  const limit = isText ? MAX_TEXT : MAX_FILE;
  if (Number(headers['content-length']) > limit) {
    response.body.destroy();
    throw tooLarge(limit);
  }
  const bytes = await bytesOf(response, limit);
  const decoded =
    isText || bytes.length === 0 ? readText(bytes, charsetOf(type)).text : mediaType === '' ? decodeUtf8(bytes) : null;
  if (decoded === null || decoded.length > MAX_TEXT) {
    if (decoded !== null) throw tooLarge(MAX_TEXT);
    return { status, mediaType, text: '', file: { filename: fileName(response, mediaType), mediaType, bytes } };
  }
  const isJson = mediaType.endsWith('json') || mediaType === '';
  const json = isJson ? parsed(decoded) : undefined;
  return { status, mediaType, text: decoded, ...(json !== undefined && { json }), file: null };
}

async function bytesOf(response: EgressResponse, limit: number): Promise<Uint8Array> {
  try {
    return await response.bytes(limit);
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'egress.too_large') throw tooLarge(limit);
    throw error;
  }
}

function isTextType(mediaType: string): boolean {
  return (
    mediaType.startsWith('text/') ||
    /[/+](json|xml|yaml|x-yaml|javascript|x-ndjson|jsonl|graphql|x-www-form-urlencoded)$/.test(mediaType)
  );
}

/** Null: it is no text. */
function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/** undefined: it is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A label for what is kept; it never becomes a path. */
function fileName({ headers, url }: EgressResponse, mediaType: string): string {
  const told = /filename\s*=\s*"?([^";\r\n]{1,200})/i.exec(headers['content-disposition'] ?? '')?.[1];
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  const name = (told ?? last).split(/[/\\]/).at(-1)?.trim() ?? '';
  const extension = /^[a-z0-9]{1,8}$/.exec(mediaType.split('/')[1] ?? '')?.[0] ?? 'bin';
  return name.includes('.') ? name : `${name || 'file'}.${extension}`;
}

function tooLarge(limit: number): PlatformError {
  const message = `The API answered with more than ${limit / MEGABYTE} MB: ask it for less.`;
  return new PlatformError('invalid', 'tool-openapi.answer_too_large', message);
}
