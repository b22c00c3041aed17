import { isUtf8 } from 'node:buffer';
import { PlatformError, Slices } from '#kernel';
import { type JsonScan, scanJson } from './json-scan.ts';

/** Characters. */
const LARGE = 1_048_576;
/** Decodes a body; anything but UTF-8 is refused rather than repaired. A byte order mark is dropped. */
export function decodeText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw badRequest('The request body is not valid UTF-8');
  const text = bytes.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** An escaped pair, an escaped half of one, or any other escape. */
const escapes = /\\u(?:d[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|(?<half>d[89a-f][0-9a-f]{2}))|\\[\s\S]/gi;

/**
 * JSON text with U+FFFD in place of halves of characters, which only escapes can write (`"\ud800"`): no database keeps
 * them, and no UTF-8 says them. Done once, where texts come in.
 */
export function wellFormedJson(text: string): string {
  return text.replace(escapes, (whole, half: string | undefined) => (half === undefined ? whole : '\\ufffd'));
}

/** What JSON bytes say, for bodies that are taken as they are (`bodyType: 'bytes'`); checked as those of other routes. */
export async function readJson(bytes: Buffer): Promise<JsonBody> {
  const slices = new Slices();
  const scan = await scanJson(bytes);
  const text = decodeText(bytes);
  await slices.next();
  return parseJsonBody(text, scan);
}

/** A body's text, and what it says. */
export interface JsonBody {
  readonly text: string;
  readonly value: unknown;
}

/**
 * Parses a JSON text that came from outside, and was scanned. Throws 400 `bad_request` for all that no handler should ever see. Of
 * halves of characters it is rid first; in a text of megabytes they are refused, for that takes long.
 */
export async function parseJsonBody(text: string, { isOdd }: JsonScan): Promise<JsonBody> {
  const slices = new Slices();
  const value = parsed(text);
  if (!isOdd) return { text, value };
  await slices.next();
  if (inspect(value)) return { text, value };
  if (text.length > LARGE) throw badRequest('The request body has escapes that are half a character');
  await slices.next();
  const mended = wellFormedJson(text);
  await slices.next();
  return { text: mended, value: parsed(mended) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw badRequest('The request body is not valid JSON', cause);
  }
}

/** One walk for all rules; false when a text is not well-formed. The scan bounds this recursion. */
function inspect(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  let isWellFormed = true;
  if (Array.isArray(value)) {
    for (const item of value) isWellFormed = inspect(item) && isWellFormed;
    return isWellFormed;
  }
  for (const key of Object.keys(value)) {
    const item: unknown = Reflect.get(value, key);
    if (reachesPrototype(key, item)) throw badRequest(`The key "${key}" is not allowed in a request body`);
    isWellFormed = inspect(item) && key.isWellFormed() && isWellFormed;
  }
  return isWellFormed;
}

/**
 * Whether code that copies property by property could be led to a prototype, as in documents: `__proto__` is one by itself,
 * `constructor` only with `prototype` in it. Each of these words alone is a name like others; inputs may be called so.
 */
function reachesPrototype(key: string, value: unknown): boolean {
  if (key !== 'constructor') return key === '__proto__';
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
}

export function badRequest(message: string, cause?: unknown): PlatformError {
  return new PlatformError('invalid', 'http.bad_request', message, { cause });
}
