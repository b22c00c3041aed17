/** Owner of runs that write a message (`RunStart.owner`); `delivery-api` is who goes on with them. */
export const MESSAGE_RUN = 'delivery-api.message';

/** What every run of that owner keeps, besides what is its own. */
interface MessageRunData {
  readonly id: string;
  readonly turn: { readonly conversation: { readonly id: string } | null };
}

/** The message that a run of a chat or completion app writes. */
export interface MessageOfRun {
  readonly messageId: string;
  /** null: a completion app's message. */
  readonly conversationId: string | null;
}

/** By what the run's owner keeps with it (`Runs.owner`); null for runs that write none. */
export function messageOf(
  owner: { readonly id: string; readonly data: string } | null | undefined,
): MessageOfRun | null {
  if (owner?.id !== MESSAGE_RUN) return null;
  const data = JSON.parse(owner.data) as MessageRunData | null;
  return data === null ? null : { messageId: data.id, conversationId: data.turn.conversation?.id ?? null };
}
