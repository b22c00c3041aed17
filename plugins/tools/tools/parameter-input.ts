import {
  isWholeTemplate,
  type NodeContext,
  type PutValue,
  parseTemplate,
  type Selector,
  type Template,
  toText,
} from '#engine';
import { inAddresses } from './addresses-place.ts';
import { ToolArgumentError } from './arguments.ts';
import { compileJsonTemplate, renderJsonTemplate } from './json-template.ts';
import { inSql } from './sql-place.ts';
import type { ToolParameter } from './tool.ts';

/** Where a parameter's value comes from (app DSL, tool). */
export type ParameterInput =
  /** `mixed` and `constant`: a text with placeholders. */
  | { readonly kind: 'text'; readonly template: Template }
  /** `variable`: a value of the run, as it is. */
  | { readonly kind: 'variable'; readonly selector: Selector };

/**
 * Reads `{type, value}` or, as older documents have it, a plain value. Null: nothing is given. A constant that is no
 * text counts by its text form, which the tool's schema reads back.
 */
export function compileInput(setting: unknown): ParameterInput | null {
  const { type, value } = typedForm(setting);
  if (value === null || value === undefined) return null;
  if (type !== 'variable') return { kind: 'text', template: parseTemplate(toText(value)) };
  return Array.isArray(value) && value.length > 0 ? { kind: 'variable', selector: value.map(String) } : null;
}

function typedForm(setting: unknown): { readonly type: string; readonly value: unknown } {
  if (typeof setting === 'object' && setting !== null && Object.hasOwn(setting, 'type') && 'type' in setting) {
    const { type } = setting;
    if (type === 'mixed' || type === 'variable' || type === 'constant') {
      return { type, value: 'value' in setting ? setting.value : null };
    }
  }
  return { type: 'constant', value: setting };
}

const places: Readonly<Record<NonNullable<ToolParameter['grammar']>, PutValue>> = {
  sql: inSql,
  addresses: inAddresses,
};

/**
 * Value of an input: text rendered, or the variable's value; undefined when the variable does not resolve. Values in a text are
 * written as the grammar of the parameter has them; a placeholder that is all there is leaves the parameter to its value.
 */
export function readInput(
  input: ParameterInput,
  context: Pick<NodeContext, 'render' | 'variables'>,
  parameter?: Pick<ToolParameter, 'name' | 'type' | 'grammar'>,
): unknown {
  if (input.kind === 'variable') return context.variables.get(input.selector);
  const { template } = input;
  if (parameter === undefined || template.selectors.length === 0 || isWholeTemplate(template)) {
    return context.render(template, 'text');
  }
  if (parameter.type === 'array' || parameter.type === 'object') return jsonText(template, context, parameter.name);
  return context.render(template, 'text', parameter.grammar === undefined ? undefined : places[parameter.grammar]);
}

/** A list or a mapping that is written as text, with the values in their places. What is none without them is a text. */
function jsonText(template: Template, context: Pick<NodeContext, 'render' | 'variables'>, name: string): string {
  const [first] = template.parts;
  const isJson = first?.kind === 'text' && /^\s*[[{]/.test(first.text);
  const json = isJson ? compileJsonTemplate(template) : null;
  if (json?.isJson !== true) return context.render(template, 'text');
  const error = (message: string) => new ToolArgumentError(message);
  return renderJsonTemplate(json, context, { what: `JSON of the parameter "${name}"`, error });
}
