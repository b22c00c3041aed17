import { NodeError } from '#engine/contract/node-type.ts';
import { Float } from './value.ts';

/**
 * Characters of one text and, for lists and mappings, characters plus parts. A thread that is asked for one piece of
 * memory beyond what is left of its heap takes the whole process with it, so no single value may be that large.
 */
export const maxValueSize = 4_000_000;
const maxDepth = 1_000;

/** Throws `ValueTooLargeError` for a value no run may hold. Parts that are shared count as often as they appear. */
export function checkSize(value: unknown, what: string): void {
  if (remaining(value, maxValueSize, 0) < 0) throw tooLarge(what);
}

/** The same for a text that is being put together. */
export function checkLength(length: number, what: string): void {
  if (length > maxValueSize) throw tooLarge(what);
}

function tooLarge(what: string): NodeError {
  return new NodeError(
    'ValueTooLargeError',
    `${what} is larger than the ${maxValueSize / 1_000_000} million characters a value may have.`,
  );
}

/** What is left of `room` after the value; negative as soon as it does not fit. */
function remaining(value: unknown, room: number, depth: number): number {
  if (typeof value === 'string') return room - value.length;
  if (typeof value !== 'object' || value === null || value instanceof Float) return room - 1;
  if (depth >= maxDepth) return -1;
  let left = room - 1;
  if (Array.isArray(value)) {
    // A hole-free count first: a list of millions is refused without a walk.
    if (value.length > left) return -1;
    for (const item of value) {
      left = remaining(item, left, depth + 1);
      if (left < 0) return left;
    }
    return left;
  }
  for (const key in value) {
    left = remaining(Reflect.get(value, key), left - key.length, depth + 1);
    if (left < 0) return left;
  }
  return left;
}
