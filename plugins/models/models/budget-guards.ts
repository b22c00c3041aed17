import type { Usage } from '#engine';
import { type Contribution, extensionPoint, type PlatformError } from '#kernel';
import type { ModelName } from './model-name.ts';

/** Watches what runs spend on models while they run, and may refuse their next call, or change its model: budgets. */
export interface BudgetGuard extends Contribution {
  /** Asked whenever a node opens a model; where true, each call costs two questions to the main thread. */
  applies(app: MeteredApp): boolean;
  /**
   * Called before each call of a model; throws where it may not be made. May name a model to be called instead, which
   * counts for calls of language models.
   */
  allow(app: MeteredApp): Promise<ReplacementModel | undefined> | ReplacementModel | undefined;
  /** What `allow` would name as far as is known, for nodes that open a model: they ask each as it wants to be asked. */
  replacementFor(app: MeteredApp): ReplacementModel | undefined;
  /** A call has ended, also one that broke off after its usage was told. Must not throw. */
  recordUsage(run: MeteredRun, usage: Usage): void;
}

/** A language model that is called in the place of another. */
export interface ReplacementModel extends ModelName {
  /** What the call fails with when this model can't be called either. */
  refusal(why: string): PlatformError;
}

/** The app a model is called for. */
export interface MeteredApp {
  readonly workspaceId: string;
  readonly appId: string;
  /** The app key that the caller used; null or absent: none. */
  readonly keyId?: string | null;
}

/** The app a model is called for outside of a run. Called for no app, it is the id of what it is called for: a knowledge base. */
export interface OutsideCaller extends MeteredApp {
  /** False: the call is made though a budget is used up, and counted. Default true. */
  readonly isRefusable?: boolean;
}

/** Counts calls of models outside of runs; those of runs are told with the run's end. */
export interface UsageLedger extends Contribution {
  /** A call was answered; a call that streams: it is over, and has told what it used. Must not throw, nor keep the caller. */
  recordUsage(app: MeteredApp, usage: Usage): void;
}

/** The run a model is called for. */
export interface MeteredRun extends MeteredApp {
  readonly runId: string;
}

/** Where plugins contribute usage ledgers. */
export const UsageLedgers = extensionPoint<UsageLedger>('models.usage-ledgers');

/** Where plugins contribute budget guards. */
export const BudgetGuards = extensionPoint<BudgetGuard>('models.budget-guards');
