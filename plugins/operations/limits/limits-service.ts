import { type GuardAnswer, isThisMachine, type Principal } from '#http';
import { type Contributions, PlatformError } from '#kernel';
import type { Apps } from '#plugins/apps/contract.ts';
import type { EndedRun, EnteringRun, Runs } from '#plugins/runs/contract.ts';
import {
  allowanceNames,
  type PlanAllowance,
  type PlanLimit,
  type PlanUse,
  type Workspaces,
} from '#plugins/workspaces/contract.ts';
import type { AppLimitChanges, AppLimits, Limits, PlanStanding, RowsLeft } from './contract.ts';
import type { Counted } from './counters.ts';
import { FreshCache } from './fresh-cache.ts';
import { type Quota, type Quotas, quota, refusalOf, type Standing, secondsOf } from './quota.ts';
import type { RunSlots } from './run-slots.ts';
import { appTokens, isUnlimited, type SlotLimit, userTokens, usesOf } from './run-uses.ts';
import type { LimitStore } from './store.ts';
import { type VisitorQuotas, visitQuota } from './visitor-quotas.ts';

export interface LimitsParts {
  readonly store: LimitStore;
  readonly workspaces: Workspaces;
  readonly apps: Apps;
  readonly runs: Runs;
  readonly plans: Contributions<PlanLimit>;
  readonly planUses: Contributions<PlanUse>;
  readonly quotas: Quotas;
  readonly slots: RunSlots;
  readonly visitors: VisitorQuotas;
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
  allow({ workspaceId, appId }: Principal): GuardAnswer | undefined | Promise<GuardAnswer | undefined> {
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
  ): Promise<GuardAnswer | undefined> {
    const [plan, limits] = await Promise.all([asked.plan, asked.limits]);
    return this.#take(this.#requestQuotas({ workspaceId, plan, appId, limits }));
  }

