import { useEffect } from 'react';
import { ApiError } from '#plugins/ui/web/contract.ts';
import type { AppSession } from '#plugins/web-app/web/shell/app-session.ts';
import type { ChatMemory } from './chat-memory.ts';
import type { ThreadState } from './thread.ts';
import { goToConversation, isNamed } from './use-address-conversation.ts';

/** Before anything is shown: who was in a conversation lately is back in it, unless the address names one. */
export function useResumption({ site, isEmbedded }: AppSession, memory: ChatMemory): void {
  useEffect(() => {
    // A visit of before the setting was there doesn't tell.
    if (site.resume_conversation !== false && !isNamed()) {
      const last = memory.resume();
      if (last !== '') goToConversation(last, { replace: true });
    }
    return () => {
      // In a frame the site says who comes next (`identify`): to them the address of another's conversation says nothing.
      if (isEmbedded) goToConversation('', { replace: true });
    };
  }, [site, isEmbedded, memory]);
}

/** Remembers the conversation that is open. One that is not there any more was not asked for: a new one begins. */
export function useLastConversation(memory: ChatMemory, { conversationId, error }: ThreadState, startNew: () => void) {
  useEffect(() => {
    if (conversationId !== '') memory.keepLast(conversationId);
  }, [memory, conversationId]);
  useEffect(() => {
    const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400);
    if (isGone && memory.wasResumed(conversationId)) startNew();
  }, [memory, conversationId, error, startNew]);
}
