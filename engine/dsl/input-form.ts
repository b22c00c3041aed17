/** The form an app asks for: controls of `user_input_form` (runtime API, app metadata). */

import type { InputField } from '#engine';
import { isMapping } from '#engine/run/values/value.ts';
import { compileSchema } from '#kernel';
import type { GraphProblem } from './document-error.ts';
import { inputTypeName } from './input-types.ts';
import { integerAt, listAt, type Mapping, plainJson, textAt, textOf, textsAt, valueAt } from './tree.ts';

export interface Form {
  readonly fields: readonly InputField[];
  readonly problems: readonly GraphProblem[];
  readonly warnings: readonly string[];
}

const textControls: ReadonlySet<string> = new Set(['text-input', 'paragraph', 'select', 'external_data_tool']);
const controls: ReadonlySet<string> = new Set([
  ...textControls,
  'number',
  'checkbox',
  'file',
  'file-list',
  'json_object',
]);

/** More about one form would not be read. */
const shownWarnings = 20;

/** The form of a graph: the variables of its start node. */
export function formOfVariables(variables: readonly unknown[], field: string): Form {
  return buildForm(variables.map((spec, index) => ({ type: textAt(spec, 'type'), spec, field: `${field}[${index}]` })));
}

/**
 * The form of an app without a graph: `model_config.user_input_form`, single-key objects. What else lies in an object
 * that has a control is left alone, as readers of the family do; an object without any is of a type nobody knows.
 */
export function formOfControls(entries: readonly unknown[], field: string): Form {
  const warnings: string[] = [];
  const specs = entries.flatMap((entry, index) => {
    const at = `${field}[${index}]`;
    const all = Object.entries(isMapping(entry) ? entry : {});
    const found = all.filter(([, spec]) => isMapping(spec)).map(([type, spec]) => ({ type, spec, field: at }));
    const known = found.filter(({ type }) => isControl(type));
    if (known.length === 0) return found;
    const rest = all.map(([key]) => key).filter((key) => !known.some(({ type }) => type === key));
    if (rest.length > 0 && warnings.length < shownWarnings) {
      const names = rest
        .slice(0, shownWarnings)
        .map((key) => `'${cut(key)}'`)
        .join(', ');
      warnings.push(`The input ${at} has ${names} beside its control, which nobody reads: remove it.`);
    }
    return known;
  });
  const form = buildForm(specs);
  return { ...form, warnings: [...warnings, ...form.warnings] };
}

