import type { NodeContext } from '#engine';
import { ConversationHistory, type HistoryRequest, type HistoryTurn } from '#plugins/conversations/contract.ts';
import type { MessageContent, ModelDescription } from '#plugins/models/contract.ts';
import type { CompiledMemory } from './compiled-memory.ts';
import type { Draft } from './draft.ts';
import { fileContent, filesOf } from './file-content.ts';
import type { ModelSettings } from './model-settings.ts';
import type { Vision } from './vision.ts';

/** The conversation's earlier turns, oldest first, as many as the window and the model's room (bytes) take. */
export async function readHistory(
  context: NodeContext,
  conversationId: string,
  limits: { readonly window: number | null; readonly room: number | null },
): Promise<readonly HistoryTurn[]> {
  const request: HistoryRequest = { conversationId, limit: limits.window };
  const turns = await context.call<readonly HistoryTurn[]>(ConversationHistory, request);
  if (limits.room === null) return turns;
  let room = limits.room;
  let first = turns.length;
  for (const turn of turns.toReversed()) {
    room -= Buffer.byteLength(turn.query) + Buffer.byteLength(turn.answer);
    if (room < 0) break;
    first -= 1;
  }
  return turns.slice(first);
}

export function historyMessages(turns: readonly HistoryTurn[], vision: Vision): readonly Draft[] {
  return turns.flatMap((turn): Draft[] => [
    { role: 'user', text: turn.query, files: vision === null ? [] : contentsOf(turn, vision.detail) },
    { role: 'assistant', text: turn.answer, files: [] },
  ]);
}

/** The past as text, for the completion mode. */
export function transcript(turns: readonly HistoryTurn[], memory: CompiledMemory): string {
  return turns
    .flatMap((turn) => [`${memory.userPrefix}: ${turn.query}`, `${memory.assistantPrefix}: ${turn.answer}`])
    .join('\n');
}

function contentsOf(turn: HistoryTurn, detail: 'high' | 'low'): readonly MessageContent[] {
  return filesOf(turn.files)
    .map((file) => fileContent(file, detail))
    .filter((content) => content !== null);
}

/** Only chatflows have a conversation. */
export function conversationOf(context: NodeContext): string | null {
  const id = context.variables.get(['sys', 'conversation_id']);
  return typeof id === 'string' && id !== '' ? id : null;
}

/** Bytes of history the model can still read beside the texts, at about four a token; null when its size is unknown. */
export function roomFor(
  texts: readonly string[],
  description: ModelDescription,
  parameters: Readonly<Record<string, unknown>>,
): number | null {
  if (description.contextSize === undefined) return null;
  const answer = Number(parameters.max_tokens) || Number(parameters.max_completion_tokens) || 1024;
  const used = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return Math.max(0, (description.contextSize - answer) * 4 - used);
}

/** The conversation so far as text, as much of it as the model reads beside `texts`; empty without one. */
export async function pastText(
  memory: CompiledMemory | null,
  context: NodeContext,
  call: {
    readonly settings: ModelSettings;
    readonly description: ModelDescription;
    readonly texts: readonly string[];
  },
): Promise<string> {
  const conversationId = conversationOf(context);
  if (memory === null || conversationId === null) return '';
  const room = roomFor(call.texts, call.description, call.settings.parameters);
  return transcript(await readHistory(context, conversationId, { window: memory.window, room }), memory);
}

/** The conversation so far as messages, as many turns as the model reads beside `texts`; none without one. */
export async function pastDrafts(
  memory: CompiledMemory | null,
  context: NodeContext,
  call: {
    readonly settings: ModelSettings;
    readonly description: ModelDescription;
    readonly texts: readonly string[];
    readonly vision: Vision;
  },
): Promise<readonly Draft[]> {
  const conversationId = conversationOf(context);
  if (memory === null || conversationId === null) return [];
  const room = roomFor(call.texts, call.description, call.settings.parameters);
  return historyMessages(await readHistory(context, conversationId, { window: memory.window, room }), call.vision);
}
