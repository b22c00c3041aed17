import type { Usage } from '#engine';
import { type Logger, PlatformError } from '#kernel';
import type { Apps } from '#plugins/apps/contract.ts';
import type { Notifications } from '#plugins/database/contract.ts';
import type { BudgetGuard, MeteredApp, MeteredRun, Models, ReplacementModel } from '#plugins/models/contract.ts';
import type { EndedRun } from '#plugins/runs/contract.ts';
import { BudgetGrants } from './budget-grants.ts';
import type { BudgetStore, OwnedBudget } from './budget-store.ts';
import type { Budget, BudgetState, Budgets } from './contract.ts';
import { isExceeded, refusalOf, refuseExceeded, replacementOf, stateOf } from './exceeded.ts';
import type { GrantStore } from './grant-store.ts';
import { OpenRunsReport } from './open-runs-report.ts';
import type { OpenReport, OpenRow, OpenRunsStore } from './open-store.ts';
import { Spending } from './spending.ts';

const CHANNEL = 'usage_budgets';
/** Milliseconds after which what other processes have used is looked up again, where anybody asks. */
const FRESH = 2_000;
/** Should nobody hear of a change. */
const RELOAD_MS = 60_000;
const MAX = 1_000;

export interface BudgetsParts {
  readonly store: BudgetStore;
  readonly grants: Pick<GrantStore, 'ask' | 'isAlone'>;
  readonly openRuns: Pick<OpenRunsStore, 'report'>;
  readonly apps: Apps;
  readonly models: Pick<Models, 'model'>;
  readonly notifications: Notifications;
  readonly logger: Logger;
  /** Something was used in a workspace that has budgets. */
  used(workspaceId: string): void;
}

/** Knows all budgets by heart, and what is used of them: a workspace without any costs a look into a map. */
export class BudgetsService implements Budgets, BudgetGuard {
  readonly id = 'usage';
  readonly #parts: BudgetsParts;
  readonly #spending = new Map<string, Spending>();
  #budgets: ReadonlyMap<string, readonly OwnedBudget[]> = new Map();
  #unlisten: () => void = () => {};
  #timer: NodeJS.Timeout | undefined;
  readonly #report: OpenRunsReport;
  readonly #grants: BudgetGrants;
  #told = 0;

