import {
  type GraphNode,
  mappingOf,
  parseTemplate,
  readSelector,
  type Selector,
  type Template,
  toJson,
} from '../../engine/contract.ts';
import type { JsonSchema } from '../../kernel/index.ts';
import { compileJinja, type JinjaTemplate } from './jinja.ts';
import { type ModelSettings, readModelSettings } from './model-settings.ts';
import { isPresent, listOf, textOf } from './setting-values.ts';
import { readVision, type Vision } from './vision.ts';

/** A piece of a prompt: text with placeholders, or one of the three marks that stand outside the pool. */
export type Segment =
  | { readonly kind: 'template'; readonly template: Template }
  | { readonly kind: 'mark'; readonly mark: 'context' | 'histories' | 'query' };

export type Role = 'system' | 'user' | 'assistant';

export interface CompiledMessage {
  readonly role: Role;
  readonly segments: readonly Segment[];
  readonly jinja: JinjaTemplate | null;
}

export interface CompiledMemory {
  /** Turns; null = all that fit. */
  readonly window: number | null;
  /** Empty: the user's query itself. */
  readonly query: readonly Segment[];
  readonly userPrefix: string;
  readonly assistantPrefix: string;
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

const DEFAULT_WINDOW = 50;

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

/** Cuts a text at `{{#context#}}`, `{{#histories#}}` and `{{#query#}}`; the rest is a template. */
function segmentsOf(text: string): readonly Segment[] {
  const segments: Segment[] = [];
  for (const [index, piece] of text.split(/\{\{#(context|histories|query)#\}\}/).entries()) {
    if (index % 2 === 1) segments.push({ kind: 'mark', mark: piece as 'context' | 'histories' | 'query' });
    else if (piece !== '') segments.push({ kind: 'template', template: parseTemplate(piece) });
  }
  return segments;
}

/** The `memory` setting; null: the past is not shown. */
export function compileMemory(value: unknown): CompiledMemory | null {
  if (!isPresent(value)) return null;
  const memory = mappingOf(value);
  const window = mappingOf(memory.window);
  const prefix = mappingOf(memory.role_prefix);
  const size = Number(window.size);
  return {
    window: window.enabled === true ? (Number.isFinite(size) && size > 0 ? Math.floor(size) : DEFAULT_WINDOW) : null,
    query: segmentsOf(textOf(memory.query_prompt_template)),
    userPrefix: textOf(prefix.user) || 'Human',
    assistantPrefix: textOf(prefix.assistant) || 'Assistant',
  };
}

function compileSchema(data: Readonly<Record<string, unknown>>): JsonSchema | null {
  if (data.structured_output_switch_on !== true && data.structured_output_enabled !== true) return null;
  const { schema } = mappingOf(data.structured_output);
  return isPresent(schema) ? JSON.parse(toJson(schema)) : null;
}
