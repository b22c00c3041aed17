import { modelUses, type Usage } from '#engine';
import { currentTime } from '#kernel';
import type { MeteredRun } from '#plugins/models/contract.ts';
import { amountOf, amountText } from './amount.ts';
import type { UsedRow } from './budget-store.ts';
import type { Budget } from './contract.ts';

type Period = Budget['period'];
type Counted = Pick<Budget, 'period' | 'appId' | 'keyId' | 'unit' | 'currency'>;

interface Use extends Pick<UsedRow, 'of' | 'id'> {
  readonly currency: string;
  readonly tokens: bigint;
  readonly price: bigint;
}

/** The first day of a period that goes on now. */
export function firstDay(period: Period, now = currentTime()): string {
  const day = new Date(now).toISOString().slice(0, 10);
  return period === 'day' ? day : `${day.slice(0, 7)}-01`;
}

/** Milliseconds until it is over. */
export function leftOf(period: Period, now = currentTime()): number {
  const at = new Date(now);
  const month = at.getUTCMonth() + (period === 'month' ? 1 : 0);
  const day = period === 'month' ? 1 : at.getUTCDate() + 1;
  return Date.UTC(at.getUTCFullYear(), month, day) - now;
}

/** Uses by app, key and currency: as many as there are of those, however many runs. */
class Uses {
  readonly #byKey = new Map<string, Use>();

  add({ of, id, currency, tokens, price }: Use): void {
    const key = `${id} ${currency}`;
    const { tokens: t = 0n, price: p = 0n } = this.#byKey.get(key) ?? {};
    this.#byKey.set(key, { of, id, currency, tokens: t + tokens, price: p + price });
  }

  all(): Iterable<Use> {
    return this.#byKey.values();
  }
}

/** One period. */
interface Known {
  /** Its first day. */
  readonly from: string;
  /** What the database said. */
  readonly durable: Uses;
  /** On the clock of `performance.now()`. */
  readonly askedAt: number;
}

/**
 * What a workspace has used in the periods that go on: what the database said last (also of runs that go on in other
 * processes, or wait for people), what has ended here since, and the calls of runs that go on here. What ends while the database is asked may be in both for a moment: that refuses too
 * early by some seconds, never too late.
 */
export class Spending {
  readonly #known = new Map<Period, Known>();
  /** What has ended here since the database was asked last, by period, and while it was asked. */
  readonly #since = new Map<Period, Uses>();
  readonly #meanwhile = new Map<Period, Uses>();
  readonly #open = new Map<string, Uses>();
  /** All calls of runs that were made here: it only grows. */
  readonly #calls = new Uses();
  /** On the clock of `performance.now()`: what was asked before counts something twice. */
  #outdatedAt = Number.NEGATIVE_INFINITY;

  /** Whether what is known of this period is of now, and not older than this. */
  isFresh(period: Period, maxAge: number): boolean {
    const known = this.#known.get(period);
    if (known === undefined || known.from !== firstDay(period) || known.askedAt <= this.#outdatedAt) return false;
    return performance.now() - known.askedAt <= maxAge;
  }

  /** Asks the database what is durable since the period's first day. One at a time for a period. */
  async refresh(period: Period, ask: (from: string) => Promise<readonly UsedRow[]>): Promise<void> {
    const [from, askedAt] = [firstDay(period), performance.now()];
    const before = this.#since.get(period);
    const meanwhile = new Uses();
    this.#meanwhile.set(period, meanwhile);
    try {
      const durable = toUses(await ask(from));
      this.#known.set(period, { from, durable, askedAt });
      this.#since.set(period, meanwhile);
    } catch (error) {
      const all = before ?? new Uses();
      for (const use of meanwhile.all()) all.add(use);
      this.#since.set(period, all);
      throw error;
    } finally {
      this.#meanwhile.delete(period);
    }
  }

  /** A call of a run that goes on. */
  spent(run: MeteredRun, usage: Usage): void {
    const uses = this.#open.get(run.runId) ?? new Uses();
    for (const use of usesOf(run, usage)) {
      uses.add(use);
      this.#calls.add(use);
    }
    this.#open.set(run.runId, uses);
  }

  /** The run waits, and what it used is durable: the calls that it made here count on until the database was asked. */
  left(runId: string): void {
    const uses = this.#open.get(runId);
    this.#open.delete(runId);
    if (uses !== undefined) this.#add([...uses.all()]);
  }

  /**
   * The run has ended, and its usage is durable. `wasPaused`: the database has told of what it used before, and must be
   * asked before anybody is refused for it.
   */
  ended(run: Omit<MeteredRun, 'workspaceId'>, usage: Usage, wasPaused = false): void {
    this.#open.delete(run.runId);
    this.#add(usesOf(run, usage));
    if (wasPaused) this.#outdatedAt = performance.now();
  }

  /** What the runs that go on here have used, by app, key and currency. */
  open(): UsedRow[] {
    const sum = new Uses();
    for (const uses of this.#open.values()) for (const use of uses.all()) sum.add(use);
    return Array.from(sum.all(), ({ of, id, currency, tokens, price }) => {
      return { of, id, currency, tokens: amountText(tokens), price: amountText(price) };
    });
  }

  /** All of the workspace, or of one app, or of one key. */
  used(counted: Counted): bigint {
    const { period } = counted;
    const known = this.#known.get(period);
    const durable = known?.from === firstDay(period) ? known.durable : undefined;
    return sumOf(counted, [durable, this.#since.get(period), this.#meanwhile.get(period), ...this.#open.values()]);
  }

  /** The same, with what the database is saying right now (`refresh`). */
  usedWith(counted: Counted, rows: readonly UsedRow[]): bigint {
    return sumOf(counted, [toUses(rows), this.#meanwhile.get(counted.period), ...this.#open.values()]);
  }

  /** What calls that were made here have used since this process knows of the budget: it only grows. */
  usedHere(counted: Counted): bigint {
    return sumOf(counted, [this.#calls]);
  }

  /** What is durable since the database was asked. */
  #add(added: readonly Use[]): void {
    for (const period of ['day', 'month'] as const) {
      const uses = this.#meanwhile.get(period) ?? this.#since.get(period) ?? new Uses();
      for (const use of added) uses.add(use);
      if (!this.#meanwhile.has(period)) this.#since.set(period, uses);
    }
  }
}

function toUses(rows: readonly UsedRow[]): Uses {
  const uses = new Uses();
  for (const { tokens, price, ...whose } of rows) {
    uses.add({ ...whose, tokens: amountOf(tokens), price: amountOf(price) });
  }
  return uses;
}

function sumOf({ appId, keyId, unit, currency }: Counted, all: readonly (Uses | undefined)[]): bigint {
  let sum = 0n;
  for (const uses of all) {
    for (const use of uses?.all() ?? []) {
      const isOwn = keyId !== null ? use.id === keyId : appId !== null ? use.id === appId : use.of === 'app';
      if (isOwn && (unit === 'tokens' || use.currency === currency)) sum += use[unit];
    }
  }
  return sum;
}

/** What counts for an app counts for the key as well with which its run was started. */
function usesOf({ appId, keyId = null }: Pick<MeteredRun, 'appId' | 'keyId'>, usage: Usage): Use[] {
  return modelUses(usage).flatMap(({ currency, totalTokens, price }) => {
    const amounts = { currency, tokens: amountOf(String(totalTokens)), price: amountOf(price) };
    const use: Use = { of: 'app', id: appId, ...amounts };
    return keyId === null ? [use] : [use, { of: 'key', id: keyId, ...amounts }];
  });
}