  constructor(parts: BudgetsParts) {
    this.#parts = parts;
    const all = () => this.#openReport([...this.#spending.keys()]);
    this.#report = new OpenRunsReport(parts.openRuns, all, parts.logger);
    this.#grants = new BudgetGrants({
      store: parts.grants,
      spendingOf: (workspaceId) => this.#spendingOf(workspaceId),
      report: (workspaceId) => this.#openReport([workspaceId]),
      told: () => this.#report.toldElsewhere(),
    });
  }

  async start(): Promise<void> {
    this.#unlisten = this.#parts.notifications.listen(CHANNEL, () => void this.#reload());
    this.#timer = setInterval(() => void this.#reload(), RELOAD_MS);
    this.#timer.unref();
    await this.#load();
    this.#report.start();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#unlisten();
    await this.#report.stop();
  }

  async list(workspaceId: string): Promise<readonly BudgetState[]> {
    const budgets = await this.#parts.store.list(workspaceId);
    const spending = this.#spendingOf(workspaceId);
    await Promise.all(budgets.map(({ period }) => this.#grants.read({ workspaceId, period })));
    return budgets.map((budget) => stateOf(budget, spending));
  }

  async set(workspaceId: string, budget: Omit<Budget, 'id'>): Promise<BudgetState> {
    const { store } = this.#parts;
    const whole = await this.#checked(workspaceId, budget);
    if ((await store.list(workspaceId)).length >= MAX) {
      const message = `A workspace has at most ${MAX} budgets; remove one first.`;
      throw new PlatformError('conflict', 'usage.too_many_budgets', message);
    }
    const [saved] = await store.save(workspaceId, whole);
    if (saved === undefined) throw new Error('a budget was written and not returned');
    await this.#changed();
    await this.#grants.read({ workspaceId, period: saved.period });
    this.#parts.used(workspaceId);
    return stateOf(saved, this.#spendingOf(workspaceId));
  }

  async remove(workspaceId: string, id: string): Promise<void> {
    if (!(await this.#parts.store.remove(workspaceId, id))) {
      throw new PlatformError('not-found', 'usage.budget_not_found', 'There is no such budget in this workspace.');
    }
    await this.#changed();
  }

  /** What is fresh in memory against a run that wants to start. Asks nobody. */
  rejection(app: MeteredApp): PlatformError | undefined {
    const budgets = this.#watching(app);
    if (budgets.length === 0) return undefined;
    const spending = this.#spendingOf(app.workspaceId);
    const isFresh = ({ period }: OwnedBudget) => spending.isFresh(period, FRESH);
    return refusalOf(budgets.filter(isFresh), spending);
  }

  /** Throws where a run may not start. */
  admitRun(app: MeteredApp): Promise<void> | undefined {
    const budgets = this.#watching(app).filter(({ action }) => action === 'stop');
    if (budgets.length === 0) return undefined;
    const spending = this.#spendingOf(app.workspaceId);
    const asked = this.#upToDate(app.workspaceId, budgets);
    if (asked !== undefined) return asked.then(() => refuseExceeded(budgets, spending));
    refuseExceeded(budgets, spending);
    return undefined;
  }

  applies(app: MeteredApp): boolean {
    return this.#watching(app).length > 0;
  }

  allow(app: MeteredApp): Promise<ReplacementModel | undefined> | ReplacementModel | undefined {
    const budgets = this.#watching(app);
    if (budgets.length === 0) return undefined;
    const spending = this.#spendingOf(app.workspaceId);
    const decide = () => {
      refuseExceeded(budgets, spending);
      return replacementOf(budgets, spending);
    };
    if (this.#grants.isAlone) return this.#upToDate(app.workspaceId, budgets)?.then(decide) ?? decide();
    const isOver = (budget: OwnedBudget) => isExceeded(budget, spending);
    const asking = budgets.filter((budget) =>
      isOver(budget) ? !spending.isFresh(budget.period, FRESH) : !this.#grants.hasRoom(budget),
    );
    return asking.length === 0 ? decide() : this.#grants.enter(asking, isOver).then(decide);
  }

  replacementFor(app: MeteredApp): ReplacementModel | undefined {
    const budgets = this.#watching(app);
    return budgets.length === 0 ? undefined : replacementOf(budgets, this.#spendingOf(app.workspaceId));
  }

  recordUsage(run: MeteredRun, usage: Usage): void {
    if (this.#budgets.has(run.workspaceId)) this.#spendingOf(run.workspaceId).spent(run, usage);
  }

  /** A call outside of runs is counted. */
  callEnded({ workspaceId, ...call }: MeteredRun, usage: Usage): void {
    if (!this.#budgets.has(workspaceId)) return;
    this.#spendingOf(workspaceId).ended(call, usage);
    this.#report.soon();
    this.#parts.used(workspaceId);
  }

  /** The end of a run is durable. */
  ended({ runId, workspaceId, appId, keyId, end, wasPaused }: EndedRun): void {
    if (!this.#budgets.has(workspaceId)) return;
    const spending = this.#spendingOf(workspaceId);
    if (end.kind === 'run-finished') spending.ended({ runId, appId, keyId }, end.usage, wasPaused);
    else spending.left(runId);
    this.#report.soon();
    this.#parts.used(workspaceId);
  }

  #openReport(workspaceIds: readonly string[]): OpenReport {
    const rows = workspaceIds.flatMap((workspaceId): OpenRow[] =>
      this.#spendingOf(workspaceId)
        .open()
        .map((row) => ({ workspaceId, ...row })),
    );
    this.#told += 1;
    return { told: this.#told, rows };
  }

  /** The budget as it is kept: of an app or a key of this workspace, with a model that can be called. */
  async #checked(workspaceId: string, budget: Omit<Budget, 'id'>): Promise<Omit<Budget, 'id'>> {
    const { apps, models } = this.#parts;
    const { appId, keyId, action, model } = budget;
    if ((action === 'downgrade') !== (model !== null)) {
      const message =
        model === null
          ? 'A budget that downgrades names the `model` that is called instead: its provider and its name.'
          : 'Only a budget that downgrades names a `model`; leave it out, or set `action` to `downgrade`.';
      throw new PlatformError('invalid', 'usage.invalid_budget', message);
    }
    if (keyId === null && appId !== null) await apps.get(workspaceId, appId);
    const app = keyId === null ? null : await apps.ofKey(workspaceId, keyId);
    if (app !== null && appId !== null && app.id !== appId) {
      throw new PlatformError('not-found', 'apps.not_found', `The app has no key ${keyId}.`);
    }
    const known = model === null ? null : await models.model(workspaceId, 'llm', model);
    return {
      ...budget,
      appId: app?.id ?? appId,
      model: known === null ? null : { provider: known.provider, model: known.description.name },
    };
  }

  /** Undefined: what is known is fresh. */
  #upToDate(workspaceId: string, budgets: readonly OwnedBudget[]): Promise<unknown> | undefined {
    const spending = this.#spendingOf(workspaceId);
    const stale = budgets.filter(({ period }) => !spending.isFresh(period, FRESH));
    if (stale.length > 0) return Promise.all(stale.map((budget) => this.#grants.look(budget)));
    // Where runs keep coming it is looked up before anybody has to wait for it.
    for (const budget of budgets) {
      if (!spending.isFresh(budget.period, FRESH / 2)) this.#grants.look(budget).catch(() => {});
    }
    return undefined;
  }

  /** Those that do something once they are used up. */
  #watching({ workspaceId, appId, keyId = null }: MeteredApp): readonly OwnedBudget[] {
    const budgets = this.#budgets.get(workspaceId);
    if (budgets === undefined) return [];
    return budgets.filter((budget) => {
      if (budget.action === 'warn') return false;
      if (budget.keyId !== null) return budget.keyId === keyId;
      return budget.appId === null || budget.appId === appId;
    });
  }

  #spendingOf(workspaceId: string): Spending {
    const spending = this.#spending.get(workspaceId) ?? new Spending();
    this.#spending.set(workspaceId, spending);
    return spending;
  }

  async #changed(): Promise<void> {
    await this.#load();
    await this.#parts.notifications.send(CHANNEL, '').catch((error: unknown) => {
      this.#parts.logger.warn({ err: error }, 'other processes learn of changed budgets in a minute');
    });
  }

  async #reload(): Promise<void> {
    try {
      await this.#load();
    } catch (error) {
      this.#parts.logger.warn({ err: error }, 'budgets could not be read');
    }
  }

  async #load(): Promise<void> {
    this.#budgets = Map.groupBy(await this.#parts.store.all(), ({ workspaceId }) => workspaceId);
    this.#grants.clear();
    for (const workspaceId of this.#spending.keys()) {
      if (!this.#budgets.has(workspaceId)) this.#spending.delete(workspaceId);
    }
  }
}
