import type { NodeRun } from '#plugins/drafts/web/run/run-store.ts';
import type { Turn } from './preview-store.ts';

/** A conversation with the draft of an app, as it was when its preview was left. */
export interface KeptConversation {
  readonly conversationId: string | null;
  readonly turns: readonly Turn[];
  /** What its variables were. */
  readonly variables: NodeRun | undefined;
}

/** By app; they last as long as the page, through which people go from the editor to runs and back. */
export const keptConversations = new Map<string, KeptConversation>();
