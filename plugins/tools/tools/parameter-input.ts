import { type NodeContext, parseTemplate, type Selector, type Template, toText } from '#engine';

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

/** Value of an input: text rendered, or the variable's value; undefined when the variable does not resolve. */
export function readInput(input: ParameterInput, context: Pick<NodeContext, 'render' | 'variables'>): unknown {
  return input.kind === 'text' ? context.render(input.template, 'text') : context.variables.get(input.selector);
}
