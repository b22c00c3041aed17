import type { Logger } from '#kernel';
import { amountOf } from './amount.ts';
import type { Budgets, BudgetWarning } from './contract.ts';
import { firstDay } from './spending.ts';

/** What ends within this many milliseconds is looked at together. */
const TOGETHER_MS = 2_000;
/** Milliseconds until workspaces that could not be looked at, or whose warning was lost, are looked at again. */
const AGAIN_MS = 30_000;

interface WatchParts {
  list: Budgets['list'];
  warned(warning: BudgetWarning): void;
  readonly logger: Logger;
}

/** Looks behind runs and calls whether a budget is nearly used up, also those that only warn. */
export class BudgetWatch {
  readonly #parts: WatchParts;
  readonly #touched = new Set<string>();
  /** What was told in this process and not lost, by budget: told again when the period, the amount or the level is another. */
  readonly #told = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #looking = Promise.resolve();
  #isStopped = false;

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  /** Something was used in a workspace that has budgets. */
  touched(workspaceId: string): void {
    this.#touched.add(workspaceId);
    this.#lookIn(TOGETHER_MS);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  /** A budget that stops everything is used no more: no use of it would ask for another look. */
  #again(workspaceId: string): void {
    this.#touched.add(workspaceId);
    this.#lookIn(AGAIN_MS);
  }

  #lookIn(milliseconds: number): void {
    if (this.#isStopped) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#looking = this.#looking.then(() => this.#look());
    }, milliseconds).unref();
  }

  async #look(): Promise<void> {
    const workspaceIds = [...this.#touched];
    this.#touched.clear();
    for (const workspaceId of workspaceIds) {
      try {
        await this.#lookAt(workspaceId);
      } catch (error) {
        this.#parts.logger.warn({ err: error, workspaceId }, 'budgets were not looked at; they are later');
        this.#again(workspaceId);
      }
    }
  }

  async #lookAt(workspaceId: string): Promise<void> {
    for (const budget of await this.#parts.list(workspaceId)) {
      const isNear = amountOf(budget.used) * 5n >= amountOf(budget.amount) * 4n;
      if (!isNear && !budget.isExceeded) continue;
      const level = budget.isExceeded ? 'reached' : 'near';
      const since = firstDay(budget.period);
      const mark = `${since} ${budget.amount} ${level}`;
      if (this.#told.get(budget.id) === mark) continue;
      this.#told.set(budget.id, mark);
      const lost = () => {
        this.#told.delete(budget.id);
        this.#again(workspaceId);
      };
      this.#parts.warned({ workspaceId, budget, level, since, lost });
    }
  }
}
