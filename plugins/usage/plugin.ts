import { AnswerObservers, Routes } from '../../http/contract.ts';
import { definePlugin, newId } from '../../kernel/index.ts';
import { Apps } from '../apps/contract.ts';
import { BackgroundCommit, Database, Notifications } from '../database/contract.ts';
import { RUN_STARTS } from '../delivery-api/contract.ts';
import { PersonalData } from '../erasure/contract.ts';
import { Feedbacks } from '../feedbacks/contract.ts';
import { StorageDays } from '../files/contract.ts';
import { ModelBooks, ModelMeters, Models } from '../models/contract.ts';
import { RunEnds, RunFollowers } from '../runs/contract.ts';
import { ExportedTables } from '../workspace-export/contract.ts';
import { budgetRoutes } from './budget-routes.ts';
import { BudgetStore } from './budget-store.ts';
import { BudgetsService } from './budgets-service.ts';
import { Budgets, Usage } from './contract.ts';
import { ErasureStore } from './erasure-store.ts';
import { exportedTables } from './exported-tables.ts';
import { FailuresStore } from './failures-store.ts';
import { GrantStore } from './grant-store.ts';
import { OpenRunsStore } from './open-store.ts';
import { OutsideCalls } from './outside-calls.ts';
import { RequestCounter } from './request-counter.ts';
import { settledUsage } from './settled-usage.ts';
import { addUsage } from './settling-store.ts';
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
  await store.forgetUsers(dayOf(Date.now() - USERS_KEPT));
  await store.forgetCalls(new Date(Date.now() - CALLS_KEPT));
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
  async setup({ services, logger, provide, contribute, onReady, onClose }) {
    const { database, commit, notifications, apps, feedbacks, models, ends, storage } = services;
    const store = new UsageStore(database);
    const processId = newId();
    const openRuns = new OpenRunsStore(database, processId);
    const budgetStore = new BudgetStore(database);
    const grants = new GrantStore(database, processId);
    const budgets = new BudgetsService({ store: budgetStore, grants, openRuns, apps, models, notifications, logger });
    const calls = new OutsideCalls(commit, budgets, logger);
    const usage = settledUsage(store, { ends, calls, logger });
    const requests = new RequestCounter(store, logger);
    // Before any run can start.
    await budgets.start();
    provide(Usage, () => usage);
    provide(Budgets, () => budgets);
    contribute(ExportedTables, ...exportedTables);
    contribute(PersonalData, new ErasureStore(database, ends));
    contribute(ModelMeters, budgets);
    contribute(ModelBooks, calls);
    contribute(AnswerObservers, {
      id: 'usage',
      observes: ({ id, path }) => path.startsWith('/v1/') && !RUN_STARTS.has(id),
      answered({ principal, status }) {
        if (status >= 400 || principal === null || principal.workspaceId === null) return;
        if (principal.appId !== undefined) requests.count(principal.workspaceId, principal.appId);
      },
    });
    contribute(RunFollowers, {
      id: 'usage',
      refusal: (start) => budgets.refusal(start),
      enter: (start) => budgets.enter(start)?.then(() => nothing) ?? nothing,
      note: endedRow,
      settle: (transaction, runs) => addUsage(transaction, runs.map(usageRow)),
      ended: (run) => budgets.ended(run),
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
      await budgets.stop();
      await requests.stop();
      await calls.written();
    });
  },
});
