import { NodeError } from '#engine';
import type { EgressResponse } from '#plugins/egress/contract.ts';
import type { FilesKeepRequest } from '#plugins/files/contract.ts';
import { readText } from '#plugins/text-extraction/contract.ts';
import { fileNameOf } from './file-name.ts';
import { kindOf, looksLikeText, parseMediaType } from './media-type.ts';

const MEGABYTE = 1024 * 1024;
/** Milliseconds for what comes after the first megabyte: while it arrives, others may wait for its room. */
const LARGE_MS = 300_000;

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
  /** The encoding it was read in, where nothing says it and its bytes leave a choice. */
  readonly guessedCharset?: string;
}

/** How answers are read. */
export interface AnswerReading {
  readonly limits: AnswerLimits;
  /** Waits until an answer of more than a megabyte may go on. */
  readonly beLarge: () => Promise<void>;
  /** Milliseconds it has from then on. */
  readonly largeMs?: number;
}

/** Reads the answer (app DSL, http-request). */
export async function readResponse(
  response: EgressResponse,
  method: string,
  reading: AnswerReading,
): Promise<HttpAnswer> {
  const { status, headers } = response;
  const { textMb } = reading.limits;
  if (method === 'HEAD') {
    // Its headers describe a body that is not sent.
    response.body.destroy();
    return { status_code: status, body: '', headers, file: null };
  }
  const mediaType = parseMediaType(headers['content-type']);
  const name = fileNameOf(headers['content-disposition']);
  const kind = name.isFile ? 'file' : kindOf(mediaType);
  const content = await readContent(response, kind === 'text' ? 'textMb' : 'fileMb', reading);
  const isText = kind === 'text' || (kind === 'sample' && looksLikeText(content, mediaType)) || content.length === 0;
  if (!isText) {
    const filename = name.name ?? lastSegment(response.url) ?? 'file';
    const file = { filename, mediaType: mediaType.name, bytes: content };
    return { status_code: status, body: '', headers, file };
  }
  if (content.length > textMb * MEGABYTE) throw tooLarge(reading.limits, 'textMb');
  const { text, encoding, isCertain } = readText(content, mediaType.charset);
  const guess = isCertain ? {} : { guessedCharset: encoding };
  return { status_code: status, body: text, headers, file: null, ...guess };
}

async function readContent(
  response: EgressResponse,
  kind: keyof AnswerLimits,
  { limits, beLarge, largeMs = LARGE_MS }: AnswerReading,
): Promise<Uint8Array> {
  const limit = limits[kind] * MEGABYTE;
  // Told beforehand, a large answer is refused without reading it.
  if (Number(response.headers['content-length']) > limit) {
    response.body.destroy();
    throw tooLarge(limits, kind);
  }
  const pieces: Uint8Array[] = [];
  let length = 0;
  let clock: NodeJS.Timeout | undefined;
  try {
    // Leaving the loop early ends the request.
    for await (const piece of response.body) {
      length += piece.length;
      if (length > limit) throw tooLarge(limits, kind);
      pieces.push(piece);
      if (length <= MEGABYTE || clock !== undefined) continue;
      // Nothing is read meanwhile: the connection waits.
      await beLarge();
      clock = setTimeout(() => response.body.destroy(tooSlow(largeMs)), largeMs);
    }
  } finally {
    clearTimeout(clock);
  }
  return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces, length);
}

function lastSegment(url: string): string | null {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || null;
  } catch {
    return last;
  }
}

const settings = { textMb: 'WEFT_HTTP_TEXT_MB', fileMb: 'WEFT_HTTP_FILE_MB' } as const;

function tooLarge(limits: AnswerLimits, kind: keyof AnswerLimits): NodeError {
  return new NodeError(
    'ResponseSizeError',
    `The answer is larger than ${limits[kind]} MB, the limit for its kind (${settings[kind]}).`,
  );
}

function tooSlow(milliseconds: number): NodeError {
  const message = `The answer has more than a megabyte, and the rest of it did not come within ${milliseconds / 1000} seconds.`;
  return new NodeError('HttpRequestNodeError', message);
}
