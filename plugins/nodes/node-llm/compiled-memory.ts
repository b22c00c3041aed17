import { mappingOf, parseTemplate, type Template } from '#engine';
import { isPresent, textOf } from './setting-values.ts';

/** A piece of a prompt: text with placeholders, or one of the three marks that stand outside the pool. */
export type Segment =
  | { readonly kind: 'template'; readonly template: Template }
  | { readonly kind: 'mark'; readonly mark: 'context' | 'histories' | 'query' };

export interface CompiledMemory {
  /** Turns; null = all that fit. */
  readonly window: number | null;
  /** Empty: the user's query itself. */
  readonly query: readonly Segment[];
  readonly userPrefix: string;
  readonly assistantPrefix: string;
}

const DEFAULT_WINDOW = 50;

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

/** Cuts a text at `{{#context#}}`, `{{#histories#}}` and `{{#query#}}`; the rest is a template. */
export function segmentsOf(text: string): readonly Segment[] {
  const segments: Segment[] = [];
  for (const [index, piece] of text.split(/\{\{#(context|histories|query)#\}\}/).entries()) {
    if (index % 2 === 1) segments.push({ kind: 'mark', mark: piece as 'context' | 'histories' | 'query' });
    else if (piece !== '') segments.push({ kind: 'template', template: parseTemplate(piece) });
  }
  return segments;
}
