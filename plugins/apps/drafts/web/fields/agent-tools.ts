import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { isMapping, type Mapping, type Path } from '#plugins/drafts/web/document/operations.ts';
import { list, text } from './values.ts';

export type Provider = Schemas['ToolProvider'];
export type Tool = Schemas['Tool'];
export type ToolParameter = Schemas['ToolParameter'];

/**
 * Where documents have the tools of an agent: `node` has `settings` and `parameters` (`{auto, value}`), and says what each
 * parameter is; `configuration` has plain values in `tool_parameters`, "" where the model is to fill them in.
 */
export type ToolForm = 'node' | 'configuration';

/** A tool as it is added to an agent. */
export function newTool(form: ToolForm, provider: Provider, tool: Tool): Mapping {
  const named = { provider_id: provider.id, provider_name: provider.id, tool_name: tool.name };
  const label = tool.label ?? tool.name;
  if (form === 'configuration') {
    const values = tool.parameters.map(({ name, default: preset }) => [name, preset ?? '']);
    return {
      ...{ enabled: true, provider_type: provider.kind, ...named, tool_label: label },
      tool_parameters: Object.fromEntries(values),
    };
  }
  const asked = tool.parameters.filter(({ form: by }) => by !== 'form');
  const set = tool.parameters.filter(({ form: by, default: preset }) => by === 'form' && preset !== undefined);
  return {
    ...{ enabled: true, type: provider.kind, ...named, provider_show_name: provider.label, tool_label: label },
    tool_description: tool.description ?? '',
    settings: Object.fromEntries(set.map(({ name, default: preset }) => [name, given(preset)])),
    parameters: Object.fromEntries(asked.map(({ name }) => [name, { auto: 1, value: null }])),
    extra: { description: tool.description ?? '' },
  };
}

function given(value: unknown, type = 'constant'): Mapping {
  return { value: { type, value } };
}

/** What is known of a tool: what its provider says of it, else what the document does. */
export function parametersOf(tool: Mapping, declared: Tool | undefined): readonly ToolParameter[] {
  if (declared !== undefined) return declared.parameters;
  return list(tool.schemas)
    .filter(isMapping)
    .filter(({ name }) => text(name) !== '')
    .map((schema) => ({
      ...{ name: text(schema.name), type: text(schema.type) || 'string', form: text(schema.form) || 'llm' },
      label: translated(schema.label) || text(schema.name),
      description: translated(schema.human_description),
      options: list(schema.options).map((option) =>
        isMapping(option) ? { value: text(option.value), label: translated(option.label) } : option,
      ),
    }));
}

function translated(label: unknown): string {
  return isMapping(label) ? text(label.en_US) : text(label);
}

/** Which tool a document means: it may name its provider by where it comes from. */
export function providerOf(providers: readonly Provider[], tool: Mapping): Provider | undefined {
  const names = [text(tool.provider_id), text(tool.provider_name)].filter(Boolean);
  const isOf = ({ id }: Provider) => names.some((name) => name === id || name.endsWith(`/${id}`));
  return providers.find((each) => isOf(each) && each.tools.some(({ name }) => name === tool.tool_name));
}

/** A value of a tool as it stands in a document. */
export interface Held {
  /** Below the tool. */
  readonly path: Path;
  readonly value: unknown;
  readonly isVariable: boolean;
  /** The model fills it in. */
  readonly isAuto: boolean;
}

export function heldOf(form: ToolForm, tool: Mapping, { name, form: by }: ToolParameter): Held {
  const owner = form === 'configuration' ? 'tool_parameters' : by === 'form' ? 'settings' : 'parameters';
  const values = tool[owner];
  const raw = isMapping(values) ? values[name] : undefined;
  const { value, isVariable } = unwrapped(isMapping(raw) && 'auto' in raw ? raw.value : raw);
  const isAuto =
    by !== 'form' && (isMapping(raw) && 'auto' in raw ? isOn(raw.auto) : value === undefined || value === '');
  return { path: [owner, name], value: value ?? undefined, isVariable, isAuto };
}

const isOn = (auto: unknown) => auto !== 0 && auto !== false;
const wrapperKeys = new Set(['type', 'value', 'auto']);

function isWrapper(value: unknown): value is Mapping {
  return isMapping(value) && 'value' in value && Object.keys(value).every((key) => wrapperKeys.has(key));
}

function unwrapped(raw: unknown): { readonly value: unknown; readonly isVariable: boolean } {
  let value = raw;
  let isVariable = false;
  while (isWrapper(value)) {
    if (value.type === 'variable') isVariable = true;
    value = value.value;
  }
  return { value, isVariable };
}

/** The tool with another value of a parameter, wrapped as the one before was; undefined: it is not given. */
export function withHeld(
  form: ToolForm,
  tool: Mapping,
  parameter: ToolParameter,
  next: { readonly value: unknown; readonly by: string } | 'auto',
): Mapping {
  const { path } = heldOf(form, tool, parameter);
  const owner = String(path[0]);
  const values = isMapping(tool[owner]) ? tool[owner] : {};
  const raw = values[parameter.name];
  const write = (value: unknown): Mapping => ({ ...tool, [owner]: { ...values, [parameter.name]: value } });
  if (next === 'auto') return write(form === 'configuration' ? '' : { auto: 1, value: null });
  if (form === 'configuration') return write(isWrapper(raw) ? rewrapped(raw, next) : (next.value ?? ''));
  if (parameter.form === 'form') {
    const isPlain = raw !== undefined && !isWrapper(raw) && next.by !== 'variable';
    if (next.value !== undefined)
      return write(isWrapper(raw) ? rewrapped(raw, next) : isPlain ? next.value : given(next.value, next.by));
    const { [parameter.name]: _, ...others } = values;
    return { ...tool, [owner]: others };
  }
  return write({ ...(isMapping(raw) ? raw : {}), auto: 0, value: { type: next.by, value: next.value ?? '' } });
}

/** The innermost value is another; what is around it stays. */
function rewrapped(raw: Mapping, next: { readonly value: unknown; readonly by: string }): Mapping {
  if (isWrapper(raw.value)) return { ...raw, value: rewrapped(raw.value, next) };
  if (!('type' in raw) && next.by === 'variable') return { ...raw, value: { type: 'variable', value: next.value } };
  return { ...raw, ...('type' in raw && { type: next.by }), value: next.value };
}
