import type { Admitted, Principal } from '../../http/contract.ts';
import { type Contributions, PlatformError } from '../../kernel/index.ts';
import type { Apps } from '../apps/contract.ts';
import type { EndedRun, EnteringRun, Runs, WaitingClient } from '../runs/contract.ts';
import {
  allowanceNames,
  type PlanAllowance,
  type PlanLimit,
  type PlanUse,
  type Workspaces,
} from '../workspaces/contract.ts';
import type { AppLimitChanges, AppLimits, Limits, PlanStanding, UseLimits } from './contract.ts';
import { FreshCache } from './fresh-cache.ts';
import { type Quota, type Quotas, refusalOf, type Standing, secondsOf } from './quota.ts';
import type { RunSlots } from './run-slots.ts';
import type { LimitStore } from './store.ts';

export interface LimitsParts {
  readonly store: LimitStore;
  readonly workspaces: Workspaces;
  readonly apps: Apps;
  readonly runs: Runs;
  readonly plans: Contributions<PlanLimit>;
  readonly planUses: Contributions<PlanUse>;
  readonly quotas: Quotas;
  readonly slots: RunSlots;
}

/** Gives back what a run holds. */
type RunSlot = () => void;

const nothing: RunSlot = () => {};

/** Who is counted: workspaces by their plan, apps and their end users by what the app's owner has set. */
export class LimitsService implements Limits {
  readonly #parts: LimitsParts;
  readonly #plans: FreshCache<PlanLimit>;
  readonly #apps: FreshCache<AppLimits>;

  constructor(parts: LimitsParts) {
    this.#parts = parts;
    this.#plans = new FreshCache((id) => parts.workspaces.planOf(id));
    this.#apps = new FreshCache((key) => parts.store.find(key.slice(0, 36), key.slice(37)));
  }

  /** A request to the runtime API. Its app is counted first: what that refuses does not count for the workspace. */
  admit({ workspaceId, appId }: Principal): Admitted | undefined | Promise<Admitted | undefined> {
    if (workspaceId === null) return undefined;
    const known = this.#known(workspaceId, appId);
    const refused = known?.map((quota) => this.#parts.quotas.refusal(quota)).find((standing) => standing !== undefined);
    if (refused !== undefined) return told([refused]);
    const plan = this.#plans.get(workspaceId);
    const limits = appId === undefined ? null : this.#apps.get(keyOf(workspaceId, appId));
    if (!(plan instanceof Promise) && !(limits instanceof Promise)) {
      const quotas = this.#requestQuotas({ workspaceId, plan, appId, limits });
      return quotas.length === 0 ? undefined : this.#take(quotas);
    }
    return this.#admitLater(workspaceId, appId, { plan, limits });
  }

  async #admitLater(
    workspaceId: string,
    appId: string | undefined,
    asked: { readonly plan: PlanLimit | Promise<PlanLimit>; readonly limits: AppLimits | null | Promise<AppLimits> },
  ): Promise<Admitted | undefined> {
    const [plan, limits] = await Promise.all([asked.plan, asked.limits]);
    return this.#take(this.#requestQuotas({ workspaceId, plan, appId, limits }));
  }

