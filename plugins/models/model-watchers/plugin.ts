import { definePlugin } from '#kernel';
import { BudgetGuards, ModelObservers, UsageLedgers } from '#plugins/models/contract.ts';
import { ModelWatchers } from './contract.ts';

/** All who watch calls of models, as one service. */
export const plugin = definePlugin({
  id: 'model-watchers',
  needs: { guards: BudgetGuards, ledgers: UsageLedgers, observers: ModelObservers },
  setup({ services, provide }) {
    const { guards, ledgers, observers } = services;
    provide(ModelWatchers, () => ({ guards, ledgers, observers }));
  },
});
