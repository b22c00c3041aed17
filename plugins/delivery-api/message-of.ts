import type { RunStart } from '../runs/contract.ts';
import type { MessageData } from './message-record.ts';
import { MESSAGE_RUN } from './run-owners.ts';

/** The message that a run of a chat or completion app writes. */
export interface MessageOfRun {
  readonly messageId: string;
  /** null: a completion app's message. */
  readonly conversationId: string | null;
}

/** By what the run's owner keeps with it (`Runs.owner`); null for runs that write none. */
export function messageOf(owner: RunStart['owner'] | null): MessageOfRun | null {
  if (owner?.id !== MESSAGE_RUN) return null;
  const data = JSON.parse(owner.data) as MessageData | null;
  return data === null ? null : { messageId: data.id, conversationId: data.turn.conversation?.id ?? null };
}
