import { type GraphNode, parseTemplate, type Selector, type Template, toJson } from '../../engine/contract.ts';
import type { JsonSchema } from '../../kernel/index.ts';
import { compileJinja, type JinjaTemplate } from './jinja.ts';

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

export interface CompiledLlm {
  readonly provider: string;
  readonly model: string;
  readonly mode: 'chat' | 'completion';
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly messages: readonly CompiledMessage[];
  readonly jinjaVariables: readonly { readonly name: string; readonly selector: Selector }[];
  readonly memory: CompiledMemory | null;
  /** null: no context. */
  readonly context: Selector | null;
  /** null: files are not shown to the model. */
  readonly vision: { readonly selector: Selector; readonly detail: 'high' | 'low' } | null;
  readonly schema: JsonSchema | null;
  readonly isReasoningSeparated: boolean;
}

const DEFAULT_WINDOW = 50;

/** Reads the node's settings once per graph (app-dsl, section 2.3). */
export function compileLlm(data: Readonly<Record<string, unknown>>, node: GraphNode): CompiledLlm {
  const model = recordOf(data.model);
  const prompts = Array.isArray(data.prompt_template) ? data.prompt_template : [data.prompt_template];
  const context = recordOf(data.context);
  return {
    provider: textOf(model.provider),
    model: textOf(model.name),
    mode: model.mode === 'completion' ? 'completion' : 'chat',
    // Plain numbers: what goes to a server has no use for the difference of 1 and 1.0.
    parameters: JSON.parse(toJson(recordOf(model.completion_params))),
    messages: prompts.map((message) => compileMessage(recordOf(message), `"${node.title}" (${node.id})`)),
    jinjaVariables: listOf(recordOf(data.prompt_config).jinja2_variables).map((entry) => {
      const { variable, value_selector: selector } = recordOf(entry);
      return { name: textOf(variable), selector: selectorOf(selector) ?? [] };
    }),
    memory: isPresent(data.memory) ? compileMemory(recordOf(data.memory)) : null,
    context: context.enabled === true ? selectorOf(context.variable_selector) : null,
    vision: compileVision(recordOf(data.vision)),
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
export function segmentsOf(text: string): readonly Segment[] {
  const segments: Segment[] = [];
  for (const [index, piece] of text.split(/\{\{#(context|histories|query)#\}\}/).entries()) {
    if (index % 2 === 1) segments.push({ kind: 'mark', mark: piece as 'context' | 'histories' | 'query' });
    else if (piece !== '') segments.push({ kind: 'template', template: parseTemplate(piece) });
  }
  return segments;
}

function compileMemory(memory: Readonly<Record<string, unknown>>): CompiledMemory {
  const window = recordOf(memory.window);
  const prefix = recordOf(memory.role_prefix);
  const size = Number(window.size);
  return {
    window: window.enabled === true ? (Number.isFinite(size) && size > 0 ? Math.floor(size) : DEFAULT_WINDOW) : null,
    query: segmentsOf(textOf(memory.query_prompt_template)),
    userPrefix: textOf(prefix.user) || 'Human',
    assistantPrefix: textOf(prefix.assistant) || 'Assistant',
  };
}

function compileVision(vision: Readonly<Record<string, unknown>>): CompiledLlm['vision'] {
  if (vision.enabled !== true) return null;
  const configs = recordOf(vision.configs);
  return {
    selector: selectorOf(configs.variable_selector) ?? ['sys', 'files'],
    detail: configs.detail === 'low' ? 'low' : 'high',
  };
}

function compileSchema(data: Readonly<Record<string, unknown>>): JsonSchema | null {
  if (data.structured_output_switch_on !== true && data.structured_output_enabled !== true) return null;
  const { schema } = recordOf(data.structured_output);
  return isPresent(schema) ? JSON.parse(toJson(schema)) : null;
}

function isPresent(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isPresent(value) && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function selectorOf(value: unknown): Selector | null {
  return Array.isArray(value) && value.length >= 2 ? value.map(String) : null;
}
