import type { InputField } from '#engine';
import type { ToolParameter, ToolParameterType } from '#plugins/tools/contract.ts';
import type { ParameterSettings } from './store.ts';

type Rules = Readonly<Record<string, unknown>>;

const types: Readonly<Record<string, ToolParameterType>> = {
  select: 'select',
  number: 'number',
  checkbox: 'boolean',
  file: 'file',
  'file-list': 'files',
  json_object: 'object',
};

/** The inputs of a workflow as parameters of a tool, in the order of its form. Hidden ones that it can do without are left out. */
export function toolParameters(
  form: readonly InputField[],
  settings: Readonly<Record<string, ParameterSettings>>,
): ToolParameter[] {
  return form
    .flatMap((field) => Object.entries(field))
    .filter(([, rules]) => rules.hide !== true || rules.required === true)
    .map(([control, rules]) => toParameter(control, rules, settings[String(rules.variable)] ?? {}));
}

function toParameter(control: string, rules: Rules, { description, form }: ParameterSettings): ToolParameter {
  const type = types[control] ?? 'string';
  const label = String(rules.label ?? '') || String(rules.variable);
  const { default: preset, options, json_schema: schema } = rules;
  return {
    name: String(rules.variable),
    type,
    form: form ?? 'llm',
    label,
    description: description || describedBy(rules) || label,
    ...(rules.required === true && { required: true }),
    ...(preset !== null && preset !== undefined && preset !== '' && { default: preset }),
    ...(type === 'select' && Array.isArray(options) && { options: options.map(String) }),
    ...(type === 'object' && typeof schema === 'object' && schema !== null && { schema: schema as Rules }),
  };
}

function describedBy({ description, hint }: Rules): string {
  return [description, hint].filter((text) => typeof text === 'string' && text !== '').join('. ');
}
