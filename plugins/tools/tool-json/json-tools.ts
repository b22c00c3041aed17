import { toText } from '#engine';
import { PlatformError } from '#kernel';
import type { Tool } from '#plugins/tools/contract.ts';

/** The tool documents know as `builtin`, `json_parse`. */
export const jsonParse: Tool = {
  id: 'json.json_parse',
  provider: 'json',
  providerAliases: ['builtin', 'tool-json'],
  name: 'json_parse',
  label: 'Parse JSON',
  description: 'Reads a JSON text and answers with its value.',
  parameters: [
    { name: 'json_string', type: 'string', form: 'llm', label: 'JSON', description: 'The JSON text', required: true },
  ],
  sideEffects: false,
  invoke({ arguments: { json_string: given } }) {
    const value = parse(typeof given === 'string' ? given : JSON.stringify(given));
    return { text: typeof value === 'string' ? value : toText(value), json: Array.isArray(value) ? value : [value] };
  },
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PlatformError('invalid', 'tool-json.bad_json', `The text is no JSON: ${reason.slice(0, 200)}.`, {
      cause,
    });
  }
}
