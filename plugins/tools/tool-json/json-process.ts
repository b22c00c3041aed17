import { fromJson, isMapping, pythonLiteral, toText } from '#engine';
import type { Tool } from '#plugins/tools/contract.ts';
import { valuesAt } from './json-path.ts';

/**
 * The tool documents know as `json_process`, `parse`: what a path finds in a JSON text, as text. As there, a text that
 * is no JSON fails no run: the tool answers with what is wrong with it.
 */
export const jsonProcessParse: Tool = {
  id: 'json_process.parse',
  provider: 'json_process',
  name: 'parse',
  label: 'JSON Parse',
  description: 'Finds the value at a JSONPath, such as $.items[0].name, in a JSON text.',
  parameters: [
    { name: 'content', type: 'string', form: 'llm', label: 'JSON', description: 'The JSON text', required: true },
    { name: 'json_filter', type: 'string', form: 'llm', label: 'Path', description: 'The JSONPath of the value' },
    {
      name: 'ensure_ascii',
      type: 'boolean',
      form: 'form',
      label: 'ASCII only',
      description: 'Whether other characters of objects and lists are written as \\uXXXX',
      default: true,
    },
  ],
  sideEffects: false,
  invoke({ arguments: { content, json_filter: path, ensure_ascii: isAscii } }) {
    return { text: found(toText(content), toText(path), isAscii !== false) };
  },
};

function found(content: string, path: string, isAscii: boolean): string {
  if (content === '') return 'Invalid parameter content';
  if (path.trim() === '') return 'Invalid parameter json_filter';
  try {
    const values = valuesAt(path, fromJson(content));
    return written(values.length === 1 ? values[0] : values, isAscii);
  } catch (error) {
    return `Failed to extract JSON content: ${error instanceof Error ? error.message.slice(0, 200) : ''}`;
  }
}

/** Objects and lists as JSON, anything else as Python's `str` shows it. */
function written(value: unknown, isAscii: boolean): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value) && !isMapping(value)) return pythonLiteral(value);
  const json = pythonJson(value);
  return isAscii ? json.replaceAll(/[^\0-\x7f]/g, escaped) : json;
}

/** An object is written as text is inserted: JSON with `, ` and `: `. A list is written within one. */
function pythonJson(value: unknown): string {
  return toText({ '': value }).slice('{"": '.length, -1);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
