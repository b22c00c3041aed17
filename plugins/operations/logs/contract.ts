/** Search in what was said, for those who said it. */
import { token } from '#kernel';

/** Where in a text the words of a search are. */
export { type Excerpt, excerptOf } from './excerpt.ts';

/** What an end user looks for in their conversations with an app. */
export interface TextSearch {
  readonly workspaceId: string;
  readonly appId: string;
  readonly endUserId: string;
  readonly words: string;
  /** Milliseconds since the epoch: nothing is older. */
  readonly from: number;
  /** Only what was said before this run. */
  readonly before: string | undefined;
  readonly limit: number;
}

/** A message with all the words. Conversations that were deleted are among them: callers look. */
export interface TextHit {
  readonly runId: string;
  readonly messageId: string;
  readonly conversationId: string;
}

/** Finds questions and answers by their words, a second or so after they were given. */
export interface ConversationTexts {
  /** Newest first. */
  find(search: TextSearch): Promise<readonly TextHit[]>;
}

export const ConversationTexts = token<ConversationTexts>('logs.conversation-texts');
