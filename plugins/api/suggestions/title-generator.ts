import { FairSemaphore, type Logger } from '#kernel';
import type { Conversations } from '#plugins/conversations/contract.ts';
import type { OpenedConversation, TitleGenerator } from '#plugins/delivery-api/contract.ts';
import type { Suggestions } from './contract.ts';

/** Titles that are asked for at the same time, and conversations that may wait for theirs; beyond, they keep their names. */
const CONCURRENCY = 8;
const MAX_QUEUE = 2_000;
/** Characters of a query that make its title: a query may be as long as a request. */
const KEPT = 3_000;

interface Parts {
  readonly conversations: Pick<Conversations, 'rename'>;
  readonly suggestions: Pick<Suggestions, 'title'>;
  readonly logger: Logger;
}

/** A conversation that is to be named. */
type Waiting = Pick<OpenedConversation, 'version' | 'keyId' | 'query'> &
  Pick<OpenedConversation['conversation'], 'id' | 'workspaceId' | 'appId' | 'endUserId' | 'name'>;

/** Has the apps' models name conversations, a few at a time, so that answers come first. */
export class ModelTitleGenerator implements TitleGenerator {
  readonly #parts: Parts;
  readonly #semaphore = new FairSemaphore({ concurrency: CONCURRENCY, maxQueue: MAX_QUEUE });
  readonly #closing = new AbortController();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  opened(opened: OpenedConversation): void {
    const { conversation, query, version, keyId } = opened;
    const { id, workspaceId, appId, endUserId, name } = conversation;
    if (this.#closing.signal.aborted || this.#semaphore.isFull(workspaceId)) return;
    const { signal } = this.#closing;
    // Many may wait for long: nothing of a request is kept meanwhile but what its title is made of.
    const kept = { id, workspaceId, appId, endUserId, name, version, keyId, query: textOfItsOwn(query.slice(0, KEPT)) };
    this.#semaphore
      .run(workspaceId, signal, () => this.#name(kept, signal))
      .catch((error: unknown) => {
        if (!signal.aborted) this.#parts.logger.warn({ err: error, conversationId: id }, 'a conversation has no title');
      });
  }

  /** Titles under way are given up. */
  close(): void {
    this.#closing.abort();
  }

  async #name(waiting: Waiting, signal: AbortSignal): Promise<void> {
    const { workspaceId, appId, endUserId, id, name, version, keyId, query } = waiting;
    const { conversations, suggestions } = this.#parts;
    const title = await suggestions.title({ workspaceId, appId, keyId, version, user: endUserId, signal }, query);
    if (title === null || title === name || signal.aborted) return;
    await conversations.rename({ workspaceId, appId, endUserId }, id, title, { was: name });
  }
}

/** A piece of a string holds on to the whole of it. */
function textOfItsOwn(text: string): string {
  return Buffer.from(text).toString();
}