  async #take(quotas: readonly Quota[]): Promise<Admitted | undefined> {
    const standings: Standing[] = [];
    for (const quota of quotas) {
      const standing = await this.#parts.quotas.take(quota);
      standings.push(standing);
      if (standing.isRefused) break;
    }
    return told(standings);
  }

  /** The quotas of a request as they were last known. */
  #known(workspaceId: string, appId: string | undefined): Quota[] | undefined {
    const plan = this.#plans.peek(workspaceId);
    const limits = appId === undefined ? null : this.#apps.peek(keyOf(workspaceId, appId));
    if (plan === undefined || limits === undefined) return undefined;
    return this.#requestQuotas({ workspaceId, plan, appId, limits });
  }

  #requestQuotas(request: {
    readonly workspaceId: string;
    readonly plan: PlanLimit;
    readonly appId: string | undefined;
    readonly limits: AppLimits | null;
  }): Quota[] {
    const { workspaceId, plan, appId, limits } = request;
    const perMinute = limits?.app.requestsPerMinute ?? null;
    return [
      ...quota('minute', `app:${appId}`, perMinute, `The app allows ${perMinute} requests per minute`),
      ...quota(
        'minute',
        `workspace:${workspaceId}`,
        plan.requestsPerMinute,
        `The workspace's plan '${plan.id}' allows ${plan.requestsPerMinute} requests per minute`,
      ),
      ...quota(
        'day',
        `workspace:${workspaceId}`,
        plan.requestsPerDay,
        `The workspace's plan '${plan.id}' allows ${plan.requestsPerDay} requests per day`,
      ),
    ];
  }

  /** A run that is about to start. */
  enterRun(start: EnteringRun, client?: WaitingClient): RunSlot | Promise<RunSlot> {
    const limits = this.#apps.get(keyOf(start.workspaceId, start.appId));
    if (limits instanceof Promise) return limits.then((known) => this.#enter(start, known, client));
    return isUnlimited(limits) ? nothing : this.#enter(start, limits, client);
  }

  async #enter(
    { appId, createdBy }: EnteringRun,
    { app, user }: AppLimits,
    client: WaitingClient | undefined,
  ): Promise<RunSlot> {
    const { quotas, slots } = this.#parts;
    const person = `user:${appId}:${createdBy.id}`;
    const tokens = [
      ...quota('day', tokenKey(`app:${appId}`), app.tokensPerDay, `The app allows ${app.tokensPerDay} tokens per day`),
      ...quota(
        'day',
        tokenKey(person),
        user.tokensPerDay,
        `The app allows each of its users ${user.tokensPerDay} tokens per day`,
      ),
    ];
    for (const each of tokens) pass(await quotas.look(each));
    const rule = `The app allows each of its users ${user.requestsPerMinute} requests per minute`;
    for (const each of quota('minute', person, user.requestsPerMinute, rule)) pass(await quotas.take(each));
    const own = await enter(slots, person, user.concurrentRuns, 'each of its users ');
    try {
      const shared = await enter(slots, `app:${appId}`, app.concurrentRuns, '');
      const leave = () => {
        own();
        shared();
      };
      // Freed on disconnect, though the run goes on (runtime API, limits).
      client?.signal.addEventListener('abort', leave, { once: true });
      return leave;
    } catch (error) {
      own();
      throw error;
    }
  }

  /** Counts the tokens of a run that has ended; one that is paused counts when it has. */
  async ended({ workspaceId, appId, runId, end }: EndedRun): Promise<void> {
    if (end.kind !== 'run-finished' || end.totalTokens === 0) return;
    const { app, user } = await this.#apps.get(keyOf(workspaceId, appId));
    const { quotas, runs } = this.#parts;
    if (app.tokensPerDay !== null) await quotas.spend('day', tokenKey(`app:${appId}`), end.totalTokens);
    if (user.tokensPerDay === null) return;
    const run = await runs.get(workspaceId, runId);
    if (run?.createdBy.role !== 'end_user') return;
    await quotas.spend('day', tokenKey(`user:${appId}:${run.createdBy.id}`), end.totalTokens);
  }

  async ofApp(workspaceId: string, appId: string): Promise<AppLimits> {
    await this.#parts.apps.get(workspaceId, appId);
    return this.#parts.store.find(workspaceId, appId);
  }

  async setPlan(workspaceId: string, plan: string, terms?: Partial<PlanAllowance>): Promise<void> {
    const { plans, workspaces } = this.#parts;
    if (plans.get(plan) === undefined) {
      const names = plans.all().map(({ id }) => id);
      throw new PlatformError(
        'invalid',
        'limits.unknown_plan',
        `There is no such plan; there are ${names.join(', ')}.`,
      );
    }
    const isSame = terms === undefined && (await workspaces.get(workspaceId))?.plan === plan;
    const planTerms = terms === undefined || Object.keys(terms).length === 0 ? null : terms;
    await workspaces.update(workspaceId, isSame ? { plan } : { plan, planTerms });
    this.#plans.clear();
  }

  async planUse(workspaceId: string): Promise<PlanStanding> {
    const { workspaces, planUses, quotas } = this.#parts;
    const [plan, workspace] = await Promise.all([workspaces.planOf(workspaceId), workspaces.get(workspaceId)]);
    const requests = async (window: Quota['window'], limit: number | null) =>
      limit === null ? null : quotas.used(window, `workspace:${workspaceId}`);
    const used = await Promise.all(
      allowanceNames.map(async (name) => {
        if (name === 'requestsPerMinute') return requests('minute', plan.requestsPerMinute);
        if (name === 'requestsPerDay') return requests('day', plan.requestsPerDay);
        return (await planUses.get(name)?.used(workspaceId)) ?? null;
      }),
    );
    const byName = Object.fromEntries(allowanceNames.map((name, index) => [name, used[index] ?? null]));
    return { plan, hasTerms: workspace?.planTerms != null, used: byName as PlanStanding['used'] };
  }

  async setOfApp(workspaceId: string, appId: string, changes: AppLimitChanges): Promise<AppLimits> {
    await this.#parts.apps.get(workspaceId, appId);
    const limits = await this.#parts.store.save(workspaceId, appId, changes);
    this.#apps.clear();
    return limits;
  }
}

function keyOf(workspaceId: string, appId: string): string {
  return `${workspaceId}/${appId}`;
}

function tokenKey(whose: string): string {
  return `tokens:${whose}`;
}

function quota(window: Quota['window'], key: string, limit: number | null, rule: string): Quota[] {
  return limit === null ? [] : [{ window, key, limit, rule }];
}

function isUnlimited({ app, user }: AppLimits): boolean {
  const isOpen = ({ concurrentRuns, tokensPerDay }: UseLimits) => concurrentRuns === null && tokensPerDay === null;
  return isOpen(app) && isOpen(user) && user.requestsPerMinute === null;
}

function pass(standing: Standing): void {
  if (standing.isRefused) throw refusalOf(standing);
}

async function enter(slots: RunSlots, key: string, limit: number | null, whom: string): Promise<RunSlot> {
  if (limit === null) return nothing;
  const slot = await slots.enter(key, limit);
  if (slot !== null) return slot;
  const message = `The app allows ${whom}${limit} runs at a time; try again when one has ended.`;
  throw new PlatformError('limited', 'limits.too_many_requests', message, { retryAfter: 1 });
}

/** What the caller is told: of the limits of a minute, the nearest; of a refusal, the one that refused. */
function told(standings: readonly Standing[]): Admitted | undefined {
  const refused = standings.find(({ isRefused }) => isRefused);
  const [nearest] = standings
    .filter(({ quota: { window } }) => window === 'minute')
    .sort((one, other) => one.remaining - other.remaining);
  const shown = refused ?? nearest ?? standings[0];
  if (shown === undefined) return undefined;
  const headers = {
    'RateLimit-Limit': String(shown.quota.limit),
    'RateLimit-Remaining': String(shown.remaining),
    'RateLimit-Reset': String(secondsOf(shown.left)),
  };
  return refused === undefined ? { headers } : { headers, refusal: refusalOf(refused) };
}
