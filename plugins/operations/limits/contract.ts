/**
 * Limits: what a workspace may use by its plan, and what the owner of an app allows it and each of its end users.
 * Requests are refused before their body is read (`http.request-guards`); runs as soon as their user is known, as far as
 * that is remembered, and when they are about to start (`runs.hooks`).
 */
import { token } from '#kernel';
import type { EnteringRun } from '#plugins/runs/contract.ts';
import type { PlanAllowance, PlanLimit } from '#plugins/workspaces/contract.ts';

/** What somebody may use; null: any amount. */
export interface UseLimits {
  /** Requests to the runtime API; of an end user: those that start a run. 1 to 1,000,000. */
  readonly requestsPerMinute: number | null;
  /** Runs in progress at a time; a run that waits for people is not in progress. 1 to 100,000. */
  readonly concurrentRuns: number | null;
  /** Tokens of models in runs that have ended, from the first one on for 24 hours. 1 to 10^12. */
  readonly tokensPerDay: number | null;
}

/** What the owner of an app allows (runtime API, rate limiting: per-API limits). */
export interface AppLimits {
  /** The app as a whole. */
  readonly app: UseLimits;
  /** Each of its end users. */
  readonly user: UseLimits;
}

/** What the owner of an app has set, for whoever shows or changes it. */
export interface Limits {
  /** What the owner of an app allows; throws `apps.not_found`. */
  ofApp(workspaceId: string, appId: string): Promise<AppLimits>;
  /**
   * Puts a workspace on a plan, with terms that hold in place of what the plan says; without any, those of its plan so
   * far stay if the plan does. Nothing it has is taken away. Throws `limits.unknown_plan`. Counts at once in this
   * process, in others within 2 s.
   */
  setPlan(workspaceId: string, plan: string, terms?: Partial<PlanAllowance>): Promise<void>;
  /** What a workspace is allowed, and what of it is used. */
  planUse(workspaceId: string): Promise<PlanStanding>;
  /** Changes what is named, and answers with all. Counts at once in this process, in others within 2 s. */
  setOfApp(workspaceId: string, appId: string, changes: AppLimitChanges): Promise<AppLimits>;
}

/** A plan with what of it is used; null: nobody counts that. */
export interface PlanStanding {
  readonly plan: PlanLimit;
  /** Whether terms were agreed on with this workspace. */
  readonly hasTerms: boolean;
  /** Of storage bytes; of requests, those of the window that goes on. */
  readonly used: Readonly<Record<keyof PlanAllowance, number | null>>;
}

/** New values; what is absent stays as it is. */
export interface AppLimitChanges {
  readonly app?: Partial<UseLimits>;
  readonly user?: Partial<UseLimits>;
}

/** The limits service. */
export const Limits = token<Limits>('limits.limits');

/** Rows of batches that a visitor may run. */
export interface RowsLeft {
  /** Now. */
  readonly rows: number;
  /** Of each of the windows of a day, which begin with their first row. */
  readonly perDay: number;
  /** Until all of them may be run again; 0: now. */
  readonly seconds: number;
}

/** Of whom the rows are. */
export type RowsVisitor = Pick<EnteringRun, 'workspaceId' | 'appId' | 'createdBy' | 'visitorAddress'>;

/** What visitors run in batches: rows count when a batch is made, so that it runs to its end. */
export interface VisitorRows {
  /** Takes all or none; throws `limits.rate_limit_error` where they are too many. */
  take(visitor: RowsVisitor, rows: number): Promise<void>;
  /** null: any number. */
  left(visitor: RowsVisitor): Promise<RowsLeft | null>;
}

export const VisitorRows = token<VisitorRows>('limits.visitor-rows');
