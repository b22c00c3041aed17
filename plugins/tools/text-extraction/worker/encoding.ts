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
  const sample = bytes.subarray(0, sampleSize);
  const found = analyse(sample).map(({ name }) => name);
  return isSimplifiedChinese(sample) ? ['gb18030', ...found] : found;
}

/**
 * Short Chinese texts score alike in several encodings. Pairs of high bytes alone are neither Big5 nor Shift_JIS; kana
 * would begin with A4 or A5 in EUC-JP, and Korean stays below C9: what is left is GB 2312 with its common characters.
 */
function isSimplifiedChinese(sample: Uint8Array): boolean {
  let pairs = 0;
  let common = 0;
  let beyondKorean = 0;
  let other = 0;
  for (let index = 0; index < sample.length; index += 1) {
    const lead = sample[index] ?? 0;
    if (lead < 0x80) continue;
    const trail = sample[index + 1] ?? 0;
    index += 1;
    pairs += 1;
    if (trail < 0xa1 || lead < 0xa1 || lead === 0xa4 || lead === 0xa5) other += 1;
    if (lead >= 0xb0 && lead <= 0xd7) common += 1;
    if (lead >= 0xc9 && lead <= 0xf7) beyondKorean += 1;
  }
  return pairs >= 2 && other <= pairs * 0.05 && common >= pairs * 0.5 && beyondKorean >= pairs * 0.1;
}

/** UTF-16 without a mark shows in the zeros of its ASCII characters: line ends, spaces, digits. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, 8192);
  if (bytes.length % 2 !== 0 || sample.length < 2) return undefined;
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) < 2 * Math.min(even, odd) || even === odd) return undefined;
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
