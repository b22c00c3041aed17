import { token } from '../../kernel/index.ts';
import type { PublishedVersion } from '../apps/contract.ts';
import type { Conversation } from '../conversations/contract.ts';
import type { RunEnd } from '../runs/contract.ts';

/** A conversation whose first message is answered, still called by its query. */
export interface OpenedConversation {
  readonly conversation: Conversation;
  readonly query: string;
  /** What answered. */
  readonly version: PublishedVersion;
  /** The app key that was used; null: none, the console asks. */
  readonly keyId: string | null;
}

/** Names conversations in the background. */
export interface Namer {
  /** Must not throw, nor keep the caller. */
  opened(opened: OpenedConversation): void;
}

/** Where the plugin that names says so; without one, conversations stay called by their query. */
export interface Namers {
  /** Returns the undo. */
  use(namer: Namer): () => void;
}

/** The service that tells of conversations to be named. */
export const Namers = token<Namers>('delivery-api.namers');

/** The one namer there is, or none. */
export class NamerSeat implements Namers {
  #namer: Namer | null = null;

  use(namer: Namer): () => void {
    this.#namer = namer;
    return () => {
      if (this.#namer === namer) this.#namer = null;
    };
  }

  /** Tells of a conversation when the answer is durable; one whose first run failed keeps its name. */
  when(finished: Promise<RunEnd>, opened: OpenedConversation): void {
    const tell = (end: RunEnd) => {
      if (end.kind === 'run-paused' || end.status !== 'failed') this.#namer?.opened(opened);
    };
    // A run that rejects is left to another process, which answers; its conversation keeps its name.
    finished.then(tell, () => {});
  }
}
