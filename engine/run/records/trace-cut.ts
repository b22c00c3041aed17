/** Cuts what records show of large values (app DSL, limits, "trace display"). */
import { isNumeric, toJson } from '#engine/run/values/value.ts';

/** Bytes of a whole value as JSON. */
const maxBytes = 1000 * 1024;
const maxString = 100_000;
const maxItems = 1000;
/** The end of a text that is longer. */
const mark = '…';

/**
 * JSON text of a value, cut where it is too large to be shown. A value of usual size is only measured; one with a part
 * that is cut anyway is not written whole before.
 */
export function traceText(value: unknown, text?: string): { readonly text: string; readonly isCut: boolean } {
  if (text === undefined && hasLargePart(value)) return { text: toJson(cutRecord(value)), isCut: true };
  const whole = text ?? toJson(value);
  if (!isTooLarge(value, whole)) return { text: whole, isCut: false };
  return { text: toJson(cutRecord(value)), isCut: true };
}

function isTooLarge(value: unknown, text: string): boolean {
  // A list of too many items has at least a digit and a comma for each.
  if (text.length <= maxItems * 2) return false;
  if (text.length * 3 > maxBytes && Buffer.byteLength(text) > maxBytes) return true;
  return hasLargePart(value);
}

function hasLargePart(value: unknown): boolean {
  if (typeof value === 'string') return value.length > maxString;
  if (Array.isArray(value)) return value.length > maxItems || value.some(hasLargePart);
  return isMapping(value) && Object.values(value).some(hasLargePart);
}

/** Small parts of a record are kept beside a large one, wherever they stand. */
function cutRecord(value: unknown): unknown {
  const room = { left: maxBytes };
  if (!isMapping(value) || Array.isArray(value)) return cut(value, room);
  const parts = Object.entries(value).map(([key, item], place) => ({ key, item, place, size: sizeOf(item) }));
  const kept = parts
    .toSorted((a, b) => a.size - b.size)
    .filter(({ key }) => {
      room.left -= Buffer.byteLength(key) + 4;
      return room.left > 0;
    })
    .map((part) => ({ ...part, item: cut(part.item, room) }));
  return Object.fromEntries(kept.toSorted((a, b) => a.place - b.place).map(({ key, item }) => [key, item]));
}

/** Characters of a part, about. */
function sizeOf(item: unknown): number {
  return typeof item === 'string' ? item.length : toJson(item).length;
}

/** The room that is left is shared by all parts, in order: what comes last is cut first. */
function cut(value: unknown, room: { left: number }): unknown {
  if (typeof value === 'string') return cutText(value, room);
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) {
      if (items.length === maxItems || room.left <= 0) break;
      room.left -= 1;
      items.push(cut(item, room));
    }
    return items;
  }
  if (!isMapping(value)) {
    room.left -= 8;
    return value;
  }
  const entries: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    if (room.left <= 0) break;
    room.left -= Buffer.byteLength(key) + 4;
    entries.push([key, cut(item, room)]);
  }
  return Object.fromEntries(entries);
}

function cutText(text: string, room: { left: number }): string {
  const kept = text.length > maxString ? wholeCharacters(text, maxString) : text;
  const size = Buffer.byteLength(kept) + 3;
  if (size > room.left) {
    // A third of the bytes is what characters of any kind fit into; nothing comes after it.
    const rest = wholeCharacters(kept, Math.max(0, Math.floor(room.left / 3)));
    room.left = 0;
    return rest + mark;
  }
  room.left -= size;
  return kept.length === text.length ? text : kept + mark;
}

/** Not the first half of a character. */
function wholeCharacters(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

function isMapping(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isNumeric(value);
}
