import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLatest } from '#plugins/ui/web/contract.ts';
import type { MessageQueue, QueuedMessage } from './message-queue.ts';
import type { Thread, ThreadState } from './thread.ts';
import type { Turn, TurnStatus } from './turn.ts';

interface Means {
  readonly queue: MessageQueue;
  readonly thread: Thread;
  readonly state: ThreadState;
  /** The turn that the next message follows, and how far it is shown to be. */
  readonly last: Turn | undefined;
  readonly status: TurnStatus | undefined;
  send(message: QueuedMessage): void;
}

/** Messages that wait, and what can be done with them. */
export interface WaitingMessages {
  readonly messages: readonly QueuedMessage[];
  /** The answer before them did not come to its end: they wait for somebody to say so. */
  readonly isHeld: boolean;
  /** Key of the one that is written anew: it is not sent meanwhile. */
  readonly edited: string | null;
  edit(key: string | null): void;
  change(key: string, query: string): void;
  withdraw(key: string): void;
  /** The first of them. */
  sendNow(): void;
}

/** Sends what waits, one by one: each when the answer before it is whole. */
export function useQueue({ queue, thread, state, last, status, send }: Means): WaitingMessages {
  const { conversationId, isLoading } = state;
  const messages = useSyncExternalStore(queue.subscribe, () => queue.of(conversationId));
  const [edited, edit] = useState<string | null>(null);
  const latest = useLatest(send);
  const sendNext = (next: QueuedMessage | undefined) => {
    if (next === undefined) return;
    queue.remove(conversationId, next.key);
    latest.current(next);
  };
  const sending = useLatest(sendNext);
  const isBroken = !isLoading && (status === 'stopped' || status === 'failed');
  const isHeld = isBroken || queue.isHeld(conversationId);
  useEffect(() => {
    if (isBroken && messages.length > 0) queue.hold(conversationId, true);
    // Somebody has asked something else meanwhile: the others follow it.
    else if (status === 'sending' || status === 'running') queue.hold(conversationId, false);
  }, [isBroken, status, queue, conversationId, messages]);
  const isFree = !isLoading && status === 'done' && edited === null && !isHeld;
  useEffect(() => {
    // Whether it is so is known by the thread; what was shown of it may be a moment old.
    const isStill = thread.snapshot() === state && last?.state.status === 'done' && !thread.isFollowed(last);
    if (isFree && isStill) sending.current(messages[0]);
  }, [isFree, messages, thread, state, last]);
  return {
    messages,
    isHeld,
    edited,
    edit,
    change(key, query) {
      edit(null);
      queue.change(conversationId, key, query);
    },
    withdraw: (key) => queue.remove(conversationId, key),
    sendNow: () => sendNext(messages[0]),
  };
}
