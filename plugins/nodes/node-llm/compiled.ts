import { type GraphNode, mappingOf, readSelector, type Selector, toJson } from '#engine';
import type { JsonSchema } from '#kernel';
import { type CompiledMemory, compileMemory, type Segment, segmentsOf } from './compiled-memory.ts';
import { compileJinja, type JinjaTemplate } from './jinja.ts';
import { type ModelSettings, readModelSettings } from './model-settings.ts';
import { isPresent, listOf, textOf } from './setting-values.ts';
import { readVision, type Vision } from './vision.ts';

export type Role = 'system' | 'user' | 'assistant';

export interface CompiledMessage {
  readonly role: Role;
  readonly segments: readonly Segment[];
  readonly jinja: JinjaTemplate | null;
}

export interface CompiledLlm extends ModelSettings {
  readonly messages: readonly CompiledMessage[];
  readonly jinjaVariables: readonly { readonly name: string; readonly selector: Selector }[];
  readonly memory: CompiledMemory | null;
  /** null: no context. */
  readonly context: Selector | null;
  readonly vision: Vision;
  readonly schema: JsonSchema | null;
  readonly isReasoningSeparated: boolean;
}

/** Reads the node's settings once per graph (app DSL, llm). */
export function compileLlm(data: Readonly<Record<string, unknown>>, node: GraphNode): CompiledLlm {
  const prompts = Array.isArray(data.prompt_template) ? data.prompt_template : [data.prompt_template];
  const context = mappingOf(data.context);
  return {
    ...readModelSettings(data.model),
    messages: prompts.map((message) => compileMessage(mappingOf(message), `"${node.title}" (${node.id})`)),
    jinjaVariables: listOf(mappingOf(data.prompt_config).jinja2_variables).map((entry) => {
      const { variable, value_selector: selector } = mappingOf(entry);
      return { name: textOf(variable), selector: readSelector(selector) ?? [] };
    }),
    memory: compileMemory(data.memory),
    context: context.enabled === true ? readSelector(context.variable_selector) : null,
    vision: readVision(data.vision),
    schema: compileSchema(data),
    isReasoningSeparated: data.reasoning_format === 'separated',
  };
}

function compileMessage(message: Readonly<Record<string, unknown>>, place: string): CompiledMessage {
  const role = message.role === 'system' || message.role === 'assistant' ? message.role : 'user';
  if (message.edition_type === 'jinja2') {
    return { role, segments: [], jinja: compileJinja(textOf(message.jinja2_text) || textOf(message.text), place) };
  }
  return { role, segments: segmentsOf(textOf(message.text)), jinja: null };
}

function compileSchema(data: Readonly<Record<string, unknown>>): JsonSchema | null {
  if (data.structured_output_switch_on !== true && data.structured_output_enabled !== true) return null;
  const { schema } = mappingOf(data.structured_output);
  return isPresent(schema) ? JSON.parse(toJson(schema)) : null;
}
