/** What people think of answers: one opinion per message of its end user, and one of whoever looks after the app. */
import { token } from '#kernel';
import type { Feedback, Rating, UserFeedback } from './feedback.ts';

/** An opinion in the shape of the wire; for routes that list them. */
export { type Feedback, feedbackItem, type Rating, type UserFeedback } from './feedback.ts';
/** An opinion as routes describe it, and one for an example. */
export { feedbackExample, feedbackSchema } from './feedback-docs.ts';

/** How many opinions of each kind an app's end users have given. */
export type FeedbackCounts = Readonly<Record<Rating, number>>;

/** Opinions on messages. Callers have found the message: it exists, and belongs to the user. */
export interface Feedbacks {
  /** A second opinion of the same user replaces the first. */
  give(feedback: UserFeedback): Promise<void>;
  /** False: there was none. */
  takeBack(feedback: Pick<UserFeedback, 'workspaceId' | 'appId' | 'messageId' | 'endUserId'>): Promise<boolean>;
  /** Opinions of the messages' own users, by message id. */
  ofMessages(workspaceId: string, messageIds: readonly string[]): Promise<ReadonlyMap<string, Rating>>;
  /** Newest first; pages count from 1. */
  list(
    workspaceId: string,
    appId: string,
    page: { readonly page: number; readonly limit: number },
  ): Promise<readonly Feedback[]>;
  /** Read from what is added up by day, as `daily` is: however many there are, it costs a row a day. */
  counts(workspaceId: string, appId: string): Promise<FeedbackCounts>;
  /** The same by day on which they were given (UTC, `2026-01-31`, both included); days without any are left out. */
  daily(
    workspaceId: string,
    appId: string,
    days: { readonly from: string; readonly to: string },
  ): Promise<ReadonlyMap<string, FeedbackCounts>>;
}

/** The feedback service. */
export const Feedbacks = token<Feedbacks>('feedbacks.feedbacks');
