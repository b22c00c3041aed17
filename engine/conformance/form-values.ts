/** Values for an app's input form, as a person who tries it would fill it in (app DSL, start node). */
import { listAt, type Mapping, mappingAt, textAt, textsAt, valueAt } from '#engine/dsl/tree.ts';
import { sampleFile } from './sample-files.ts';

/** What a chat app is asked, turn by turn. */
export const sampleQueries = ['Tell me three things about ferns.', 'And what do they like?'];

/** `form` is the `user_input_form` of `GET /v1/parameters`, `origin` serves pages and files. */
export function formValues(form: readonly unknown[], origin: string): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const entry of form) {
    for (const [control, spec] of Object.entries(mappingAt({ entry }, 'entry'))) {
      const name = textAt(spec, 'variable');
      if (name !== '') values[name] = controlValue(control, mappingAt({ spec }, 'spec'), origin);
    }
  }
  return values;
}

function controlValue(control: string, spec: Mapping, origin: string): unknown {
  const preset = valueAt(spec, 'default');
  const hasPreset = preset !== undefined && preset !== null && preset !== '';
  switch (control) {
    case 'select': {
      const options = textsAt(spec, 'options');
      return hasPreset && options.includes(String(preset)) ? preset : (options[0] ?? '');
    }
    case 'number':
      return hasPreset ? preset : 3;
    case 'checkbox':
      return hasPreset ? preset : true;
    case 'json_object':
      return hasPreset ? preset : fitting(schemaOf(valueAt(spec, 'json_schema')));
    case 'file':
      return sampleFile(spec, origin);
    case 'file-list':
      return [sampleFile(spec, origin)];
    default:
      return cut(hasPreset ? String(preset) : sampleText(spec, origin), Number(valueAt(spec, 'max_length') ?? 0));
  }
}

/** The schema of an object input, which documents also write as text. */
function schemaOf(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}

/** A value for a JSON Schema, as far as a person needs one to try an app. */
function fitting(schema: unknown, depth = 0): unknown {
  const [choice] = listAt(schema, 'enum');
  if (choice !== undefined) return choice;
  switch (depth > 5 ? 'string' : textAt(schema, 'type')) {
    case 'string':
      return 'ferns';
    case 'number':
    case 'integer':
      return 3;
    case 'boolean':
      return true;
    case 'array':
      return valueAt(schema, 'items') === undefined ? [] : [fitting(valueAt(schema, 'items'), depth + 1)];
    default: {
      const properties = Object.entries(mappingAt(schema, 'properties'));
      if (properties.length === 0) return { topic: 'ferns' };
      return Object.fromEntries(properties.map(([name, one]) => [name, fitting(one, depth + 1)]));
    }
  }
}

/** What names of text inputs ask for, the first that fits. */
const samples: readonly (readonly [RegExp, (origin: string) => string])[] = [
  [/url|link|链接|网址|website|地址/i, (origin) => `${origin}/pages/ferns.html`],
  [/e-?mail|邮箱/i, () => 'ada@example.com'],
  [/json/i, () => '{"topic": "ferns", "items": ["frond", "spore"]}'],
  [/date|日期/i, () => '2026-01-15'],
  [/count|number|amount|数量|个数|次数/i, () => '3'],
  [/lang|语言/i, () => 'English'],
];

function sampleText(spec: Mapping, origin: string): string {
  const names = `${textAt(spec, 'variable')} ${textAt(spec, 'label')}`;
  return samples.find(([pattern]) => pattern.test(names))?.[1](origin) ?? 'Ferns grow in the shade and like rain.';
}

function cut(text: string, length: number): string {
  return length > 0 ? [...text].slice(0, length).join('') : text;
}

/** The files a chat message brings along when the app takes some. */
export function messageFiles(parameters: unknown, origin: string): unknown[] {
  const upload = mappingAt(parameters, 'file_upload');
  if (valueAt(upload, 'enabled') !== true) return [];
  const methods = listAt(upload, 'allowed_file_upload_methods');
  return methods.length > 0 && !methods.includes('remote_url') ? [] : [sampleFile(upload, origin)];
}
