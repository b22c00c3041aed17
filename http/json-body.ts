import { isUtf8 } from 'node:buffer';
import { PlatformError } from '../kernel/index.ts';

const MAX_DEPTH = 64;
/** Decodes a body; anything but UTF-8 is refused rather than repaired. A byte order mark is dropped. */
export function decodeText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw badRequest('The request body is not valid UTF-8');
  const text = bytes.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** Parses a JSON text that came from outside. Throws 400 `bad_request` for all that no handler should ever see. */
export function parseJsonBody(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw badRequest('The request body is not valid JSON', cause);
  }
  inspect(value, 1);
  return value;
}

/** One walk for both rules. The depth limit also bounds this recursion. */
function inspect(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > MAX_DEPTH) throw badRequest(`The request body is nested deeper than ${MAX_DEPTH} levels`);
  if (Array.isArray(value)) {
    for (const item of value) inspect(item, depth + 1);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    if (reachesPrototype(key, item)) throw badRequest(`The key "${key}" is not allowed in a request body`);
    inspect(item, depth + 1);
  }
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
