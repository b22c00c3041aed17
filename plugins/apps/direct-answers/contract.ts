/**
 * Answers that are known before an app runs: the preset text of its moderation, or a text that a plugin has for the
 * question (an annotation). A request that has one is recorded, streamed and counted like any other; neither a model nor
 * the app's graph is asked.
 */
import { type Contribution, extensionPoint, token } from '#kernel';
import type { CommitEntry } from '#plugins/database/contract.ts';
import type { OutputFilter } from '#plugins/runs/contract.ts';

/** A message to an app. */
export interface Question {
  readonly workspaceId: string;
  readonly appId: string;
  /** The app key that the message came with; null: none. */
  readonly keyId: string | null;
  /** Never empty. */
  readonly query: string;
}

/** What the answer's `metadata.annotation_reply` tells (runtime API, metadata). */
export interface AnnotationReply {
  readonly id: string;
  readonly account: { readonly id: string; readonly name: string };
}

/** A text for a question. */
export interface KnownAnswer {
  readonly text: string;
  readonly annotation: AnnotationReply;
  /** Rows that become durable together with the message. */
  entries(messageId: string): readonly CommitEntry[];
}

/** Knows answers. Contributed by plugins, asked in the order of their contributions. */
export interface AnswerSource extends Contribution {
  /**
   * The answer to a message of any app, after its moderation let it pass. On the way of every message:
   * null at once, and without a query, for apps that don't use the source. A failure is logged, and the app runs.
   */
  find(question: Question): KnownAnswer | null | Promise<KnownAnswer | null>;
}

/** Where plugins contribute what they know. */
export const AnswerSources = extensionPoint<AnswerSource>('direct-answers.sources');

/** An app, and the feature `sensitive_word_avoidance` of the version that is called. */
export interface AnsweringApp {
  readonly workspaceId: string;
  readonly appId: string;
  /** The app key that is used; null: none. */
  readonly keyId: string | null;
  readonly moderation: unknown;
}

/** What stands in for the app's own answer. */
export type DirectAnswer = Pick<KnownAnswer, 'text' | 'entries'> & {
  /** null: the moderation answers. */
  readonly annotation: AnnotationReply | null;
};

/** Asked by whoever starts runs for users. */
export interface DirectAnswers {
  /**
   * null: the app shall run. A request without a query (workflows, most completions) is no message. Throws what the moderation
   * throws, and `direct-answers.app_unavailable` (invalid) where one is asked for and the plugin is switched off.
   */
  find(
    app: AnsweringApp,
    request: { readonly inputs: Readonly<Record<string, unknown>>; readonly query: string },
  ): Promise<DirectAnswer | null>;
  /** What checks the app's own answers; undefined when nothing does. */
  outputFilter(app: AnsweringApp): OutputFilter | undefined;
}

/** The service that knows answers. */
export const DirectAnswers = token<DirectAnswers>('direct-answers.direct-answers');
