import { empty, type Reply } from '#http';

/**
 * 204 without a byte, yet declared JSON: clients that parse every answer (aiohttp's `json()`) read an empty one of that type as
 * nothing, and fail where it has no type.
 */
export function deleted(): Reply {
  return { ...empty(), headers: { 'Content-Type': 'application/json' } };
}
