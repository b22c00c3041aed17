import { charsetOf, readText } from '#plugins/text-extraction/contract.ts';

/** Bytes that are looked at when the media type does not tell. */
const SAMPLE = 1024;

const PDF_START = Buffer.from('%PDF-');
const TEXT_SUBTYPES = /(^|[./+-])(json|xml|javascript|ecmascript|x-www-form-urlencoded|yaml|graphql)($|[./+-])/;
const TEXT_MARKS = ['{', '[', '<', 'function', 'var ', 'const ', 'let '];

export interface MediaType {
  /** Lower case, without parameters; "" when there is none. */
  readonly name: string;
  readonly charset: string | undefined;
}

export function parseMediaType(header: string | undefined): MediaType {
  const [name = ''] = (header ?? '').split(';', 1);
  return { name: name.trim().toLowerCase(), charset: charsetOf(header) };
}

/** Text, a file, or only to be told from its first bytes (app DSL, http-request). */
export function kindOf(type: MediaType): 'text' | 'file' | 'sample' {
  const [main = '', sub = ''] = type.name.split('/');
  if (main === 'text') return sub === 'csv' ? 'file' : 'text';
  if (main === '' || main === 'multipart') return 'sample';
  if (TEXT_SUBTYPES.test(sub)) return main === 'image' ? 'file' : 'text';
  return main === 'application' ? 'sample' : 'file';
}

/** Does content without a telling media type read as text? */
export function looksLikeText(content: Uint8Array, type: MediaType): boolean {
  if (content.length === 0) return true;
  const sample = Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, SAMPLE));
  // A PDF may be written in text, and is none.
  if (sample.includes(0) || sample.subarray(0, PDF_START.length).equals(PDF_START)) return false;
  let text: string;
  try {
    // Streaming: the sample may end inside a character.
    text = new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
  } catch {
    // Without a type it may be text in another encoding; data is text in none.
    const read = type.name === '' ? readText(content) : null;
    return read?.isCertain === true;
  }
  return type.name === '' || TEXT_MARKS.some((mark) => text.includes(mark));
}
