import { PlatformError, Slices } from '#kernel';
import { requestTooLarge } from './body-reader.ts';

/** Items of lists that a body may have. */
const MAX_PARTS = 400_000;
/** A member of a mapping counts as that many: reading a name that is like no other takes as long as a few numbers. So does a list. */
const MEMBER = 10;
const CONTAINER = 4;
const MAX_DEPTH = 64;
/** Digits of one number, as Python takes them: making a value of them takes the square of their count. */
export const MAX_DIGITS = 4_300;
/** The sum of these squares over all numbers that are longer than a double has digits. */
const MAX_DIGIT_WORK = 50 * MAX_DIGITS ** 2;
const LONG_NUMBER = 16;
/** Bytes between two looks at the clock. */
const STRETCH = 262_144;

/** What the bytes of a JSON text tell before anything is made of them. */
export interface JsonScan {
  /** Whether a key may lead to a prototype, or a text may have half of a character: only then is what it says walked through. */
  readonly isOdd: boolean;
}

/**
 * Looks at the bytes of a JSON text, in slices; it need not be valid. Throws 413 for very many parts, which would take many
 * times its size and keep everybody waiting, and 400 for what is nested deeply, and for numbers nobody writes.
 */
export async function scanJson(bytes: Buffer): Promise<JsonScan> {
  const scanner = new JsonScanner(bytes);
  if (bytes.length <= STRETCH) scanner.scan(bytes.length);
  else {
    const slices = new Slices();
    for (let end = STRETCH; end < bytes.length + STRETCH; end += STRETCH) {
      scanner.scan(Math.min(end, bytes.length));
      await slices.next();
    }
  }
  return { isOdd: scanner.isOdd || bytes.includes('__proto__') || bytes.includes('constructor') };
}

class JsonScanner {
  isOdd = false;
  readonly #bytes: Buffer;
  #at = 0;
  #isInText = false;
  #parts = 0;
  #depth = 0;
  #digits = 0;
  #digitWork = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Goes on until before `end`, and a little over it inside an escape. */
  scan(end: number): void {
    while (this.#at < end) {
      if (this.#isInText) this.#skipText(end);
      else this.#scanParts(end);
    }
    if (this.#parts > MAX_PARTS) {
      throw requestTooLarge(
        `has more than ${MAX_PARTS} parts (a member of an object counts as ${MEMBER}, a list or an object as ${CONTAINER})`,
      );
    }
  }

  #skipText(end: number): void {
    const bytes = this.#bytes;
    let at = this.#at;
    for (; at < end; at += 1) {
      const byte = bytes[at];
      if (byte === 0x22) {
        this.#isInText = false;
        at += 1;
        break;
      }
      if (byte !== 0x5c) continue;
      if (bytes[at + 1] === 0x75) this.isOdd ||= isOddEscape(bytes, at + 2);
      at += 1;
    }
    this.#at = at;
  }

  #scanParts(end: number): void {
    const bytes = this.#bytes;
    let at = this.#at;
    for (; at < end; at += 1) {
      const byte = bytes[at] as number;
      if (byte >= 0x30 && byte <= 0x39) {
        this.#digits += 1;
        if (this.#digits > MAX_DIGITS) throw refused(`has a number of more than ${MAX_DIGITS} digits`);
        continue;
      }
      if (this.#digits > 0) this.#endNumber();
      if (byte === 0x22) {
        this.#isInText = true;
        at += 1;
        break;
      }
      if (byte === 0x2c) this.#parts += 1;
      else if (byte === 0x3a) this.#parts += MEMBER - 1;
      else if (byte === 0x5b || byte === 0x7b) this.#open();
      else if (byte === 0x5d || byte === 0x7d) this.#depth -= 1;
    }
    this.#at = at;
  }

  #endNumber(): void {
    if (this.#digits > LONG_NUMBER) this.#digitWork += this.#digits ** 2;
    if (this.#digitWork > MAX_DIGIT_WORK) throw requestTooLarge('has too many long numbers');
    this.#digits = 0;
  }

  #open(): void {
    this.#parts += CONTAINER;
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw refused(`is nested deeper than ${MAX_DEPTH} levels`);
  }
}

/** Of half a character (`\ud800`), or of a letter or `_` (`\u005f`), with which names are hidden. */
function isOddEscape(bytes: Buffer, at: number): boolean {
  const first = bytes[at];
  if (first === 0x64 || first === 0x44) return true;
  const third = bytes[at + 2] ?? 0;
  return first === 0x30 && bytes[at + 1] === 0x30 && third >= 0x35 && third <= 0x37;
}

function refused(why: string): PlatformError {
  return new PlatformError('invalid', 'http.bad_request', `The request body ${why}`);
}