function isControl(type: string): boolean {
  return controls.has(inputTypeName(type));
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function buildForm(specs: readonly { type: string; spec: unknown; field: string }[]): Form {
  const fields = new Map<string, InputField>();
  const problems: GraphProblem[] = [];
  const warnings: string[] = [];
  for (const { type, spec, field } of specs) {
    const control = inputTypeName(type);
    const name = textAt(spec, 'variable');
    if (!controls.has(control)) {
      const input = name === '' ? `The input ${field}` : `The input '${name}' (${field})`;
      const message = `${input} has the unknown type '${cut(type)}': choose one of ${[...controls].join(', ')}.`;
      problems.push({ message, field });
    } else if (name === '' || name === '__proto__') {
      problems.push({ message: `The input ${field} has no usable variable name: give it one.`, field });
    } else if (fields.has(name)) {
      problems.push({ message: `Two inputs have the name '${name}' (${field}): rename one.`, field });
    } else {
      const schema = control === 'json_object' ? readSchema(valueAt(spec, 'json_schema')) : undefined;
      if (schema === 'invalid') {
        problems.push({ message: `The json_schema of the input '${name}' (${field}) is no JSON Schema.`, field });
      } else {
        if (schema?.hasPatterns)
          warnings.push(`The input '${name}' (${field}): patterns of its json_schema are not checked.`);
        fields.set(name, { [control]: buildControl(control, name, spec, schema?.schema) });
      }
    }
  }
  return { fields: [...fields.values()], problems, warnings };
}

function buildControl(control: string, name: string, spec: unknown, schema: unknown): Mapping {
  const shared = {
    variable: name,
    label: textAt(spec, 'label', name),
    type: control,
    required: isRequired(valueAt(spec, 'required')),
    default: plainJson(valueAt(spec, 'default') ?? null),
  };
  const optional = ['description', 'placeholder', 'hint', 'hide']
    .map((key): [string, unknown] => [key, valueAt(spec, key)])
    .filter(([, value]) => typeof value === 'string' || typeof value === 'boolean');
  return { ...shared, ...Object.fromEntries(optional), ...controlRules(control, spec, schema) };
}

/**
 * Characters that forms give a line of text whose document says nothing of it (runtime API, app metadata). Callers are not
 * held to it: a document without `max_length` limits nothing (app DSL, start), and its callers send what it always took.
 */
const SHOWN_LENGTH = 48;

/** The form as clients see it: text without a default starts empty, and a line of text has a length. */
export function publicForm(fields: readonly InputField[]): InputField[] {
  return fields.map((field) =>
    Object.fromEntries(
      Object.entries(field).map(([control, rules]) => [
        control,
        {
          ...rules,
          ...(textControls.has(control) && rules.default === null && { default: '' }),
          ...(control === 'text-input' && rules.max_length === undefined && { max_length: SHOWN_LENGTH }),
        },
      ]),
    ),
  );
}

/** Documents made by hand write the word as text. */
function isRequired(given: unknown): boolean {
  return given === true || (typeof given === 'string' && /^(true|yes|on|1)$/i.test(given.trim()));
}

/** Texts; documents made by hand also write `{label, value}`, as forms of other makers do. */
function optionsOf(spec: unknown): string[] {
  return listAt(spec, 'options')
    .map((option) => textOf(isMapping(option) ? (valueAt(option, 'value') ?? valueAt(option, 'label')) : option))
    .filter((option) => option !== undefined);
}

function controlRules(control: string, spec: unknown, schema: unknown): Mapping {
  const length = integerAt(spec, 'max_length');
  const maximum = length !== undefined && length > 0 ? { max_length: length } : {};
  switch (control) {
    case 'select':
      return { options: optionsOf(spec) };
    case 'file':
    case 'file-list':
      return {
        ...(control === 'file-list' ? maximum : {}),
        allowed_file_types: textsAt(spec, 'allowed_file_types'),
        allowed_file_extensions: textsAt(spec, 'allowed_file_extensions'),
        allowed_file_upload_methods: textsAt(spec, 'allowed_file_upload_methods'),
      };
    case 'json_object':
      return { json_schema: schema ?? null };
    case 'external_data_tool':
      return Object.fromEntries(
        ['config', 'icon', 'icon_background'].flatMap((key) => {
          const value = valueAt(spec, key);
          return value === undefined ? [] : [[key, plainJson(value)]];
        }),
      );
    default:
      // 0 is no limit, which is not the same as nothing said.
      return length === 0 ? { max_length: 0 } : maximum;
  }
}

/** A `json_schema`, which may be text. Patterns are left out: a bad one stops the process for good on some inputs. */
function readSchema(stored: unknown): { schema: Mapping; hasPatterns: boolean } | 'invalid' | undefined {
  if (stored === undefined || stored === null || textOf(stored)?.trim() === '') return undefined;
  let schema = plainJson(stored);
  try {
    if (typeof schema === 'string') schema = JSON.parse(schema);
    if (!isMapping(schema)) return 'invalid';
    const safe = withoutPatterns(schema) as Mapping;
    compileSchema(safe, { defaults: false });
    return { schema: safe, hasPatterns: JSON.stringify(safe) !== JSON.stringify(schema) };
  } catch {
    return 'invalid';
  }
}

function withoutPatterns(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPatterns);
  if (!isMapping(value)) return value;
  const entries = Object.entries(value).filter(
    ([key, item]) =>
      !(key === 'pattern' && typeof item === 'string') && !(key === 'patternProperties' && isMapping(item)),
  );
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutPatterns(item)]));
}
