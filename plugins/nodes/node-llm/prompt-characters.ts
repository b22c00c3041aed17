import type { ChatMessage } from '#plugins/models/contract.ts';

/** Characters of what a model is told in words; pictures and files have none. */
export function promptCharacters(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, message) => sum + charactersOf(message), 0);
}

function charactersOf(message: ChatMessage): number {
  if (typeof message.content !== 'string') {
    return message.content.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0);
  }
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  return calls.reduce((sum, call) => sum + call.arguments.length, message.content.length);
}
