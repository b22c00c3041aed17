import { createHash } from 'node:crypto';
import { CLOCK_TOLERANCE_MS, currentTime } from './clock.ts';

/** A UUID of any version as PostgreSQL writes it: bare, with dashes; capitals are taken, too. */
export const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

let lastTime = 0;
let sequence = 0;

/**
 * A new UUID of version 7: ids made later sort later, and the time can be read from them. Made from a random UUID, which
 * Node draws from a pool; within one millisecond a counter keeps the order (RFC 9562, section 6.2, method 1). Ids that are
 * made one after the other for the same `now` (milliseconds since the epoch) differ by a millisecond at most. A clock that
 * went back is waited for only as long as it takes to catch up with a small step: after a larger one ids come down with it.
 */
export function newId(now = currentTime()): string {
  const random = crypto.randomUUID();
  if (now > lastTime || lastTime - now > CLOCK_TOLERANCE_MS) {
    lastTime = now;
    // The counter starts in the lower half of its 12 bits, so that it has room.
    sequence = Number.parseInt(random.slice(0, 3), 16) & 0x7ff;
  } else if (++sequence > 0xfff) {
    lastTime++;
    sequence = 0;
  }
  const time = lastTime.toString(16).padStart(12, '0');
  const counter = sequence.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${random.slice(19)}`;
}

/** When an id of `newId` was made, in milliseconds since the epoch. */
export function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** The smallest UUID whose first 48 bits, the time of version 7, are `at` (milliseconds since the epoch). */
export function lowestIdAt(at: number): string {
  const hex = Math.max(0, Math.floor(at)).toString(16).padStart(12, '0').slice(-12);
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/**
 * The UUID of version 5 of a name (RFC 9562, section 5.5): the same name in the same namespace (itself a UUID) always gives
 * the same id.
 */
export function namedId(name: string, namespace: string): string {
  const space = Buffer.from(namespace.replaceAll('-', ''), 'hex');
  const bytes = createHash('sha1').update(space).update(name).digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
