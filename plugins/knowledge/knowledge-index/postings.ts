import { endianness } from 'node:os';
import { tokensOf } from './tokens.ts';

/** Bytes of one posting: 6 of the entry's number, how often it has the term, a code for its length. */
export const POSTING = 8;
const MAX_COUNT = 255;
/** Lengths up to here are kept as they are, longer ones within 3 %. */
const EXACT_LENGTHS = 64;
const STEPS_TO_DOUBLE = 16;
const BEYOND_32_BITS = 2 ** 32;

/** The words of an entry: terms by their hash, and how often each comes. */
export interface EntryWords {
  readonly terms: ReadonlyMap<number, number>;
  readonly tokens: number;
}

export function wordsOf(text: string): EntryWords {
  const terms = new Map<number, number>();
  const tokens = tokensOf(text);
  for (const token of tokens) {
    const term = termOf(token);
    terms.set(term, (terms.get(term) ?? 0) + 1);
  }
  return { terms, tokens: tokens.length };
}

/**
 * What a token is kept as: a hash of 53 bits (cyrb53). Two of a million tokens have the same once in 18,000 indexes, and then
 * are found by each other. Kept in the database: it can't change.
 */
export function termOf(token: string): number {
  let left = 0xdeadbeef;
  let right = 0x41c6ce57;
  for (let at = 0; at < token.length; at += 1) {
    const code = token.charCodeAt(at);
    left = Math.imul(left ^ code, 2_654_435_761);
    right = Math.imul(right ^ code, 1_597_334_677);
  }
  left = Math.imul(left ^ (left >>> 16), 2_246_822_507) ^ Math.imul(right ^ (right >>> 13), 3_266_489_909);
  right = Math.imul(right ^ (right >>> 16), 2_246_822_507) ^ Math.imul(left ^ (left >>> 13), 3_266_489_909);
  return BEYOND_32_BITS * (2_097_151 & right) + (left >>> 0);
}

/**
 * Postings of one batch as they go to the database: those of each term one after the other, in the order of `terms`. Lists are
 * arrays as PostgreSQL writes them: a driver that writes them takes long.
 */
export interface PackedPostings {
  readonly terms: string;
  /** Postings of each term. */
  readonly counts: string;
  /** Where each term's begin, in bytes. */
  readonly starts: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Numbers as PostgreSQL writes an array of them. */
export function arrayText(numbers: Iterable<number>): string {
  return `{${[...numbers].join()}}`;
}

/** `words[n]` are those of the entry with the number `first + n`. */
export function packed(words: readonly EntryWords[], first: number): PackedPostings {
  const counts = new Map<number, number>();
  for (const { terms } of words) for (const term of terms.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
  const places = new Map<number, number>();
  let total = 0;
  for (const [term, count] of counts) {
    places.set(term, total * POSTING);
    total += count;
  }
  const starts = arrayText(places.values());
  const given = new Uint8Array(total * POSTING);
  const bytes = Buffer.from(given.buffer);
  for (const [index, { terms, tokens }] of words.entries()) {
    const length = lengthCode(tokens);
    for (const [term, count] of terms) {
      const place = places.get(term) ?? 0;
      bytes.writeUIntLE(first + index, place, 6);
      bytes.writeUInt8(Math.min(MAX_COUNT, count), place + 6);
      bytes.writeUInt8(length, place + 7);
      places.set(term, place + POSTING);
    }
  }
  return { terms: arrayText(counts.keys()), counts: arrayText(counts.values()), starts, bytes: given };
}

function lengthCode(tokens: number): number {
  if (tokens < EXACT_LENGTHS) return tokens;
  return Math.min(255, EXACT_LENGTHS + Math.round(STEPS_TO_DOUBLE * Math.log2(tokens / EXACT_LENGTHS)));
}

/** How many tokens an entry has, by its code. */
export const lengths: readonly number[] = Array.from({ length: 256 }, (_, code) =>
  code < EXACT_LENGTHS ? code : EXACT_LENGTHS * 2 ** ((code - EXACT_LENGTHS) / STEPS_TO_DOUBLE),
);

const isLittleEndian = endianness() === 'LE';

/** Two words of 32 bits for each posting: the lower bits of the number; its upper 16, how often (8), the length (8). */
function wordsOfPostings(bytes: Buffer): Uint32Array {
  const copy = Buffer.from(Uint8Array.from(bytes).buffer);
  return new Uint32Array((isLittleEndian ? copy : copy.swap32()).buffer);
}

/** Calls back for each posting: the entry's number, how often it has the term, the code of its length. */
export function eachPosting(bytes: Buffer, posting: (number: number, count: number, length: number) => void): void {
  const words = wordsOfPostings(bytes);
  for (let at = 0; at < words.length; at += 2) {
    const upper = words[at + 1] as number;
    posting((upper & 0xffff) * BEYOND_32_BITS + (words[at] as number), (upper >>> 16) & 0xff, upper >>> 24);
  }
}

/** The postings whose entries are among `numbers`. */
export function keptPostings(bytes: Buffer, numbers: ReadonlySet<number>): Buffer {
  const kept: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += POSTING) {
    if (numbers.has(bytes.readUIntLE(at, 6))) kept.push(bytes.subarray(at, at + POSTING));
  }
  return Buffer.concat(kept);
}
