import { type Contributions, token } from '#kernel';
import type { BudgetGuard, ModelObserver, UsageLedger } from '#plugins/models/contract.ts';

/** Who has a say in calls of models, and who hears of them: live views. */
export interface ModelWatchers {
  readonly guards: Contributions<BudgetGuard>;
  readonly ledgers: Contributions<UsageLedger>;
  readonly observers: Contributions<ModelObserver>;
}

export const ModelWatchers = token<ModelWatchers>('model-watchers.watchers');
