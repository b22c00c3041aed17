import { readLenientJson } from '#plugins/models/contract.ts';

/** Characters of arguments, and levels of nesting. */
export const MAX_ARGUMENTS = 100_000;
export const MAX_DEPTH = 64;

/** The value of arguments as a model wrote them; undefined when they are no JSON. May be nested without end. */
export function parseArguments(written: string): unknown {
  try {
    return readLenientJson(written);
  } catch {
    return undefined;
  }
}

/** For the log: a value where there is a modest one, else the text. */
export function shownArguments(written: string): unknown {
  const text = written.slice(0, MAX_ARGUMENTS);
  const value = parseArguments(text);
  return typeof value === 'object' && value !== null && !isDeeper(value, MAX_DEPTH) ? value : text;
}

/** For the model's server, which refuses a conversation with calls it can't read. */
export function soundArguments(written: string): string {
  try {
    JSON.parse(written);
    return written.length > MAX_ARGUMENTS ? '{}' : written;
  } catch {
    return '{}';
  }
}

/** Without recursion: the value may be nested without end. */
export function isDeeper(value: unknown, limit: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}
