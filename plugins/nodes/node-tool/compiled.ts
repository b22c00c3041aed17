import { compileInput, type ParameterInput, type ToolReference } from '#plugins/tools/contract.ts';

export interface CompiledTool {
  readonly reference: ToolReference;
  readonly inputs: ReadonlyMap<string, ParameterInput>;
  /** Shown in the node's metadata. */
  readonly info: Readonly<Record<string, unknown>>;
}

type Settings = Readonly<Record<string, unknown>>;

/** Reads the node's settings once per graph (app DSL, tool). */
export function compileTool(data: Settings): CompiledTool {
  const providerId = textOf(data.provider_id);
  const plugin = textOf(data.plugin_unique_identifier);
  const kind = textOf(data.provider_type) || 'builtin';
  const providerName = textOf(data.provider_name);
  const provider = providerId || providerName;
  const named = providerName === provider || providerName === '' ? {} : { providerName };
  return {
    reference: { kind, provider, name: textOf(data.tool_name), plugin, ...named },
    inputs: new Map([...inputsOf(data.tool_configurations), ...inputsOf(data.tool_parameters)]),
    info: { provider_type: kind, provider_id: providerId, plugin_unique_identifier: plugin || null },
  };
}

function inputsOf(settings: unknown): [string, ParameterInput][] {
  if (typeof settings !== 'object' || settings === null) return [];
  return Object.entries(settings).flatMap(([name, setting]): [string, ParameterInput][] => {
    const input = compileInput(setting);
    return input === null ? [] : [[name, input]];
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
