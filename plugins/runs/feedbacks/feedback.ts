/** An opinion (runtime API, messages and feedback). */
export type Rating = 'like' | 'dislike';

/** An opinion of the message's own end user. */
export interface UserFeedback {
  readonly workspaceId: string;
  readonly appId: string;
  /** null: the message of a completion app. */
  readonly conversationId: string | null;
  readonly messageId: string;
  readonly endUserId: string;
  readonly rating: Rating;
  readonly content: string | null;
}

/** An opinion as lists show it. */
export interface Feedback extends Omit<UserFeedback, 'endUserId'> {
  readonly id: string;
  readonly source: 'user' | 'admin';
  readonly endUserId: string | null;
  readonly accountId: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** An opinion as the runtime API and the console show it (runtime API, messages and feedback). */
export function feedbackItem(feedback: Feedback) {
  return {
    id: feedback.id,
    app_id: feedback.appId,
    conversation_id: feedback.conversationId,
    message_id: feedback.messageId,
    rating: feedback.rating,
    content: feedback.content,
    from_source: feedback.source,
    from_end_user_id: feedback.endUserId,
    from_account_id: feedback.accountId,
    created_at: isoTime(feedback.createdAt),
    updated_at: isoTime(feedback.updatedAt),
  };
}

/** UTC without a mark, as this list has always been sent. */
function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19);
}
