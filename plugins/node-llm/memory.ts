import type { NodeContext } from '../../engine/contract.ts';
import { ConversationHistory, type HistoryRequest, type HistoryTurn } from '../conversations/contract.ts';
import type { MessageContent } from '../models/contract.ts';
import type { CompiledLlm, CompiledMemory } from './compiled.ts';
import type { Draft } from './draft.ts';
import { fileContent, filesOf } from './file-content.ts';

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

export function historyMessages(turns: readonly HistoryTurn[], vision: CompiledLlm['vision']): readonly Draft[] {
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
