import { checkLength, type NodeContext, NodeError, toText } from '#engine';
import type { MessageContent, ModelDescription } from '#plugins/models/contract.ts';
import type { CompiledLlm, CompiledMessage } from './compiled.ts';
import type { Segment } from './compiled-memory.ts';
import { type ContextText, contextText } from './context-text.ts';
import { attachFiles, type Draft } from './draft.ts';
import { fileContent, filesOf } from './file-content.ts';
import { conversationOf, historyMessages, readHistory, roomFor, transcript } from './memory.ts';
import { schemaInstruction } from './structured-output.ts';
import { seenFiles } from './vision.ts';

export interface Prompt {
  readonly drafts: readonly Draft[];
  readonly sources: readonly unknown[];
  /** What the node read, for the run's record. */
  readonly inputs: Readonly<Record<string, unknown>>;
}

interface Rendering {
  readonly llm: CompiledLlm;
  readonly context: NodeContext;
  readonly description: ModelDescription;
  readonly knowledge: ContextText;
  readonly inputs: Record<string, unknown>;
}

/**
 * Builds the messages: templates, then history, then the user's query, with files on the last user message (app DSL,
 * llm). Empty messages are dropped; nothing left is NoPromptFound.
 */
export async function buildPrompt(
  llm: CompiledLlm,
  context: NodeContext,
  description: ModelDescription,
): Promise<Prompt> {
  const inputs: Record<string, unknown> = {};
  const knowledge = contextText(llm.context === null ? undefined : context.variables.get(llm.context));
  if (llm.context !== null) inputs['#context#'] = knowledge.text;
  const rendering: Rendering = { llm, context, description, knowledge, inputs };
  const drafts = llm.mode === 'completion' ? await completionDrafts(rendering) : await chatDrafts(rendering);
  const withFiles = attachFiles(drafts, visionFiles(rendering));
  const kept = withFiles.filter((draft) => draft.text.trim() !== '' || draft.files.length > 0);
  checkTotal(kept.map((draft) => draft.text));
  if (kept.length === 0) {
    throw new NodeError(
      'NoPromptFound',
      'The prompt is empty: no message has any text. Write one, or check its variables.',
    );
  }
  return { drafts: kept, sources: knowledge.sources, inputs };
}

/** Throws for a prompt no server takes. */
export function checkTotal(texts: readonly string[]): void {
  checkLength(
    texts.reduce((sum, text) => sum + text.length, 0),
    'The prompt',
  );
}

async function chatDrafts(rendering: Rendering): Promise<readonly Draft[]> {
  const { llm, context, description } = rendering;
  const drafts = llm.messages.map((message) => renderMessage(message, rendering, ''));
  if (llm.schema !== null && !isHeldToSchema(description)) {
    drafts.unshift({ role: 'system', text: schemaInstruction(llm.schema), files: [] });
  }
  const conversationId = conversationOf(context);
  if (llm.memory === null || conversationId === null) return drafts;
  const query = renderQuery(rendering);
  const room = roomFor(
    [...drafts, query].map((draft) => draft.text),
    description,
    llm.parameters,
  );
  const turns = await readHistory(context, conversationId, { window: llm.memory.window, room });
  return [...drafts, ...historyMessages(turns, llm.vision), query];
}

/** One text: the template, the transcript at its mark (or after it), the query last. */
async function completionDrafts(rendering: Rendering): Promise<readonly Draft[]> {
  const { llm, context, description } = rendering;
  const conversationId = conversationOf(context);
  let history = '';
  let query: Draft | null = null;
  if (llm.memory !== null && conversationId !== null) {
    query = renderQuery(rendering);
    const room = roomFor([query.text], description, llm.parameters);
    const turns = await readHistory(context, conversationId, { window: llm.memory.window, room });
    history = transcript(turns, llm.memory);
  }
  const drafts = llm.messages.map((message) => renderMessage(message, rendering, history));
  const hasMark = llm.messages.some(({ segments }) =>
    segments.some((part) => part.kind === 'mark' && part.mark === 'histories'),
  );
  const texts = drafts.map((draft) => draft.text);
  if (!hasMark) texts.push(history);
  if (query !== null && !namesQuery(llm.messages)) texts.push(query.text);
  if (llm.schema !== null) texts.unshift(schemaInstruction(llm.schema));
  checkTotal(texts);
  const text = texts.filter((part) => part !== '').join('\n');
  return [{ role: 'user', text, files: drafts.flatMap((draft) => draft.files) }];
}

function renderMessage(message: CompiledMessage, rendering: Rendering, history: string): Draft {
  const { llm, context, knowledge, inputs } = rendering;
  if (message.jinja === null) return { role: message.role, ...renderSegments(message.segments, rendering, history) };
  const values: Record<string, unknown> = {};
  for (const { name, selector } of llm.jinjaVariables) {
    values[name] = context.variables.get(selector) ?? null;
    inputs[name] = values[name];
  }
  const text = message.jinja.render(values, { context: knowledge.text, histories: history, query: queryOf(context) });
  return { role: message.role, text, files: [] };
}

/** Text, and the files its placeholders name. Every variable must exist (app DSL, templates). */
function renderSegments(
  segments: readonly Segment[],
  { context, knowledge, inputs }: Rendering,
  history: string,
): { readonly text: string; readonly files: readonly MessageContent[] } {
  let text = '';
  const files: MessageContent[] = [];
  for (const segment of segments) {
    if (segment.kind === 'mark') {
      text += segment.mark === 'context' ? knowledge.text : segment.mark === 'histories' ? history : queryOf(context);
      checkLength(text.length, 'A message of the prompt');
      continue;
    }
    for (const part of segment.template.parts) {
      if (part.kind === 'text') {
        text += part.text;
        continue;
      }
      const name = part.selector.join('.');
      const value = context.variables.get(part.selector);
      if (value === undefined) {
        throw new NodeError('VariableNotFound', `The prompt names the variable ${name}, which has no value here.`);
      }
      inputs[`#${name}#`] = value;
      text += toText(value);
      checkLength(text.length, 'A message of the prompt');
      for (const file of filesOf(value)) {
        const content = fileContent(file, 'high');
        if (content !== null) files.push(content);
      }
    }
  }
  return { text, files };
}

function renderQuery(rendering: Rendering): Draft {
  const segments = rendering.llm.memory?.query ?? [];
  if (segments.length > 0) return { role: 'user', ...renderSegments(segments, rendering, '') };
  rendering.inputs['#sys.query#'] = queryOf(rendering.context);
  return { role: 'user', text: queryOf(rendering.context), files: [] };
}

function visionFiles({ llm, context, description, inputs }: Rendering): readonly MessageContent[] {
  const { files, contents } = seenFiles(llm.vision, context, description);
  if (files.length > 0) inputs['#files#'] = files;
  return contents;
}

export function isHeldToSchema(description: ModelDescription): boolean {
  return description.features?.includes('structured-output') === true;
}

function namesQuery(messages: readonly CompiledMessage[]): boolean {
  return messages.some(({ segments }) =>
    segments.some((segment) =>
      segment.kind === 'mark'
        ? segment.mark === 'query'
        : segment.template.parts.some((part) => part.kind === 'variable' && part.selector.join('.') === 'sys.query'),
    ),
  );
}

function queryOf(context: NodeContext): string {
  const query = context.variables.get(['sys', 'query']);
  return typeof query === 'string' ? query : '';
}
