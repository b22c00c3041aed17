/** Triggers: what starts runs of published workflows besides callers. Schedules fire, and webhooks are called. */
import { token } from '#kernel';

/** How a webhook's callers sign what they send. */
export const signatureSchemes = ['standard', 'hmac', 'github', 'stripe'] as const;
/** One of them: Standard Webhooks, a header that is named, GitHub's, Stripe's. */
export type SignatureScheme = (typeof signatureSchemes)[number];

/** What became of an occasion; `waiting`: its run has not begun yet, `skipped` and `refused`: it never will. */
export const firingStatuses = [
  'waiting',
  'running',
  'paused',
  'succeeded',
  'partial-succeeded',
  'failed',
  'stopped',
  'refused',
  'skipped',
] as const;
/** One of them. */
export type FiringStatus = (typeof firingStatuses)[number];

/** An occasion: a time of a schedule, a delivery to a webhook, or somebody who wanted it now. */
export interface Firing {
  readonly id: string;
  readonly triggerId: string;
  readonly source: 'schedule' | 'webhook' | 'manual';
  /** Milliseconds since the epoch: when it was due, or came in. */
  readonly dueAt: number;
  readonly status: FiringStatus;
  readonly runId: string | null;
  readonly error: string | null;
  readonly finishedAt: number | null;
}

/** How the callers of a webhook sign, without the secret. */
export interface SignatureSettings {
  readonly scheme: SignatureScheme;
  /** `hmac`: the headers with the signature and with the time; null there: no time is signed. null for other schemes. */
  readonly header: string | null;
  readonly timestampHeader: string | null;
  /** Seconds that a signed time may be off. */
  readonly tolerance: number;
}

/** A root of the version that is called. */
export interface Trigger {
  readonly id: string;
  readonly workspaceId: string;
  readonly appId: string;
  readonly appName: string;
  readonly nodeId: string;
  readonly title: string;
  readonly kind: 'schedule' | 'webhook';
  readonly enabled: boolean;
  /** `app`: the app is paused; `trigger`: this one is; null: it fires. */
  readonly pausedBy: 'app' | 'trigger' | null;
  /** Of a schedule: five fields of cron, whatever mode it is written in; null: it never fires, as a warning at publish said. */
  readonly cron: string | null;
  readonly timezone: string | null;
  /** Milliseconds since the epoch. */
  readonly nextAt: number | null;
  /** Times that were over when nobody was there to fire them, and are not made up for. */
  readonly missed: number;
  /** The newest occasion. */
  readonly last: Firing | null;
  /** Of the last 100 occasions, those that failed or were refused. */
  readonly failures: number;
  /** Of a webhook: the path of its address, which is all a caller needs to know. */
  readonly path: string | null;
  readonly signature: SignatureSettings | null;
  /** Calls that were refused before there was a run, and why the last one was. */
  readonly refused: number;
  readonly lastRefusal: string | null;
  readonly lastRefusedAt: number | null;
}

/** Names a trigger of an app. */
export interface TriggerName {
  readonly workspaceId: string;
  readonly appId: string;
  readonly triggerId: string;
}

/** What may be said of how callers sign. */
export interface NewSignature {
  readonly scheme: SignatureScheme;
  /** As the other side gave it; absent: one is made. */
  readonly secret?: string;
  readonly header?: string;
  readonly timestampHeader?: string | null;
  readonly tolerance?: number;
  /** The secret so far counts no longer at once, rather than for another day. */
  readonly revoke?: boolean;
}

/** Triggers of apps. Unknown apps throw `apps.not_found`, unknown ids `triggers.not_found`. */
export interface Triggers {
  /** Of an app, those of its current version. */
  list(workspaceId: string, appId: string): Promise<readonly Trigger[]>;
  /** Of the workspace, newest first; `before`: the last one seen. */
  page(
    workspaceId: string,
    page: { readonly limit: number; readonly before?: string | undefined },
  ): Promise<readonly Trigger[]>;
  /** A schedule that goes on fires at its next time: what was due meanwhile is not made up for. */
  setEnabled(name: TriggerName, enabled: boolean): Promise<Trigger>;
  /** Fires a schedule now, also one that is paused. Throws `triggers.no_schedule` (conflict) and `triggers.app_paused`. */
  runNow(name: TriggerName): Promise<Firing>;
  /** A new address for a webhook; the one so far leads nowhere from now on. Throws `triggers.no_webhook` (conflict). */
  rotate(name: TriggerName): Promise<Trigger>;
  /** From now on calls must be signed. The secret is given here and nowhere else. Throws `triggers.no_webhook`. */
  setSignature(
    name: TriggerName,
    signature: NewSignature,
  ): Promise<{ readonly trigger: Trigger; readonly secret: string }>;
  removeSignature(name: TriggerName): Promise<Trigger>;
  /** Newest first; kept for 30 days. */
  firings(
    name: TriggerName,
    query: { readonly limit: number; readonly status?: FiringStatus | undefined; readonly before?: string | undefined },
  ): Promise<readonly Firing[]>;
  /**
   * Fires what is due at this time: called by every process by its clock; an occasion is fired once, whoever sees it. The
   * number of those fired. `workspaceId`: of this one alone.
   */
  tick(now: Date, workspaceId?: string): Promise<number>;
}

/** The service of triggers. */
export const Triggers = token<Triggers>('triggers.triggers');