  async #take(quotas: readonly Quota[]): Promise<GuardAnswer | undefined> {
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
      ...quota(
        { window: 'minute', workspaceId, key: `app:${appId}` },
        perMinute,
        `The app allows ${perMinute} requests per minute`,
      ),
      ...quota(
        { window: 'minute', workspaceId, key: `workspace:${workspaceId}` },
        plan.requestsPerMinute,
        `The workspace's plan '${plan.id}' allows ${plan.requestsPerMinute} requests per minute`,
      ),
      ...quota(
        { window: 'day', workspaceId, key: `workspace:${workspaceId}` },
        plan.requestsPerDay,
        `The workspace's plan '${plan.id}' allows ${plan.requestsPerDay} requests per day`,
      ),
    ];
  }

  /**
   * A run that is about to start. One that comes by no key of the app (from the console) comes by no request that was
   * counted either: it counts here.
   */
  admitRun(start: EnteringRun): RunSlot | Promise<RunSlot> {
    const { workspaceId, appId } = start;
    const limits = this.#apps.get(keyOf(workspaceId, appId));
    const plan = hasCounted(start) ? null : this.#plans.get(workspaceId);
    const visits = this.#parts.visitors.of(start);
    const enter = (known: AppLimits, planned: PlanLimit | null, visited: readonly Quota[]) => {
      const requests = [
        ...visited,
        ...(planned === null ? [] : this.#requestQuotas({ workspaceId, plan: planned, appId, limits: known })),
      ];
      return isUnlimited(known) && requests.length === 0 ? nothing : this.#enter(start, known, requests);
    };
    if (!(limits instanceof Promise) && !(plan instanceof Promise) && !(visits instanceof Promise))
      return enter(limits, plan, visits);
    return Promise.all([limits, plan, visits]).then(([known, planned, visited]) => enter(known, planned, visited));
  }

  /** A call of a visitor that starts no run and costs as one: speech, questions, names. */
  async admitCall(visitor: Parameters<VisitorQuotas['of']>[0]): Promise<PlatformError | undefined> {
    for (const each of await this.#parts.visitors.of(visitor, 'calls')) {
      const standing = await this.#parts.quotas.take(each);
      if (standing.isRefused) return refusalOf(standing);
    }
    return undefined;
  }

  /** Rows of a visitor's batch, all or none. Throws where not all of them are left. */
  async admitRows(visitor: Parameters<VisitorQuotas['of']>[0], rows: number): Promise<void> {
    const { quotas, visitors } = this.#parts;
    const taken: Quota[] = [];
    for (const each of await visitors.of(visitor, 'rows')) {
      const standing = await quotas.takeAll(each, rows);
      if (!standing.isRefused) {
        taken.push(each);
        continue;
      }
      for (const back of taken) await quotas.giveBack(back, rows);
      throw tooManyRows(standing);
    }
  }

  /** How many rows a visitor may run now; null: any number. */
  async rowsLeft(visitor: Parameters<VisitorQuotas['of']>[0]): Promise<RowsLeft | null> {
    const found = await this.#parts.visitors.of(visitor, 'rows');
    const standings = await Promise.all(found.map((each) => this.#parts.quotas.look(each)));
    const [least] = standings.sort((one, other) => one.remaining - other.remaining);
    if (least === undefined) return null;
    const { quota, remaining, left } = least;
    return { rows: remaining, perDay: quota.limit, seconds: remaining < quota.limit ? secondsOf(left) : 0 };
  }

  /** A question to knowledge bases, or a change of one by a key. Throws where it is one too many. */
  async admitKnowledge(workspaceId: string): Promise<void> {
    const plan = await this.#plans.get(workspaceId);
    const { knowledgeRequestsPerMinute: limit } = plan;
    const rule = `The workspace's plan '${plan.id}' allows ${limit} requests to knowledge bases per minute`;
    for (const each of quota(knowledgeWindow(workspaceId), limit, rule)) pass(await this.#parts.quotas.take(each));
  }

  /** A visit of a web app. Throws where it is one too many. */
  async admitVisit(address: string, limit: number): Promise<void> {
    if (address === '' || isThisMachine(address)) return;
    for (const each of visitQuota(address, limit)) pass(await this.#parts.quotas.take(each));
  }

  /** What is remembered against a run, for who asks before it costs anything. Counts nothing and asks nobody. */
  rejection(start: EnteringRun): PlatformError | undefined {
    const limits = this.#apps.peek(keyOf(start.workspaceId, start.appId));
    if (limits === undefined) return undefined;
    const requests = [
      ...this.#parts.visitors.known(start),
      ...(hasCounted(start) ? [] : (this.#known(start.workspaceId, start.appId) ?? [])),
    ];
    if (isUnlimited(limits) && requests.length === 0) return undefined;
    const { quotas, slots } = this.#parts;
    const uses = usesOf(start, limits);
    for (const each of [...uses.tokens, ...uses.requests, ...requests]) {
      const standing = quotas.refusal(each);
      if (standing !== undefined) return refusalOf(standing);
    }
    const full = uses.slots.find(({ key, limit }) => slots.isFull(key, limit));
    return full && fullRefusal(full);
  }

  async #enter(start: EnteringRun, limits: AppLimits, requests: readonly Quota[]): Promise<RunSlot> {
    const { quotas, slots } = this.#parts;
    const uses = usesOf(start, limits);
    for (const each of uses.tokens) pass(await quotas.look(each));
    for (const each of [...uses.requests, ...requests]) pass(await quotas.take(each));
    const held: RunSlot[] = [];
    const leave = () => {
      for (const each of held.splice(0)) each();
    };
    try {
      for (const each of uses.slots) held.push(await enter(slots, each));
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  }

  /** Counts the tokens of a run that has ended; one that is paused counts when it has. */
  async ended({ workspaceId, appId, runId, end }: EndedRun): Promise<void> {
    if (end.kind !== 'run-finished' || end.totalTokens === 0) return;
    const { app, user } = await this.#apps.get(keyOf(workspaceId, appId));
    const { quotas, runs } = this.#parts;
    for (const each of appTokens({ workspaceId, appId }, app)) await quotas.spend(each, end.totalTokens);
    if (user.tokensPerDay === null) return;
    const run = await runs.get(workspaceId, runId);
    if (run?.createdBy.role !== 'end_user') return;
    for (const each of userTokens({ workspaceId, appId }, run.createdBy.id, user))
      await quotas.spend(each, end.totalTokens);
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
      limit === null ? null : quotas.used({ window, workspaceId, key: `workspace:${workspaceId}` });
    const used = await Promise.all(
      allowanceNames.map(async (name) => {
        if (name === 'requestsPerMinute') return requests('minute', plan.requestsPerMinute);
        if (name === 'requestsPerDay') return requests('day', plan.requestsPerDay);
        if (name === 'knowledgeRequestsPerMinute') {
          return plan[name] === null ? null : quotas.used(knowledgeWindow(workspaceId));
        }
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

function tooManyRows({ quota, remaining, left }: Standing): PlatformError {
  const hours = Math.ceil(left / 3_600_000);
  const message = `${quota.rule}: ${remaining} are left now, and all of them again in ${hours} h.`;
  const told = { retryAfter: secondsOf(left), limit: quota.limit };
  return new PlatformError('limited', 'limits.rate_limit_error', message, told);
}

function knowledgeWindow(workspaceId: string): Counted {
  return { window: 'minute', workspaceId, key: `knowledge:${workspaceId}` };
}

function keyOf(workspaceId: string, appId: string): string {
  return `${workspaceId}/${appId}`;
}

/** Whether the request that starts the run was counted as it came in. */
function hasCounted({ keyId, visitorAddress, isUnrequested }: EnteringRun): boolean {
  return isUnrequested !== true && (keyId != null || visitorAddress != null);
}

function pass(standing: Standing): void {
  if (standing.isRefused) throw refusalOf(standing);
}

async function enter(slots: RunSlots, wanted: SlotLimit): Promise<RunSlot> {
  const slot = await slots.enter(wanted.key, wanted.limit);
  if (slot === null) throw fullRefusal(wanted);
  return slot;
}

function fullRefusal({ rule, limit }: SlotLimit): PlatformError {
  const message = `${rule}; try again when one has ended.`;
  return new PlatformError('limited', 'limits.too_many_requests', message, { retryAfter: 1, limit });
}

/** What the caller is told: of the limits of a minute, the nearest. A refusal tells of its own. */
function told(standings: readonly Standing[]): GuardAnswer | undefined {
  const refused = standings.find(({ isRefused }) => isRefused);
  const [nearest] = standings
    .filter(({ quota: { window } }) => window === 'minute')
    .sort((one, other) => one.remaining - other.remaining);
  if (refused !== undefined) return { refusal: refusalOf(refused) };
  const shown = nearest ?? standings[0];
  if (shown === undefined) return undefined;
  return {
    headers: {
      'RateLimit-Limit': String(shown.quota.limit),
      'RateLimit-Remaining': String(shown.remaining),
      'RateLimit-Reset': String(secondsOf(shown.left)),
    },
  };
}
