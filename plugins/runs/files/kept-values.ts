import { type FileValue, fromJson, isFileValue, type JsonText, toJson } from '#engine';
import { isUuid } from '#kernel';

/** Levels of a value that are looked at; deeper down nobody reads files. */
const DEEPEST = 64;

/** The id of the kept file that a record speaks of; null for other files. The record may be anybody's. */
export function keptId(file: FileValue): string | null {
  if (file.transfer_method !== 'local_file' && file.transfer_method !== 'tool_file') return null;
  const id = file.related_id || file.upload_file_id;
  return typeof id === 'string' && isUuid(id) ? id.toLowerCase() : null;
}

/** Ids of kept files anywhere in a value. */
export function keptIds(value: unknown, found = new Set<string>(), depth = 0): Set<string> {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return found;
  const id = isFileValue(value) ? keptId(value) : null;
  if (id !== null) found.add(id);
  else if (Array.isArray(value)) for (const item of value) keptIds(item, found, depth + 1);
  else for (const key in value) keptIds(Reflect.get(value, key), found, depth + 1);
  return found;
}

/** The value with a new address for each kept file; what holds none stays the same object. */
export function withAddresses(value: unknown, addressOf: (id: string) => string, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (isFileValue(value)) {
    const id = keptId(value);
    return id === null ? value : { ...value, url: addressOf(id) };
  }
  if (Array.isArray(value)) return value.map((item) => withAddresses(item, addressOf, depth + 1));
  // Numbers with a written form of their own are objects too, but no records.
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withAddresses(item, addressOf, depth + 1)]),
  );
}

/** The same for a JSON text, parsed only when it may speak of a kept file. */
export function textWithAddresses(text: JsonText, addressOf: (id: string) => string): JsonText {
  if (!text.includes('__dify__file__') || !/"(?:local|tool)_file"/.test(text)) return text;
  return toJson(withAddresses(fromJson(text), addressOf));
}
