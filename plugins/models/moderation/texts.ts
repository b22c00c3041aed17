import { fromJson, isFileValue, type JsonText, toJson } from '#engine';

const depthLimit = 100;

/** Every text in a value: what is nested is read as well, of files their names. */
export function textsOf(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value !== 'object' || value === null || depth > depthLimit) return [];
  if (isFileValue(value)) return textsOf(value.filename, depth + 1);
  return Object.values(value).flatMap((item) => textsOf(item, depth + 1));
}

/** Every text in JSON text. */
export function textsOfJson(json: JsonText): string[] {
  return textsOf(JSON.parse(json));
}

/** The same value with another text in place of each; numbers stay as they are written. */
export function withTexts(json: JsonText, text: string): JsonText {
  return toJson(replaced(fromJson(json), text));
}

function replaced(value: unknown, text: string): unknown {
  if (typeof value === 'string') return value === '' ? value : text;
  if (Array.isArray(value)) return value.map((item) => replaced(item, text));
  if (!isRecord(value) || isFileValue(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaced(item, text)]));
}

/** Numbers that are kept as they are written are objects too. */
function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
