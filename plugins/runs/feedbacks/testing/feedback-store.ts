/** For tests of what the database does with its queries. */
export { FeedbackStore } from '#plugins/feedbacks/store.ts';
