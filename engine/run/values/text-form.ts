/** Text forms of values, as the family's Python engine writes them (app DSL, text forms). */
import { floatText } from './float-text.ts';
import { type FileValue, Float, isFileValue, typeOf } from './value.ts';

function numberText(value: number): string {
  if (!Number.isInteger(value)) return floatText(value);
  return Math.abs(value) < 1e21 ? `${value}` : BigInt(value).toString();
}

/** The text form: what templates insert. */
export function toText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'boolean':
      return value ? 'True' : 'False';
    case 'number':
      return numberText(value);
    case 'bigint':
      return value.toString();
    case 'object':
      if (value === null) return '';
      if (value instanceof Float) return floatText(value.value);
      if (Array.isArray(value)) return arrayText(value);
      return isFileValue(value) ? '' : jsonText(value);
    default:
      return '';
  }
}

function arrayText(items: readonly unknown[]): string {
  if (items.length === 0) return '';
  const type = typeOf(items);
  if (type === 'array[file]') return '';
  return type === 'array[string]' ? jsonText(items) : pythonLiteral(items);
}

/** The markdown form: what answers and streamed values show. */
export function toMarkdown(value: unknown): string {
  if (typeof value !== 'object' || value === null || value instanceof Float) return toText(value);
  if (!Array.isArray(value)) return isFileValue(value) ? fileLink(value) : jsonText(value, '\n');
  const type = typeOf(value);
  if (type === 'array[file]') return value.map(fileLink).join('\n');
  if (type === 'array[string]') return value.map((item) => `- ${item}`).join('\n');
  return value.map((item) => `- ${pythonLiteral(item)}`).join('\n');
}

function fileLink(file: FileValue): string {
  const url = file.url || file.remote_url || '';
  return file.type === 'image' ? `![${file.filename ?? ''}](${url})` : `[${file.filename || url}](${url})`;
}

/** JSON as Python's `json.dumps` writes it: on one line, or indented by two when `line` is a line break. */
function jsonText(value: unknown, line = ''): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
    case 'bigint':
      return toText(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      if (value instanceof Float) return floatText(value.value);
      return Array.isArray(value) ? jsonList(value, line) : jsonObject(value, line);
    default:
      return 'null';
  }
}

function jsonList(items: readonly unknown[], line: string): string {
  if (items.length === 0) return '[]';
  const inner = line && `${line}  `;
  return enclose(
    '[',
    items.map((item) => jsonText(item, inner)),
    { end: ']', line },
  );
}

function jsonObject(value: object, line: string): string {
  const entries = Object.entries(value);
  if (entries.length === 0) return '{}';
  const inner = line && `${line}  `;
  const lines = entries.map(([key, item]) => `${JSON.stringify(key)}: ${jsonText(item, inner)}`);
  return enclose('{', lines, { end: '}', line });
}

function enclose(start: string, items: readonly string[], { end, line }: { end: string; line: string }): string {
  return line === ''
    ? `${start}${items.join(', ')}${end}`
    : `${start}${line}  ${items.join(`,${line}  `)}${line}${end}`;
}

/** A value as Python's `repr` shows it. */
export function pythonLiteral(value: unknown): string {
  if (typeof value === 'string') return stringLiteral(value);
  if (value === null || value === undefined) return 'None';
  if (typeof value !== 'object' || value instanceof Float) return toText(value);
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  const entries = Object.entries(value).map(([key, item]) => `${stringLiteral(key)}: ${pythonLiteral(item)}`);
  return `{${entries.join(', ')}}`;
}

/** What Python does not print as it is: backslash, control and format characters, separators other than a space. */
const unprintable = /[\\\p{C}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u2028\u2029]/gu;

function stringLiteral(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(unprintable, escapeCharacter);
  return `${quote}${quote === "'" ? escaped.replaceAll("'", "\\'") : escaped}${quote}`;
}

function escapeCharacter(character: string): string {
  if (character === '\\') return '\\\\';
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  if (character === '\t') return '\\t';
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`;
}
