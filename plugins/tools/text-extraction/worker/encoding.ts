import { analyse } from 'chardet';
import { alphabetScore, type PairRange, pairScore } from './charset-scores.ts';

/** Bytes that are looked at to guess an encoding. */
const sampleSize = 64 * 1024;
/** Below it, or this near to the next one, a guess is told as one. */
const sure = { score: 0.6, margin: 0.12 } as const;

/** A text and how it was read. */
export interface ReadText {
  readonly text: string;
  /** As `TextDecoder` names it. */
  readonly encoding: string;
  /** False: neither a mark nor a declaration says it, and its bytes leave a choice. */
  readonly isCertain: boolean;
}

const byteMarks: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
/** What servers say of all they send, whatever it is. */
const usualDeclarations = /^(?:iso-?8859-?1|latin-?1|windows-1252|cp1252|us-ascii|ascii)$/i;

/** The charset of a `Content-Type`. */
export function charsetOf(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1];
}

/** Text in whatever encoding it has. */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  return readText(bytes, declared).text;
}

/**
 * Reads text: by its mark, as `declared` says (by who brought it), as UTF-8, by the zeros of UTF-16, as its own head says
 * (`<meta charset>`, `<?xml encoding>`), or by what its bytes would say in each encoding. The one place that does.
 */
export function readText(bytes: Uint8Array, declared?: string): ReadText {
  const certain = (text: string, encoding: string): ReadText => ({ text, encoding, isCertain: true });
  const mark = byteMarks.find(([, start]) => start.every((byte, index) => bytes[index] === byte))?.[0];
  if (mark !== undefined) return certain(new TextDecoder(mark).decode(bytes), mark);
  const utf8 = decoded(bytes, 'utf-8');
  const isUtf8 = utf8 !== undefined && !utf8.slice(0, sampleSize).includes('\0');
  const isUsual = declared === undefined || usualDeclarations.test(declared);
  if (declared !== undefined && !(isUsual && isUtf8)) {
    const text = decoded(bytes, declared);
    if (text !== undefined) return certain(text, declared.toLowerCase());
  }
  const wide = isUtf8 ? undefined : wideEncoding(bytes);
  if (wide !== undefined) return certain(new TextDecoder(wide).decode(bytes), wide);
  const own = declaredInside(bytes);
  // Texts in ISO-2022-JP are ASCII to look at.
  if (own !== undefined && (!isUtf8 || /^iso-2022/i.test(own))) {
    const text = decoded(bytes, own);
    if (text !== undefined) return certain(text, own.toLowerCase());
  }
  if (utf8 !== undefined) return certain(utf8, 'utf-8');
  return damaged(bytes, [isUsual ? undefined : declared, own, 'utf-8']) ?? guessed(bytes) ?? loose(bytes, 'utf-8');
}

/** A text in an encoding that is named, or in UTF-8, with a few broken bytes: a small part of its characters. */
function damaged(bytes: Uint8Array, named: readonly (string | undefined)[]): ReadText | undefined {
  const sample = bytes.subarray(0, sampleSize);
  for (const label of named) {
    if (label === undefined || !isEncoding(label)) continue;
    const read = new TextDecoder(label).decode(sample);
    const [broken = 0, whole = 0] = [/\ufffd/g, /[^\0-\x7f\ufffd]/g].map((each) => read.match(each)?.length ?? 0);
    if (whole > 4 * broken) return loose(bytes, label.toLowerCase());
  }
  return undefined;
}

function loose(bytes: Uint8Array, encoding: string): ReadText {
  return { text: new TextDecoder(encoding).decode(bytes), encoding, isCertain: false };
}

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

/** Whether bytes read as text at all. */
export function looksLikeText(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 8192);
  if (byteMarks.some(([, start]) => start.every((byte, index) => sample[index] === byte))) return true;
  if (wideEncoding(sample) !== undefined) return true;
  let odd = 0;
  for (const byte of sample) {
    if (byte === 0) return false;
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127) odd += 1;
  }
  return odd <= sample.length / 100;
}

function declaredInside(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096)).toString('latin1');
  return (
    /<meta[^>]{1,200}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(head)?.[1] ??
    /^[^<]{0,10}<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(head)?.[1]
  );
}

const pairs: Readonly<Record<string, PairRange>> = {
  gb18030: { from: 0xb0, to: 0xd7 },
  big5: { from: 0xa4, to: 0xc6 },
  shift_jis: { from: 0x88, to: 0x97 },
  'euc-jp': { from: 0xb0, to: 0xcf },
  'euc-kr': { from: 0xb0, to: 0xc8 },
};
/** How often texts in an alphabet are in each encoding of it, the most usual first. */
const alphabets: readonly (readonly [string, Parameters<typeof alphabetScore>[1], number])[] = [
  ['windows-1252', 'western', 1],
  ['windows-1251', 'other', 0.98],
  ['koi8-r', 'other', 0.97],
  ['windows-1250', 'central', 0.96],
  ['iso-8859-2', 'central', 0.95],
  ['windows-1254', 'turkish', 0.95],
  ['iso-8859-5', 'other', 0.93],
  ['ibm866', 'other', 0.93],
  ['windows-1253', 'other', 0.97],
  ['iso-8859-7', 'other', 0.95],
  ['windows-1255', 'other', 0.97],
  ['windows-1256', 'other', 0.97],
  ['windows-874', 'other', 0.97],
];

/** The most likely encoding. Undefined: its bytes are text in none. */
function guessed(bytes: Uint8Array): ReadText | undefined {
  const sample = bytes.subarray(0, sampleSize);
  const found = new Map(analyse(sample).map(({ name, confidence }) => [name.toLowerCase(), confidence]));
  // Statistics of letters say little of short texts, and more the longer they are.
  const bonus = (encoding: string) => {
    const confidence = found.get(encoding === 'windows-1252' ? 'iso-8859-1' : encoding) ?? found.get(encoding) ?? 0;
    return confidence > 20 ? (confidence / 100) * 0.1 : 0;
  };
  const guesses: { encoding: string; text: string; score: number }[] = [];
  const add = (encoding: string, rate: (text: string) => number) => {
    const text = begun(sample, encoding, sample.length < bytes.length);
    // Of GB 18030, rare characters lie in the private area.
    if (text === undefined || (encoding === 'gb18030' ? /[\u0080-\u009f]/ : /[\u0080-\u009f\ue000-\uf8ff]/).test(text))
      return;
    guesses.push({ encoding, text, score: rate(text) + bonus(encoding) });
  };
  for (const [encoding, range] of Object.entries(pairs))
    add(encoding, (text) => pairScore(text, sample, encoding, range));
  for (const [encoding, own, weight] of alphabets) add(encoding, (text) => alphabetScore(text, own) * weight);
  for (const guess of guesses.sort((a, b) => b.score - a.score)) {
    const text = decoded(bytes, guess.encoding);
    if (text === undefined) continue;
    const next = guesses.find((other) => other !== guess && other.text !== guess.text)?.score ?? 0;
    const isCertain = guess.score >= sure.score && guess.score - next >= sure.margin;
    return { text, encoding: guess.encoding, isCertain };
  }
  const western = decoded(bytes, 'windows-1252');
  return western === undefined ? undefined : { text: western, encoding: 'windows-1252', isCertain: false };
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

/** The beginning of a text, which may end in the middle of a character. */
function begun(sample: Uint8Array, encoding: string, isCut: boolean): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: isCut });
  } catch {
    return undefined;
  }
}
