import { Admissions, Routes } from '../../http/contract.ts';
import { definePlugin, newId } from '../../kernel/index.ts';
import { Apps } from '../apps/contract.ts';
import { Database, Notifications } from '../database/contract.ts';
import { Feedbacks } from '../feedbacks/contract.ts';
import { ModelMeters, Models } from '../models/contract.ts';
import { RunEnds, RunFollowers } from '../runs/contract.ts';
import { ExportedTables } from '../workspace-export/contract.ts';
import { budgetRoutes } from './budget-routes.ts';
import { BudgetStore } from './budget-store.ts';
import { BudgetsService } from './budgets-service.ts';
import { Budgets, Usage } from './contract.ts';
import { exportedTables } from './exported-tables.ts';
import { FailuresStore } from './failures-store.ts';
import { OpenRunsStore } from './open-store.ts';
import { RequestCounter } from './request-counter.ts';
import { settledUsage } from './settled-usage.ts';
import { addUsage } from './settling-store.ts';
import { usageRoutes } from './usage-routes.ts';
import { dayOf, endedRow, usageRow } from './usage-rows.ts';
import { UsageStore } from './usage-store.ts';

const CLEANING_MS = 3_600_000;
/** Milliseconds for which it is known who of a day was counted: rows of a run's end may wait for the database. */
const USERS_KEPT = 3 * 86_400_000;

const nothing = () => {};

export const plugin = definePlugin({
  id: 'usage',
  needs: {
    database: Database,
    notifications: Notifications,
    apps: Apps,
    feedbacks: Feedbacks,
    models: Models,
    ends: RunEnds,
  },
  provides: [Usage, Budgets],
  async setup({ services, logger, provide, contribute, onReady, onClose }) {
    const { database, notifications, apps, feedbacks, models, ends } = services;
    const store = new UsageStore(database);
    const usage = settledUsage(store, ends, logger);
    const processId = newId();
    const openRuns = new OpenRunsStore(database, processId);
    const budgetStore = new BudgetStore(database, processId);
    const budgets = new BudgetsService({ store: budgetStore, openRuns, apps, models, notifications, logger });
    const requests = new RequestCounter(store, logger);
    // Before any run can start.
    await budgets.start();
    provide(Usage, () => usage);
    provide(Budgets, () => budgets);
    contribute(ExportedTables, ...exportedTables);
    contribute(ModelMeters, budgets);
    contribute(Admissions, {
      id: 'usage',
      admit({ path, principal: { workspaceId, appId } }) {
        if (workspaceId !== null && appId !== undefined && path.startsWith('/v1/')) requests.count(workspaceId, appId);
        return undefined;
      },
    });
    contribute(RunFollowers, {
      id: 'usage',
      enter: (start) => budgets.enter(start)?.then(() => nothing) ?? nothing,
      note: endedRow,
      settle: (transaction, runs) => addUsage(transaction, runs.map(usageRow)),
      ended: (run) => budgets.ended(run),
    });
    contribute(
      Routes,
      ...usageRoutes({ usage, apps, feedbacks, failures: new FailuresStore(database) }),
      ...budgetRoutes(budgets, apps),
    );
    let timer: NodeJS.Timeout | undefined;
    onReady(async () => {
      requests.start();
      timer = setInterval(() => {
        store.forgetUsers(dayOf(Date.now() - USERS_KEPT)).catch((error: unknown) => {
          logger.warn({ err: error }, 'who was counted on days past could not be forgotten');
        });
      }, CLEANING_MS);
      timer.unref();
    });
    onClose(async () => {
      clearInterval(timer);
      await budgets.stop();
      await requests.stop();
    });
  },
});
