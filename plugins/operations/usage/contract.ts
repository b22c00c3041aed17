/**
 * Usage: what runs of a workspace used, and calls of models outside of them, per day (UTC), app and model, exact to the last token; and budgets, which say how
 * much they may use. Days are added to in the transaction of each run's end (`RunEndWriter.ending`).
 */
import { eventName, token } from '#kernel';
import type { ModelName } from '#plugins/models/contract.ts';

/** A time of days, both included: `2026-01-31`, UTC. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** What to add usage up by. */
export type UsageGrouping = 'day' | 'app' | 'model' | 'key';

/** Which usage to add up, and by what. */
export interface UsageQuery extends DayRange {
  readonly appId?: string | undefined;
  readonly groupBy: UsageGrouping;
}

/** Money of one currency; a decimal string. */
export interface Price {
  readonly currency: string;
  readonly amount: string;
}

/** Runs by how they ended. */
export interface RunCounts {
  readonly succeeded: number;
  readonly partial: number;
  readonly failed: number;
  readonly stopped: number;
}

/** Tokens by kind, of those that were counted. */
export interface KindsOfTokens {
  /** Of prompts: read from caches of providers, and written into them. */
  readonly cachedTokens: number;
  readonly cacheWriteTokens: number;
  /** Of completions: thoughts. */
  readonly reasoningTokens: number;
  /** Of models whose price was not known: what they cost is not in the prices. */
  readonly unpricedTokens: number;
}

/** What was used, all together. */
export interface UsageSum extends KindsOfTokens {
  /** Runs that have ended; of a model: those that used it; of a key: those that it started and that used a model. */
  readonly runs: number;
  /** Calls of models outside of runs: names, suggested questions, speech, moderation, embeddings. */
  readonly calls: number;
  /** Null where runs are counted by model or key. */
  readonly outcomes: RunCounts | null;
  readonly messages: number;
  /** Of the runtime API, that were taken: with the runs that they started, and any other whose answer is no error. */
  readonly requests: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** May be more than the two above: of runs that were lost only the sum is known. */
  readonly totalTokens: number;
  readonly prices: readonly Price[];
}

/** One day, app, model or app key; of a model, `provider/model`, empty when it is not known. */
export interface UsageGroup extends UsageSum {
  readonly key: string;
}

/** Runs that failed with a code; null: what went wrong has none. */
export interface FailureCount {
  readonly code: string | null;
  readonly runs: number;
}

/** A line of the export: what an app used of a model on a day, in one currency. */
export interface UsageLine extends KindsOfTokens {
  readonly day: string;
  readonly appId: string;
  readonly model: string;
  readonly currency: string;
  readonly runs: number;
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly totalTokens: number;
  readonly price: string;
}

/** A line of the other export: all that an app did on a day, whether or not it used a model. */
export interface AppDay extends UsageSum {
  readonly day: string;
  readonly appId: string;
  /** End users who had a run that ended on that day. */
  readonly users: number;
}

/** A day of an app. */
export interface DailyFigures extends UsageSum {
  readonly day: string;
  /** End users who had a run that ended on that day. */
  readonly users: number;
  /** Seconds of runs that succeeded, to within their bucket; null: there were none. */
  readonly latency: { readonly p50: number | null; readonly p95: number | null; readonly p99: number | null };
}

/** What runs used. */
export interface Usage {
  /** By day in order, else what used most tokens first. */
  groups(workspaceId: string, query: UsageQuery): Promise<readonly UsageGroup[]>;
  /** Lines in the order of days, some hundred at a time. */
  lines(
    workspaceId: string,
    range: DayRange & { readonly appId?: string | undefined },
  ): AsyncIterable<readonly UsageLine[]>;
  /** Days of apps on which anything happened, in the order of days, some hundred at a time. */
  appDays(
    workspaceId: string,
    range: DayRange & { readonly appId?: string | undefined },
  ): AsyncIterable<readonly AppDay[]>;
  /** Days of an app on which anything happened. */
  figures(workspaceId: string, appId: string, range: DayRange): Promise<readonly DailyFigures[]>;
}

/** How much may be used in a period, and what happens beyond. */
export interface Budget {
  readonly id: string;
  /** Null: all apps of the workspace together. */
  readonly appId: string | null;
  /** An app key: only runs that were started with it count. Null: all of the app. */
  readonly keyId: string | null;
  /** Of the calendar, UTC. */
  readonly period: 'day' | 'month';
  readonly unit: 'tokens' | 'price';
  /** Of prices; empty for tokens. Prices of other currencies don't count here. */
  readonly currency: string;
  /** Decimal string. */
  readonly amount: string;
  /**
   * `stop`: runs are refused, and those under way get no further call of a model. `downgrade`: calls of language models go
   * to `model`, also those of runs under way. `warn`: it is only shown.
   */
  readonly action: 'stop' | 'downgrade' | 'warn';
  /** What is called instead; of `downgrade` only. */
  readonly model: ModelName | null;
}

/** A budget with what of it is used, in the period that goes on now. */
export interface BudgetState extends Budget {
  /** Decimal string; runs of this process that go on are in it, and those that ended anywhere. */
  readonly used: string;
  readonly isExceeded: boolean;
}

/** What the owner of a workspace allows it to use. */
export interface Budgets {
  list(workspaceId: string): Promise<readonly BudgetState[]>;
  /**
   * Sets the budget of this app or key, period, unit and currency; there may be one that downgrades beside one that does
   * not. Counts at once in this process, in others within 2 s. Throws `apps.not_found`, also for a key of another app;
   * `models.provider_not_initialize` and `models.model_currently_not_support` for a model that can't be called;
   * `usage.invalid_budget`; and `usage.too_many_budgets` beyond 1,000.
   */
  set(workspaceId: string, budget: Omit<Budget, 'id'>): Promise<BudgetState>;
  /** Throws `usage.budget_not_found`. */
  remove(workspaceId: string, id: string): Promise<void>;
}

/** So much of a budget is used that its owner should know. */
export interface BudgetWarning {
  readonly workspaceId: string;
  readonly budget: BudgetState;
  /** `near`: four fifths of it are used. */
  readonly level: 'near' | 'reached';
  /** The first day of the period, UTC. */
  readonly since: string;
  /** For who could not write it down: it is emitted again after a while. */
  readonly lost: () => void;
}

/**
 * Emitted by each process that sees it, at least once in a period, and again when it was lost; who tells people sees to it that they
 * hear it once.
 */
export const BudgetWarned = eventName<BudgetWarning>('usage.budget-warned');

/** The budgets service. */
export const Budgets = token<Budgets>('usage.budgets');

/** The usage service. */
export const Usage = token<Usage>('usage.usage');
