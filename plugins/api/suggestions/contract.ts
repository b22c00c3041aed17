/**
 * What a model can say about a conversation besides answering: a title, and questions that may come next. Costs a model
 * call of the app's workspace each time.
 */
import { token } from '#kernel';
import type { PublishedVersion } from '#plugins/apps/contract.ts';

/** On whose behalf a model is asked. */
export interface Asker {
  readonly workspaceId: string;
  /** Whose budgets are asked: those of the app, and of the key that was used. */
  readonly appId: string;
  readonly keyId: string | null;
  /** The app's version, whose model is asked. */
  readonly version: PublishedVersion;
  /** Opaque id of the end user, for the provider's abuse detection. */
  readonly user: string;
  /** Aborts when nobody waits any more. */
  readonly signal: AbortSignal;
}

/** A question and its answer. */
export interface Exchange {
  readonly query: string;
  readonly answer: string;
}

/** Titles and next questions. Neither throws: a model in trouble is logged. */
export interface Suggestions {
  /**
   * A short title for a conversation that begins with the query; the query itself when the model has no title; null
   * when it failed.
   */
  title(asker: Asker, query: string): Promise<string | null>;
  /**
   * At most three questions the user may ask next, after these exchanges (oldest first); none when the model failed.
   */
  questions(asker: Asker, exchanges: readonly Exchange[]): Promise<readonly string[]>;
}

/** The suggestions service. */
export const Suggestions = token<Suggestions>('suggestions.suggestions');

/** A conversation called by its query (runtime API, chat); "New conversation" for an empty one. */
export { nameOfQuery } from './name-of-query.ts';
