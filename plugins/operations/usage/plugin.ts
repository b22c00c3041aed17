import { AnswerObservers, Routes } from '#http';
import { clocksAgree, currentTime, definePlugin, newId } from '#kernel';
import { startsRuns } from '#plugins/app-access/contract.ts';
import { Apps } from '#plugins/apps/contract.ts';
import { BackgroundCommit, Database, Notifications } from '#plugins/database/contract.ts';
import { PersonalData } from '#plugins/erasure/contract.ts';
import { Feedbacks } from '#plugins/feedbacks/contract.ts';
import { StorageDays } from '#plugins/files/contract.ts';
import { BudgetGuards, Models, UsageLedgers } from '#plugins/models/contract.ts';
import { RunEnds, RunHooks } from '#plugins/runs/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { aggregatedUsage } from './aggregated-usage.ts';
import { budgetRoutes } from './budget-routes.ts';
import { BudgetStore } from './budget-store.ts';
import { BudgetWatch } from './budget-watch.ts';
import { BudgetsService } from './budgets-service.ts';
import { Budgets, BudgetWarned, type BudgetWarning, Usage } from './contract.ts';
import { ErasureStore } from './erasure-store.ts';
import { exportedTables } from './exported-tables.ts';
import { FailuresStore } from './failures-store.ts';
import { GrantStore } from './grant-store.ts';
import { OpenRunsStore } from './open-store.ts';
import { OutsideCalls } from './outside-calls.ts';
import { RequestCounter } from './request-counter.ts';
import { addUsage } from './rollup-store.ts';
import { usageRoutes } from './usage-routes.ts';
import { dayOf, endedRow, usageRow } from './usage-rows.ts';
import { UsageStore } from './usage-store.ts';

const CLEANING_MS = 3_600_000;
/** Milliseconds for which it is known who of a day was counted: rows of a run's end may wait for the database. */
const USERS_KEPT = 3 * 86_400_000;
/** The same for calls of models outside of runs, which are written within seconds or when the database is back. */
const CALLS_KEPT = 86_400_000;

const nothing = () => {};

async function forget(store: UsageStore): Promise<void> {
  if (!clocksAgree()) return;
  await store.forgetUsers(dayOf(currentTime() - USERS_KEPT));
  await store.forgetCalls(new Date(currentTime() - CALLS_KEPT));
}

export const plugin = definePlugin({
  id: 'usage',
  needs: {
    database: Database,
    commit: BackgroundCommit,
    notifications: Notifications,
    apps: Apps,
    feedbacks: Feedbacks,
    models: Models,
    ends: RunEnds,
    storage: StorageDays,
  },
  provides: [Usage, Budgets],
  async setup({ services, logger, events, provide, contribute, onReady, onClose }) {
    const { database, commit, notifications, apps, feedbacks, models, ends, storage } = services;
    const store = new UsageStore(database);
    const processId = newId();
    const openRuns = new OpenRunsStore(database, processId);
    const budgetStore = new BudgetStore(database);
    const grants = new GrantStore(database, processId);
    const used = (workspaceId: string) => watch.touched(workspaceId);
    const parts = { store: budgetStore, grants, openRuns, apps, models, notifications, logger, used };
    const budgets = new BudgetsService(parts);
    const warned = (warning: BudgetWarning) => events.emit(BudgetWarned, warning);
    const watch = new BudgetWatch({ list: (workspaceId) => budgets.list(workspaceId), warned, logger });
    const calls = new OutsideCalls(commit, budgets, logger);
    const usage = aggregatedUsage(store, { ends, calls, logger });
    const requests = new RequestCounter(store, logger);
    // Before any run can start.
    await budgets.start();
    provide(Usage, () => usage);
    provide(Budgets, () => budgets);
    contribute(ExportedTables, ...exportedTables);
    contribute(PersonalData, new ErasureStore(database, ends));
    contribute(BudgetGuards, budgets);
    contribute(UsageLedgers, calls);
    contribute(AnswerObservers, {
      id: 'usage',
      observes: ({ path, access }) => path.startsWith('/v1/') && !startsRuns(access),
      answered({ principal, status }) {
        if (status >= 400 || principal === null || principal.workspaceId === null) return;
        if (principal.appId !== undefined) requests.count(principal.workspaceId, principal.appId);
      },
    });
    contribute(RunHooks, {
      id: 'usage',
      gate: {
        rejection: (start) => budgets.rejection(start),
        acquire: (start) => budgets.admitRun(start)?.then(() => nothing) ?? nothing,
      },
      endWriter: { note: endedRow, aggregate: (transaction, runs) => addUsage(transaction, runs.map(usageRow)) },
      observer: { ended: (run) => budgets.ended(run) },
    });
    contribute(
      Routes,
      ...usageRoutes({ usage, apps, feedbacks, storage, failures: new FailuresStore(database) }),
      ...budgetRoutes(budgets, apps),
    );
    let timer: NodeJS.Timeout | undefined;
    onReady(async () => {
      requests.start();
      timer = setInterval(() => {
        forget(store).catch((error: unknown) => {
          logger.warn({ err: error }, 'who was counted on days past could not be forgotten');
        });
      }, CLEANING_MS);
      timer.unref();
    });
    onClose(async () => {
      clearInterval(timer);
      await watch.stop();
      await budgets.stop();
      await requests.stop();
      await calls.written();
    });
  },
});
