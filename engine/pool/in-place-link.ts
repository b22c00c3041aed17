import { openThreadCore } from '#engine/worker/thread-core.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import type { OpenLink } from './thread-link.ts';

/**
 * The thread without a thread: both sides of the protocol in one loop, for tests and debuggers. Messages still arrive
 * in a later turn, so that what works here works across a port. It can't be killed: terminating only disconnects it.
 */
export const openInPlaceLink: OpenLink = (setup, listener) => {
  let isOpen = true;
  const core = openThreadCore(setup, (message: FromWorker) => {
    queueMicrotask(() => {
      if (isOpen) listener.onMessage(message);
    });
  });
  return {
    post(message: ToWorker): void {
      if (isOpen) queueMicrotask(() => void core.then((thread) => thread.receive(message)));
    },
    async terminate(): Promise<void> {
      isOpen = false;
    },
  };
};
