import { setTimeout as sleep } from 'node:timers/promises';
import { amountOf, amountText } from './amount.ts';
import type { OwnedBudget, UsedRow } from './budget-store.ts';
import type { Budget } from './contract.ts';
import type { GrantRow, GrantStore } from './grant-store.ts';
import type { OpenReport } from './open-store.ts';
import type { Spending } from './spending.ts';

/** Milliseconds for which a process believes in its grant; others count it for longer (`GRANT_SECONDS`). */
const GRANT_MS = 2_000;
/** What of a budget is left that nobody holds: of that a process is granted one part in so many. */
const SHARE = 8n;
/** Where less than one part in so many of a budget is left, nothing is granted: each call asks. */
const NEAR = 16n;
/** Milliseconds between two looks whether others still hold all that is left. */
const AGAIN = 250;

interface Grant {
  readonly amount: bigint;
  /** `Spending.usedHere` when it was asked for. */
  readonly base: bigint;
  /** On the clock of `performance.now()`. */
  readonly askedAt: number;
  /** Something was left that nobody holds: whoever asked may make their call. */
  readonly isFree: boolean;
}

type Place = Pick<OwnedBudget, 'workspaceId' | 'period'>;

interface Question {
  readonly budgets: Map<string, OwnedBudget>;
  readonly answered: Promise<void>;
}

export interface GrantsParts {
  readonly store: Pick<GrantStore, 'ask' | 'isAlone'>;
  readonly spendingOf: (workspaceId: string) => Spending;
  /** What runs under way here have used in a workspace, as the next report. */
  readonly report: (workspaceId: string) => OpenReport;
  /** That was told, and something is in it. */
  readonly told: () => void;
}

/**
 * Keeps several processes within one budget. Far from its end each holds a grant, an eighth of what is left, and asks nobody
 * before it has used that or two seconds are over; near it each call asks first. Whoever asks tells what their calls have used,
 * and everybody's grants count as used while they are good. So when a call begins, all that was used by calls before it, but
 * for those under way, is known to be less than the budget.
 */
export class BudgetGrants {
  readonly #parts: GrantsParts;
  readonly #grants = new Map<string, Grant>();
  /** By workspace and period: the question that is being asked, and what is to be asked after it. */
  readonly #asked = new Map<string, Promise<void>>();
  readonly #next = new Map<string, Question>();

  constructor(parts: GrantsParts) {
    this.#parts = parts;
  }

  /** This process knows all that is used: no call has to ask. */
  get isAlone(): boolean {
    return this.#parts.store.isAlone;
  }

  /** Budgets have changed: what was granted counts no more. */
  clear(): void {
    this.#grants.clear();
  }

  /** Whether a call may be made without asking. Grants that are half used are renewed before anybody has to wait. */
  hasRoom(budget: OwnedBudget): boolean {
    const grant = this.#grants.get(budget.id);
    if (grant === undefined) return false;
    const age = performance.now() - grant.askedAt;
    const used = this.#usedOf(budget, grant);
    if (used < 0n || used >= grant.amount || age > GRANT_MS) return false;
    if (used * 2n > grant.amount || age * 2 > GRANT_MS) this.look(budget).catch(() => {});
    return true;
  }

  /** Asks what is used, or waits for who is asking. */
  look(budget: OwnedBudget): Promise<void> {
    return this.#asked.get(keyOf(budget)) ?? this.#ask(budget);
  }

  /** The same, for who makes no call: nothing is granted. */
  read(place: Place): Promise<void> {
    return this.#asked.get(keyOf(place)) ?? this.#question(place).answered;
  }

  /**
   * Resolves when a call may be made, for each of the budgets has something left; or when `isExceeded` says of those which
   * don't that they are used up. Where others hold all that is left it waits until they have used it, or don't any more.
   */
  async enter(budgets: readonly OwnedBudget[], isExceeded: (budget: OwnedBudget) => boolean): Promise<void> {
    for (let waiting = budgets; ; await sleep(AGAIN)) {
      await Promise.all(waiting.map((budget) => this.#ask(budget)));
      waiting = waiting.filter((budget) => !isExceeded(budget) && this.#grants.get(budget.id)?.isFree === false);
      if (waiting.length === 0) return;
    }
  }

  #usedOf(budget: OwnedBudget, { base }: Grant): bigint {
    return this.#parts.spendingOf(budget.workspaceId).usedHere(budget) - base;
  }

  #ask(budget: OwnedBudget): Promise<void> {
    const question = this.#question(budget);
    question.budgets.set(budget.id, budget);
    return question.answered;
  }

  /** One that begins after this call: one that is being asked may have read before what the caller has used. */
  #question(place: Place): Question {
    const key = keyOf(place);
    const known = this.#next.get(key);
    if (known !== undefined) return known;
    const { workspaceId, period } = place;
    const budgets = new Map<string, OwnedBudget>();
    const question = { budgets, answered: this.#askSoon({ workspaceId, period }, budgets) };
    this.#next.set(key, question);
    return question;
  }

  async #askSoon(place: Place, budgets: ReadonlyMap<string, OwnedBudget>): Promise<void> {
    const key = keyOf(place);
    // Calls of one turn share a question.
    await (this.#asked.get(key)?.catch(() => {}) ?? Promise.resolve());
    this.#next.delete(key);
    const asked = this.#askNow(place, [...budgets.values()]).finally(() => this.#asked.delete(key));
    this.#asked.set(key, asked);
    await asked;
  }

  async #askNow({ workspaceId, period }: Place, budgets: readonly OwnedBudget[]): Promise<void> {
    const { store, spendingOf, report, told } = this.#parts;
    const spending = spendingOf(workspaceId);
    const bases = new Map(budgets.map((budget) => [budget.id, spending.usedHere(budget)]));
    const askedAt = performance.now();
    const granted = new Map<string, Grant>();
    const grant = (rows: readonly UsedRow[], held: ReadonlyMap<string, string>): readonly GrantRow[] =>
      budgets.map((budget) => {
        const left = amountOf(budget.amount) - spending.usedWith(budget, rows) - amountOf(held.get(budget.id) ?? '0');
        const amount = shareOf(left, budget);
        granted.set(budget.id, { amount, base: bases.get(budget.id) ?? 0n, askedAt, isFree: left > 0n });
        return { budgetId: budget.id, amount: amountText(amount) };
      });
    const reported = report(workspaceId);
    await spending.refresh(period, (from) => store.ask({ workspaceId, from, report: reported }, grant));
    if (reported.rows.length > 0) told();
    for (const [id, each] of granted) this.#grants.set(id, each);
  }
}

function shareOf(left: bigint, { amount }: Pick<Budget, 'amount'>): bigint {
  return left * NEAR > amountOf(amount) ? left / SHARE : 0n;
}

function keyOf({ workspaceId, period }: Place): string {
  return `${workspaceId} ${period}`;
}
