import { PlatformError } from '#kernel';
import type { ReplacementModel } from '#plugins/models/contract.ts';
import { amountOf, amountText } from './amount.ts';
import type { Budget, BudgetState } from './contract.ts';
import { leftOf, type Spending } from './spending.ts';

/** A budget with what of it is used. */
export function stateOf(budget: Budget, spending: Spending): BudgetState {
  const { id, appId, keyId, period, unit, currency, amount, action, model } = budget;
  const used = spending.used(budget);
  const isExceeded = used >= amountOf(amount);
  return { id, appId, keyId, period, unit, currency, amount, action, model, used: amountText(used), isExceeded };
}

/** Whether it is used up, as far as is known. */
export function isExceeded(budget: Budget, spending: Spending): boolean {
  return spending.used(budget) >= amountOf(budget.amount);
}

/** What the first of those that stop says, once it is used up. */
export function refusalOf(budgets: readonly Budget[], spending: Spending): PlatformError | undefined {
  for (const budget of budgets) {
    if (budget.action !== 'stop') continue;
    const state = stateOf(budget, spending);
    if (state.isExceeded) return refusal(state, '');
  }
  return undefined;
}

/** Throws it. */
export function refuseExceeded(budgets: readonly Budget[], spending: Spending): void {
  const refused = refusalOf(budgets, spending);
  if (refused !== undefined) throw refused;
}

/** The model that is called once a budget that downgrades is used up: of several, that of the narrowest. */
export function replacementOf(budgets: readonly Budget[], spending: Spending): ReplacementModel | undefined {
  let narrowest: (BudgetState & { readonly model: NonNullable<Budget['model']> }) | undefined;
  for (const budget of budgets) {
    const { model } = budget;
    if (budget.action !== 'downgrade' || model === null) continue;
    if (narrowest !== undefined && widthOf(narrowest) <= widthOf(budget)) continue;
    const state = stateOf(budget, spending);
    if (state.isExceeded) narrowest = { ...state, model };
  }
  if (narrowest === undefined) return undefined;
  const state = narrowest;
  const { provider, model } = state.model;
  const remedy = `${provider}/${model}, which it names for calls beyond, can't be called: `;
  return { provider, model, refusal: (why) => refusal(state, ` ${remedy}${why}`) };
}

function widthOf({ appId, keyId }: Budget): number {
  if (keyId !== null) return 0;
  return appId === null ? 2 : 1;
}

function refusal({ period, unit, currency, amount, appId, keyId, used }: BudgetState, more: string): PlatformError {
  const whose = keyId !== null ? 'app key' : appId !== null ? 'app' : 'workspace';
  const name = unit === 'tokens' ? 'tokens' : currency;
  const message = `The budget of the ${whose} is used up: it allows ${amount} ${name} per ${period}, and ${used} were used. The owner of the workspace can raise it, and it begins anew with the next ${period} (UTC).${more}`;
  const retryAfter = Math.max(1, Math.ceil(leftOf(period) / 1_000));
  return new PlatformError('limited', 'usage.rate_limit_error', message, { retryAfter });
}
