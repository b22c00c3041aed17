import type { Reply } from '#http';
import type { ByteRange } from '#plugins/blobs/contract.ts';
import type { FileReplyOptions, StoredFile } from './contract.ts';
import { ANY_CONTENT } from './file-types.ts';

/** What browsers show without running anything in it. All else is saved. */
const shown =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp)|audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+|application\/pdf|text\/(?:plain|markdown|csv|vtt))$/;

/** For whatever slips through: an origin of its own, no scripts, nothing loaded. */
const SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Opens the content, all or a range. */
type Open = (range?: ByteRange) => Promise<AsyncIterable<Uint8Array>>;

/** The content of a file as an answer (runtime API, files). */
export async function fileReply(
  file: Pick<StoredFile, 'name' | 'mediaType' | 'blob'>,
  open: Open,
  options: FileReplyOptions,
): Promise<Reply> {
  const { size } = file.blob;
  const isMedia = /^(?:audio|video)\//.test(file.mediaType);
  const headers: Record<string, string> = {
    'Cache-Control': options.cacheControl,
    'Content-Security-Policy': SECURITY_POLICY,
    'X-Content-Type-Options': 'nosniff',
    ...(isMedia && { 'Accept-Ranges': 'bytes' }),
  };
  if (options.asAttachment || !shown.test(file.mediaType)) headers['Content-Disposition'] = attachment(file.name);
  const contentType = options.asAttachment ? ANY_CONTENT : withCharset(file.mediaType);
  const range = isMedia ? rangeOf(options.range, size) : undefined;
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { ...headers, 'Content-Range': `bytes */${size}` }, body: { kind: 'empty' } };
  }
  if (range === undefined) {
    return { status: 200, headers, body: { kind: 'bytes', stream: await open(), contentType, length: size } };
  }
  headers['Content-Range'] = `bytes ${range.start}-${range.end - 1}/${size}`;
  const body = { kind: 'bytes' as const, stream: await open(range), contentType, length: range.end - range.start };
  return { status: 206, headers, body };
}

/** RFC 8187: no character of a name can end the header or its value. */
function attachment(name: string): string {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename*=UTF-8''${encoded}`;
}

function withCharset(mediaType: string): string {
  return mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
}

/** One range; a header of several, or of anything else, is ignored as if it were not there (RFC 9110, section 14.2). */
function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  return start >= end ? 'unsatisfiable' : { start, end };
}
