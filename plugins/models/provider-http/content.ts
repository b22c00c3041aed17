import { PlatformError } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';

/** A picture, sound or document of a message, for protocols that want the bytes. */
export interface LoadedContent {
  /** Without parameters: `image/png`. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  base64(): string;
}

export interface LoadOptions {
  readonly maxBytes: number;
  /** What it is where the server does not tell. */
  readonly mediaType?: string;
  readonly signal: AbortSignal;
}

const MAX_REDIRECTS = 3;
/** What servers say of files they know nothing about. */
const UNKNOWN = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

/** Loads `data:` and http(s) addresses. Throws `models.completion_request_error`, whose message names no address. */
export async function loadContent(egress: Egress, url: string, options: LoadOptions): Promise<LoadedContent> {
  if (url.startsWith('data:')) return ofDataUrl(url, options);
  let mediaType: string;
  let bytes: Uint8Array;
  try {
    const response = await egress.request({
      url,
      method: 'GET',
      maxRedirects: MAX_REDIRECTS,
      decompress: true,
      signal: options.signal,
    });
    if (response.status !== 200) {
      response.body.destroy();
      throw notLoaded(`its server answered with status ${response.status}`);
    }
    mediaType = (response.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
    bytes = await response.bytes(options.maxBytes);
  } catch (error) {
    if (options.signal.aborted) throw options.signal.reason ?? error;
    if (error instanceof PlatformError && error.code.startsWith('models.')) throw error;
    throw notLoaded(error instanceof PlatformError ? error.message : 'its server could not be called', error);
  }
  return contentOf(UNKNOWN.has(mediaType) ? (options.mediaType ?? 'application/octet-stream') : mediaType, bytes);
}

/** RFC 2397: `data:[<media type>][;base64],<data>`. */
function ofDataUrl(url: string, options: LoadOptions): LoadedContent {
  const comma = url.indexOf(',');
  if (comma < 0) throw notLoaded('its data: address has no data');
  const [type = '', ...parameters] = url.slice('data:'.length, comma).split(';');
  const isBase64 = parameters.some((parameter) => parameter.trim().toLowerCase() === 'base64');
  const data = url.slice(comma + 1);
  if (data.length > options.maxBytes * (isBase64 ? 1.4 : 3)) throw tooLarge(options.maxBytes);
  const bytes = isBase64 ? Buffer.from(data, 'base64') : Buffer.from(unescaped(data));
  if (bytes.length > options.maxBytes) throw tooLarge(options.maxBytes);
  const given = type.trim().toLowerCase();
  return contentOf(UNKNOWN.has(given) ? (options.mediaType ?? 'text/plain') : given, bytes);
}

function contentOf(mediaType: string, bytes: Uint8Array): LoadedContent {
  return {
    mediaType,
    bytes,
    base64: () => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function tooLarge(limit: number): PlatformError {
  return notLoaded(`it is larger than the ${limit} bytes allowed here`);
}

function notLoaded(why: string, cause?: unknown): PlatformError {
  const text = `A file of the message could not be loaded for the model: ${why.replace(/\.$/, '')}. Send another file.`;
  return new PlatformError('invalid', 'models.completion_request_error', text, cause === undefined ? {} : { cause });
}
