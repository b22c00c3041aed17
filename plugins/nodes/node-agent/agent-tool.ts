import { isMapping, mappingOf } from '#engine';
import { listOf, textOf } from '#plugins/node-llm/contract.ts';
import { compileInput, type ParameterInput, type ToolParameter, type ToolReference } from '#plugins/tools/contract.ts';

/** A tool of an agent, as its document describes it. */
export interface AgentTool {
  readonly reference: ToolReference;
  readonly label: string;
  /** Told to the model in place of the tool's own; "" when the builder wrote none. */
  readonly description: string;
  /** Values the builder has set; the model is not asked for them. */
  readonly fixed: ReadonlyMap<string, ParameterInput>;
  /** Parameters as the document knows them, for a tool that is not there to be asked. */
  readonly parameters: readonly ToolParameter[];
  /** All tools of a server, without which the agent can't work. */
  readonly isServer?: true;
}

/** More than any agent can choose from. */
const MAX_TOOLS = 128;

const PARAMETER_TYPES: readonly ToolParameter['type'][] = [
  'string',
  'secret-input',
  'select',
  'number',
  'boolean',
  'object',
  'array',
  'file',
  'files',
];

/** Reads the list of tools of an agent (app DSL, agent). Those that are switched off are left out. */
export function readAgentTools(value: unknown): readonly AgentTool[] {
  return listOf(value)
    .map(mappingOf)
    .filter((tool) => tool.enabled !== false && tool.enabled !== 0 && textOf(tool.tool_name) !== '')
    .slice(0, MAX_TOOLS)
    .map(readAgentTool);
}

/** The tools of a packaged agent: a list as others have, or of later versions `{dify_tools}`. */
export function readSoulTools(value: unknown): readonly AgentTool[] {
  if (!isMapping(value)) return readAgentTools(value);
  return readAgentTools(listOf(value.dify_tools).map(mappingOf).map(plainTool));
}

/** An entry of `dify_tools` as lists of tools have theirs. */
function plainTool(tool: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const provider = textOf(tool.provider) || textOf(tool.provider_name);
  const plugin = textOf(tool.plugin_id).split(/[:@]/)[0] ?? '';
  const named = plugin === '' || provider === '' ? provider : `${plugin}/${provider}`;
  return {
    enabled: tool.enabled,
    type: textOf(tool.provider_type) || 'plugin',
    provider_id: textOf(tool.provider_id) || named,
    tool_name: tool.tool_name,
    extra: { description: tool.description },
    parameters: mappingOf(tool.runtime_parameters ?? tool.tool_parameters),
  };
}

/** All tools of a server. */
export function serverTools(reference: ToolReference): AgentTool {
  return { reference, label: reference.provider, description: '', fixed: new Map(), parameters: [], isServer: true };
}

function readAgentTool(tool: Readonly<Record<string, unknown>>): AgentTool {
  const providerName = textOf(tool.provider_name);
  const provider = textOf(tool.provider_id) || providerName;
  return {
    reference: {
      kind: textOf(tool.type) || textOf(tool.provider_type) || 'builtin',
      provider,
      name: textOf(tool.tool_name),
      plugin: textOf(tool.plugin_unique_identifier),
      ...(providerName !== provider && providerName !== '' && { providerName }),
    },
    label: textOf(tool.tool_label) || textOf(tool.tool_name),
    description: textOf(mappingOf(tool.extra).description),
    fixed: fixedValues(tool),
    parameters: listOf(tool.schemas)
      .map(mappingOf)
      .filter(({ name }) => textOf(name) !== '')
      .map(readParameter),
  };
}

/**
 * `settings` is what the builder fills in, `parameters` what the model may: `auto` says which. Older documents have
 * plain values there, empty where the model is to choose.
 */
function fixedValues(tool: Readonly<Record<string, unknown>>): ReadonlyMap<string, ParameterInput> {
  const values = new Map<string, ParameterInput>();
  const set = (name: string, value: unknown) => {
    const input = compileInput(value);
    if (input !== null) values.set(name, input);
  };
  for (const [name, setting] of Object.entries(mappingOf(tool.parameters))) {
    if (!isMapping(setting)) {
      if (setting !== '') set(name, setting);
    } else if (!('auto' in setting)) set(name, setting);
    else if (setting.auto === 0 || setting.auto === false) set(name, setting.value);
  }
  for (const [name, setting] of Object.entries(mappingOf(tool.settings))) {
    // `{value: …}`, the value plain or typed; or the typed value itself.
    const isWrapped = isMapping(setting) && 'value' in setting && !('type' in setting);
    set(name, isWrapped ? setting.value : setting);
  }
  return values;
}

function readParameter(schema: Readonly<Record<string, unknown>>): ToolParameter {
  const options = listOf(schema.options)
    .map((option) => textOf(mappingOf(option).value))
    .filter((text) => text !== '');
  return {
    name: textOf(schema.name),
    type: PARAMETER_TYPES.find((type) => type === schema.type) ?? 'string',
    form: schema.form === 'form' ? 'form' : 'llm',
    description: textOf(schema.llm_description) || textOf(mappingOf(schema.human_description).en_US),
    required: schema.required === true,
    ...(schema.default === null || schema.default === undefined ? {} : { default: schema.default }),
    ...(options.length === 0 ? {} : { options }),
  };
}
