import { RawJson } from '../../http/contract.ts';
import type { Conversation } from '../conversations/contract.ts';
import { seconds } from '../delivery-api/contract.ts';

/** A conversation as lists show it (runtime API, conversations). */
export function conversationItem(conversation: Conversation) {
  return {
    id: conversation.id,
    name: conversation.name,
    inputs: new RawJson(conversation.inputs),
    status: 'normal',
    introduction: conversation.introduction,
    created_at: seconds(conversation.createdAt),
    updated_at: seconds(conversation.updatedAt),
  };
}
