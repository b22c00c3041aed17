import { FairGate, type Logger } from '../../kernel/index.ts';
import type { Conversations } from '../conversations/contract.ts';
import type { Namer, OpenedConversation } from '../delivery-api/contract.ts';
import type { Suggestions } from '../suggestions/contract.ts';

/** Titles that are asked for at the same time, and conversations that may wait for theirs; beyond, they keep their names. */
const WIDTH = 8;
const MAX_QUEUE = 2_000;

interface Parts {
  readonly conversations: Conversations;
  readonly suggestions: Suggestions;
  readonly logger: Logger;
}

/** Has the apps' models name conversations, a few at a time, so that answers come first. */
export class ModelNamer implements Namer {
  readonly #parts: Parts;
  readonly #gate = new FairGate({ width: WIDTH, maxQueue: MAX_QUEUE });
  readonly #closing = new AbortController();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  opened(opened: OpenedConversation): void {
    const { id, workspaceId } = opened.conversation;
    if (this.#closing.signal.aborted || this.#gate.isFull(workspaceId)) return;
    const { signal } = this.#closing;
    this.#gate
      .pass(workspaceId, signal, () => this.#name(opened, signal))
      .catch((error: unknown) => {
        if (!signal.aborted) this.#parts.logger.warn({ err: error, conversationId: id }, 'a conversation has no title');
      });
  }

  /** Titles under way are given up. */
  close(): void {
    this.#closing.abort();
  }

  async #name({ conversation, query, version, keyId }: OpenedConversation, signal: AbortSignal): Promise<void> {
    const { workspaceId, appId, endUserId, id, name } = conversation;
    const { conversations, suggestions } = this.#parts;
    const title = await suggestions.title({ workspaceId, appId, keyId, version, user: endUserId, signal }, query);
    if (title === null || title === name || signal.aborted) return;
    await conversations.rename({ workspaceId, appId, endUserId }, id, title, { was: name });
  }
}
