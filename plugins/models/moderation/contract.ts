/**
 * Moderation of what users send and of what apps answer: the feature `sensitive_word_avoidance` (application DSL,
 * section 1.3). Its type names a moderator, which plugins contribute; an answer that is not let through is replaced by
 * the text its builder set.
 */
import { type Contribution, extensionPoint, token } from '#kernel';
import type { OutputFilter } from '#plugins/runs/contract.ts';

/** What a moderator is asked about. */
export interface ModerationRequest {
  readonly workspaceId: string;
  /** Whose texts they are: what a call of a model costs is counted there. */
  readonly appId: string;
  /** The app key that the request came with; null: none. */
  readonly keyId: string | null;
  /** False: the check must be made though a budget is used up, for it is of an answer that is being given. */
  readonly isRefusable: boolean;
  /** The feature's own settings: `config` of the document. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly texts: readonly string[];
  readonly signal: AbortSignal;
}

/** A way to judge texts. Contributed by plugins; the id is the feature's `type`. */
export interface Moderator extends Contribution {
  /**
   * Whether any of the texts must not pass. Called with all texts of a request, and with an answer again and again while
   * it grows. A failure (PlatformError) refuses a request, and replaces an answer as if it was flagged.
   */
  isFlagged(request: ModerationRequest): boolean | Promise<boolean>;
  /** What is wrong with the settings; told at import and publish. */
  lint?(config: Readonly<Record<string, unknown>>): readonly string[];
}

/** Where plugins contribute moderators. */
export const Moderators = extensionPoint<Moderator>('moderation.moderators');

/** An app's feature and whose it is. */
export interface ModeratedApp {
  readonly workspaceId: string;
  readonly appId: string;
  /** The app key that the request came with; null: none. */
  readonly keyId: string | null;
  /** `sensitive_word_avoidance` as the document has it: `{enabled, type, config}`; anything else is off. */
  readonly feature: unknown;
}

/** Called by whoever starts runs for users. */
export interface Moderation {
  /**
   * The text to answer with in place of running the app; null lets the request pass. Throws what the moderator throws:
   * a request that can't be checked is refused.
   */
  input(
    app: ModeratedApp,
    request: { readonly inputs: Readonly<Record<string, unknown>>; readonly query: string },
  ): Promise<string | null>;
  /** What checks the answers of one run; undefined when nothing does. */
  output(app: ModeratedApp): OutputFilter | undefined;
}

/** The moderation service. */
export const Moderation = token<Moderation>('moderation.moderation');
