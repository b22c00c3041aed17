import { rawJson, unixSeconds } from '#http';
import type { KeptConversation } from '#plugins/conversations/contract.ts';
import { setInputs } from './set-inputs.ts';

/** A conversation as lists show it (runtime API, conversations). */
export function conversationItem(conversation: KeptConversation) {
  return {
    id: conversation.id,
    name: conversation.name,
    inputs: rawJson(setInputs(conversation.inputs)),
    status: 'normal' as const,
    introduction: conversation.introduction,
    created_at: unixSeconds(conversation.createdAt),
    updated_at: unixSeconds(conversation.updatedAt),
    pinned: conversation.isPinned,
    archived: conversation.isArchived,
  };
}
