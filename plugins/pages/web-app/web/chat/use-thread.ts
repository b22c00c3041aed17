import { useEffect, useMemo, useRef } from 'react';
import { useLatest } from '#plugins/ui/web/contract.ts';
import { Thread, type ThreadParts } from './thread.ts';

/** The thread of a conversation; one that was new stays the same thread when it has got its id. `round`: a new one anew. */
export function useThread(conversationId: string, round: number, { mode, chat, memory, events }: ThreadParts): Thread {
  const current = useRef<{ thread: Thread; round: number } | null>(null);
  const latest = useLatest(events);
  const thread = useMemo(() => {
    const before = current.current;
    if (before !== null && before.round === round && before.thread.snapshot().conversationId === conversationId) {
      return before.thread;
    }
    before?.thread.close();
    const made = new Thread(conversationId, {
      mode,
      chat,
      memory,
      events: {
        begun: (id, isNew) => latest.current.begun(id, isNew),
        finished: (turn) => latest.current.finished(turn),
        refused: (question, error) => latest.current.refused(question, error),
      },
    });
    current.current = { thread: made, round };
    return made;
  }, [conversationId, round, mode, chat, memory]);
  useEffect(() => {
    void thread.load();
    // What has happened while the page slept, or in other tabs.
    const look = () => void thread.load();
    const lookIfShown = () => document.visibilityState === 'visible' && look();
    document.addEventListener('visibilitychange', lookIfShown);
    addEventListener('online', look);
    const deaf = memory.hear((id) => id !== '' && id === thread.snapshot().conversationId && look());
    return () => {
      document.removeEventListener('visibilitychange', lookIfShown);
      removeEventListener('online', look);
      deaf();
    };
  }, [thread, memory]);
  useEffect(() => () => current.current?.thread.close(), []);
  return thread;
}
