/** Templates with `{{#node.name#}}` placeholders (app DSL, templates). */
import { toMarkdown, toText } from './text-form.ts';
import { checkLength } from './value-size.ts';

export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'variable';
      readonly selector: readonly string[];
      /** The text between `{{#` and `#}}`; stands in for a variable that does not resolve. */
      readonly source: string;
    };

/** A template cut into parts once. The parts serve as the `responseParts` of a response node as they are. */
export interface Template {
  readonly parts: readonly TemplatePart[];
  /** Selectors of the placeholders, in order, repeated ones included. */
  readonly selectors: readonly (readonly string[])[];
}

/** Where placeholders find their values. */
export interface TemplateVariables {
  /** `undefined` = unresolved. */
  get(selector: readonly string[]): unknown;
  /** Whether an unresolved variable is shown as nothing, not as its bare name: its node was skipped. */
  isEmpty?(selector: readonly string[]): boolean;
}

/** Where a value is put. */
export interface ValuePlace {
  /** What stands before it, filled in. */
  readonly before: string;
  /** What its author wrote behind it; `\uFFFC` stands for each further placeholder. */
  readonly after: string;
  /** The placeholder, for messages. */
  readonly name: string;
}

/** The text of a value as the grammar of its place has it: it must not end what it is put into, nor begin something else. */
export type PutValue = (value: string, place: ValuePlace) => string;

const placeholder = /\{\{#([A-Za-z0-9_]{1,50}(?:\.[A-Za-z_][A-Za-z0-9_]{0,29}){1,10})#\}\}/g;

/** Whether the text holds at least one placeholder. */
export function isTemplateText(text: string): boolean {
  // Unlike `test`, `search` leaves no position behind for the next use of the expression.
  return text.search(placeholder) >= 0;
}

/** Cuts a text into parts. Never fails: what is no placeholder is literal text. */
export function parseTemplate(text: string): Template {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const match of text.matchAll(placeholder)) {
    const source = match[1] ?? '';
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) });
    parts.push({ kind: 'variable', selector: source.split('.'), source });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return { parts, selectors: parts.flatMap((part) => (part.kind === 'variable' ? [part.selector] : [])) };
}

/**
 * Fills a template in one pass: values that hold placeholders are not expanded again. `put` says how values stand where the
 * text has a grammar; without it they are taken as they are.
 */
export function renderTemplate(
  template: Template,
  variables: TemplateVariables,
  form: 'text' | 'markdown',
  put?: PutValue,
): string {
  let text = '';
  for (const [index, part] of template.parts.entries()) {
    if (part.kind === 'text') text += part.text;
    else {
      const value = partText(part, variables, form);
      const after = () => template.parts.slice(index + 1).map((next) => (next.kind === 'text' ? next.text : '\uFFFC'));
      const name = `{{#${part.source}#}}`;
      text += put === undefined ? value : put(value, { before: text, after: after().join(''), name });
    }
    checkLength(text.length, 'A text with its variables filled in');
  }
  return text;
}

/** Whether a placeholder is all there is: what stands there is left to its value. */
export function isWholeTemplate({ parts }: Template): boolean {
  return parts.filter((part) => part.kind === 'variable' || part.text.trim() !== '').length === 1;
}

function partText(
  part: Extract<TemplatePart, { kind: 'variable' }>,
  variables: TemplateVariables,
  form: 'text' | 'markdown',
): string {
  const value = variables.get(part.selector);
  if (value === undefined) return variables.isEmpty?.(part.selector) ? '' : part.source;
  return form === 'text' ? toText(value) : toMarkdown(value);
}
