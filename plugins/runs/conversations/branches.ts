import { FIRST_OF_BRANCH } from './contract.ts';

/** A message as branches see it. */
export interface BranchMessage {
  readonly id: string;
  /** Null: it follows the message before it in time. */
  readonly parent_id: string | null;
  readonly run_id: string;
  readonly status: string;
}

/**
 * Ids of the messages that a run has behind it, newest first: not all that was said, where somebody asked something else in
 * place of a message. `messages`: of its conversation, newest first; `parentId`: of the run's own message, as far as it is
 * known without it.
 */
export function branchBehind(
  messages: readonly BranchMessage[],
  { runId, parentId, limit }: { readonly runId: string; readonly parentId: string | undefined; readonly limit: number },
): string[] {
  const own = messages.findIndex((message) => message.run_id === runId);
  const places = new Map(messages.map((message, index) => [message.id, index]));
  const found: string[] = [];
  let parent: string | null = parentId ?? messages[own]?.parent_id ?? null;
  let at = own;
  while (parent !== FIRST_OF_BRANCH && found.length < limit) {
    at = parent === null ? at + 1 : (places.get(parent) ?? messages.length);
    const message = messages[at];
    if (message === undefined) break;
    if (message.status === 'normal' || message.status === 'stopped') found.push(message.id);
    parent = message.parent_id;
  }
  return found;
}

/** Runs whose message is on its way to the database, and may be asked about before it has arrived there. */
const MAX_KNOWN = 10_000;

/** The parents of messages that this process has begun. */
export class BegunBranches {
  readonly #parents = new Map<string, string>();

  note({ runId, parentId }: { readonly runId: string; readonly parentId?: string | null }): void {
    if (!parentId) return;
    this.#parents.set(runId, parentId);
    if (this.#parents.size <= MAX_KNOWN) return;
    const [oldest] = this.#parents.keys();
    if (oldest !== undefined) this.#parents.delete(oldest);
  }

  of(runId: string): string | undefined {
    return this.#parents.get(runId);
  }
}
