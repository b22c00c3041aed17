import { type GraphNode, isMapping, parseTemplate, type Selector, type Template } from '#engine';
import { PlatformError } from '#kernel';
import type { FormAction, FormInput } from './contract.ts';
import { type CompiledEmail, compileEmails } from './email-settings.ts';
import { cutAtInputs } from './form-text.ts';
import { mappings } from './settings-values.ts';

/** A piece of the form's text before its variables are filled in. */
export type TemplatePart = Template | { readonly input: string; readonly mark: string };

/** An input before its variables are looked up. */
export interface CompiledInput {
  readonly input: FormInput;
  /** Where a paragraph's default, or what a selection offers, comes from; null: it is written down. */
  readonly source: Selector | null;
}

/** A human-input node's settings, read once. */
export interface CompiledForm {
  readonly content: readonly TemplatePart[];
  readonly inputs: readonly CompiledInput[];
  readonly actions: readonly FormAction[];
  readonly timeoutSeconds: number;
  /** Callers of the app's API may answer (delivery method `webapp`). */
  readonly isDelivered: boolean;
  readonly emails: readonly CompiledEmail[];
}

type Settings = Readonly<Record<string, unknown>>;

const HOUR = 3600;
const unitSeconds: Readonly<Record<string, number>> = { hour: HOUR, day: 24 * HOUR };
const DEFAULT_TIMEOUT = 36;
const MAX_ACTION = 20;
const MAX_TITLE = 100;
const MAX_NAME = 255;
const identifier = /^[\p{L}_][\p{L}\p{N}_]*$/u;
/** Outputs of the node's own; `__proto__` names no property. */
const reserved: ReadonlySet<string> = new Set(['__action_id', '__action_value', '__rendered_content', '__proto__']);
/** The handle of a form that nobody answers. */
export const TIMEOUT_HANDLE = '__timeout';

/** Types by all their spellings; older documents have those with `text`. */
const inputTypes: Readonly<Record<string, FormInput['type']>> = {
  paragraph: 'paragraph',
  text_input: 'paragraph',
  'text-input': 'paragraph',
  select: 'select',
  file: 'file',
  'file-list': 'file-list',
  file_list: 'file-list',
};

/** Reads the settings of a human-input node (app DSL, human-input); throws `human-input.invalid_setting`. */
export function compileForm(data: Settings, node: GraphNode): CompiledForm {
  const inputs = mappings(data.inputs).map((input, index) => readInput(node, input, index));
  const names = inputs.map(({ input }) => input.output_variable_name);
  const actions = mappings(data.user_actions).map((action, index) => readAction(node, action, index));
  refuseTwice(node, { field: 'inputs', what: 'input name' }, names);
  refuseTwice(
    node,
    { field: 'user_actions', what: 'action id' },
    actions.map(({ id }) => id),
  );
  const parts = cutAtInputs(textOf(data.form_content), new Set(names));
  return {
    content: parts.map((part) => (typeof part === 'string' ? parseTemplate(part) : part)),
    inputs,
    actions,
    timeoutSeconds: readTimeout(node, data),
    isDelivered: deliveryTypes(data).has('webapp'),
    emails: compileEmails(data),
  };
}

/** The ways a form goes out that are switched on. */
export function deliveryTypes(data: Settings): ReadonlySet<string> {
  const methods = mappings(data.delivery_methods).filter(({ enabled }) => enabled !== false);
  return new Set(methods.map(({ type }) => textOf(type)));
}

function readInput(node: GraphNode, data: Settings, index: number): CompiledInput {
  const field = `inputs.${index}`;
  const name = textOf(data.output_variable_name);
  const type = Object.hasOwn(inputTypes, textOf(data.type)) ? inputTypes[textOf(data.type)] : undefined;
  if (type === undefined) {
    throw invalidSetting(node, `${field}.type`, `there is no input type '${textOf(data.type).slice(0, 100)}'`);
  }
  if (!identifier.test(name) || name.length > MAX_NAME || reserved.has(name)) {
    const problem = `'${name.slice(0, 100)}' is no name for an input: letters, digits and _, and not one of the node's own`;
    throw invalidSetting(node, `${field}.output_variable_name`, problem);
  }
  const input = { type, output_variable_name: name };
  if (type === 'paragraph') return paragraph(input, data.default);
  if (type === 'select') return selection(input, data.option_source);
  const allowed = {
    allowed_file_types: texts(data.allowed_file_types),
    allowed_file_extensions: texts(data.allowed_file_extensions),
    allowed_file_upload_methods: texts(data.allowed_file_upload_methods),
  };
  const limit = Number(data.number_limits ?? 0);
  const limits = type === 'file-list' && limit > 0 ? { number_limits: Math.floor(limit) } : {};
  return { input: { ...input, ...allowed, ...limits }, source: null };
}

function paragraph(input: FormInput, data: unknown): CompiledInput {
  if (!isMapping(data)) return { input: { ...input, default: null }, source: null };
  const { selector, source, type } = sourceOf(data);
  return { input: { ...input, default: { type, selector, value: textOf(data.value) } }, source };
}

function selection(input: FormInput, data: unknown): CompiledInput {
  const given = isMapping(data) ? data : {};
  const { selector, source, type } = sourceOf(given);
  return { input: { ...input, option_source: { type, selector, value: texts(given.value) } }, source };
}

function sourceOf(data: Settings) {
  const selector = Array.isArray(data.selector) ? data.selector.map(String) : [];
  const isVariable = data.type === 'variable';
  const type: 'variable' | 'constant' = isVariable ? 'variable' : 'constant';
  return { selector, type, source: isVariable ? selector : null };
}

function readAction(node: GraphNode, data: Settings, index: number): FormAction {
  const field = `user_actions.${index}`;
  const id = textOf(data.id);
  if (!identifier.test(id) || id.length > MAX_ACTION || id === TIMEOUT_HANDLE) {
    const problem = `'${id.slice(0, 100)}' is no id for an action: letters, digits and _, at most ${MAX_ACTION}`;
    throw invalidSetting(node, `${field}.id`, problem);
  }
  const title = textOf(data.title);
  if (title.length > MAX_TITLE) {
    throw invalidSetting(node, `${field}.title`, `the title has more than ${MAX_TITLE} characters`);
  }
  return { id, title, button_style: styleOf(data.button_style) };
}

function styleOf(value: unknown): FormAction['button_style'] {
  return value === 'primary' || value === 'accent' || value === 'ghost' ? value : 'default';
}

function readTimeout(node: GraphNode, data: Settings): number {
  const count = Number(data.timeout ?? DEFAULT_TIMEOUT);
  const unit = textOf(data.timeout_unit) || 'hour';
  const seconds = Object.hasOwn(unitSeconds, unit) ? unitSeconds[unit] : undefined;
  if (seconds === undefined) throw invalidSetting(node, 'timeout_unit', `'${unit.slice(0, 100)}' is not hour or day`);
  if (!(count > 0)) throw invalidSetting(node, 'timeout', 'the time to wait must be more than 0');
  return count * seconds;
}

function refuseTwice(
  node: GraphNode,
  { field, what }: { field: string; what: string },
  names: readonly string[],
): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalidSetting(node, field, `the ${what} '${twice}' is there twice; rename one`);
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(textOf) : [];
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

function invalidSetting(node: GraphNode, field: string, problem: string): PlatformError {
  const name = node.title === '' ? node.id : `${node.title} (${node.id})`;
  return new PlatformError('invalid', 'human-input.invalid_setting', `Node ${name}, ${field}: ${problem}`, { field });
}
