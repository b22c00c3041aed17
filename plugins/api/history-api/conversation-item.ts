import { RawJson } from '#http';
import type { KeptConversation } from '#plugins/conversations/contract.ts';
import { seconds } from '#plugins/delivery-api/contract.ts';
import { setInputs } from './set-inputs.ts';

/** A conversation as lists show it (runtime API, conversations). */
export function conversationItem(conversation: KeptConversation) {
  return {
    id: conversation.id,
    name: conversation.name,
    inputs: new RawJson(setInputs(conversation.inputs)),
    status: 'normal',
    introduction: conversation.introduction,
    created_at: seconds(conversation.createdAt),
    updated_at: seconds(conversation.updatedAt),
    pinned: conversation.isPinned,
  };
}
