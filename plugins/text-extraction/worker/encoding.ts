import { analyse } from 'chardet';

/** Bytes that are looked at to guess an encoding. */
const sampleSize = 256 * 1024;

const marks: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Text in whatever encoding it has: by its mark, as UTF-8, by its zeros, by `declared`, or by its statistics. */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const mark = marks.find(([, start]) => start.every((byte, index) => bytes[index] === byte));
  if (mark !== undefined) return new TextDecoder(mark[0]).decode(bytes);
  const utf8 = decoded(bytes, 'utf-8');
  if (utf8 !== undefined && !utf8.slice(0, sampleSize).includes('\0')) return utf8;
  const wide = wideEncoding(bytes);
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes);
  const candidates = [...(declared === undefined ? [] : [declared]), ...guesses(bytes), 'windows-1252'];
  for (const encoding of candidates) {
    const text = decoded(bytes, encoding);
    // Control characters of the second block: a single-byte encoding that fits anything, taken for another.
    if (text !== undefined && !/[\u0080-\u009f]/.test(text.slice(0, sampleSize))) return text;
  }
  return utf8 ?? new TextDecoder('windows-1252').decode(bytes);
}

/** Whether bytes read as text at all. */
export function looksLikeText(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 8192);
  if (marks.some(([, start]) => start.every((byte, index) => sample[index] === byte))) return true;
  if (wideEncoding(sample) !== undefined) return true;
  let odd = 0;
  for (const byte of sample) {
    if (byte === 0) return false;
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127) odd += 1;
  }
  return odd <= sample.length / 100;
}

function guesses(bytes: Uint8Array): readonly string[] {
  const found = analyse(bytes.subarray(0, sampleSize)).map(({ name }) => name);
  const [best = ''] = found;
  // Short Chinese texts score alike in all of these; a text that is valid in the first named one stays with it.
  const related = /^(GB18030|Big5|EUC-JP|EUC-KR|Shift_JIS)$/.test(best) ? [] : asianFirst(bytes);
  return [...related, ...found];
}

/** Many bytes beyond ASCII in pairs are no Latin text, whatever the statistics of a short text say. */
function asianFirst(bytes: Uint8Array): readonly string[] {
  const sample = bytes.subarray(0, sampleSize);
  let high = 0;
  let paired = 0;
  for (let index = 0; index < sample.length; index += 1) {
    if ((sample[index] ?? 0) < 0x80) continue;
    high += 1;
    if ((sample[index + 1] ?? 0) >= 0x80) {
      paired += 1;
      high += 1;
      index += 1;
    }
  }
  return paired >= 2 && paired * 2 >= high * 0.95 ? ['gb18030'] : [];
}

/** UTF-16 without a mark shows in the zeros of its ASCII characters: line ends, spaces, digits. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, 8192);
  if (bytes.length % 2 !== 0 || sample.length < 2) return undefined;
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even === odd || Math.min(even, odd) > Math.max(even, odd) / 20) return undefined;
  const encoding = odd > even ? 'utf-16le' : 'utf-16be';
  const text = decoded(sample.subarray(0, sample.length - (sample.length % 2)), encoding);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells data from text
  return text === undefined || /[\0-\x08\x0e-\x1a\ufffe\uffff]/.test(text) ? undefined : encoding;
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
