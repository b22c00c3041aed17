import { type Refusal, refusal } from './refusal.ts';

const keyChars = 500;
/** Keys that are listed at once. */
export const MAX_LISTED = 1000;

/** Bytes that a value takes under its key. Throws what a package may read for a key or a value that can't be kept. */
export function storedBytes(key: string, json: string): number {
  if (key === '' || key.length > keyChars || key.includes('\0') || json.includes('\\u0000')) {
    throw refusal('TypeError', `a key has 1 to ${keyChars} characters, and neither it nor its value holds U+0000`);
  }
  return Buffer.byteLength(key) + Buffer.byteLength(json);
}

/** `most`: bytes that a package may keep. */
export function storageFull(most: number): Refusal {
  return refusal('Full', `the storage of this plugin is full: it may keep ${most} bytes`);
}
