import { definePlugin, optional } from '#kernel';
import { Apps } from '#plugins/apps/contract.ts';
import { Database, Notifications } from '#plugins/database/contract.ts';
import { AppRuns } from '#plugins/delivery-api/contract.ts';
import { PersonalData } from '#plugins/erasure/contract.ts';
import { Jobs, Tasks } from '#plugins/jobs/contract.ts';
import { VisitorRows } from '#plugins/limits/contract.ts';
import { RunHooks, Runs } from '#plugins/runs/contract.ts';
import { SiteApps } from '#plugins/sites/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { BatchRunner } from './batch-runner.ts';
import { BatchService } from './batch-service.ts';
import { Batches, BatchRuns } from './contract.ts';
import { exportedTables } from './exported-tables.ts';
import { BatchFollowers } from './followers.ts';
import { RemovalStore } from './removal-store.ts';
import { RowEnds, RowRun, rowPurpose } from './row-run.ts';
import { runHook } from './run-hook.ts';
import { BatchStatusStore } from './status-store.ts';
import { BatchStore } from './store.ts';
import { batchTasks } from './tasks.ts';

interface BatchesConfig {
  readonly openPerUser: number;
  readonly rowsPerUser: number;
  readonly rowsAtOnce: number;
  readonly rowsAtOncePerWorkspace: number;
  readonly rowsAtOncePerProcess: number;
}

const integer = (description: string, bounds: { readonly default: number; readonly maximum: number }) => ({
  type: 'integer',
  minimum: 1,
  description,
  ...bounds,
});

/** Open batches that a process looks at when it starts; jobs tell of the others. */
const AT_START = 200;

export const plugin = definePlugin({
  id: 'batches',
  needs: {
    apps: Apps,
    appRuns: AppRuns,
    runs: Runs,
    database: Database,
    notifications: Notifications,
    jobs: Jobs,
    sites: optional(SiteApps),
    visitorRows: optional(VisitorRows),
  },
  provides: [Batches, BatchRuns],
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        openPerUser: integer('Batches that one user of an app may have under way.', { default: 5, maximum: 1_000 }),
        rowsPerUser: integer('Rows that the batches of one user of an app may have together.', {
          default: 200_000,
          maximum: 100_000_000,
        }),
        rowsAtOnce: integer('Rows of a batch that run at a time.', { default: 4, maximum: 100 }),
        rowsAtOncePerWorkspace: integer('Rows of all batches of a workspace that run at a time.', {
          default: 16,
          maximum: 1_000,
        }),
        rowsAtOncePerProcess: integer('Rows of all batches that one process runs at a time.', {
          default: 64,
          maximum: 10_000,
        }),
      },
    },
    env: { WEFT_BATCH_ROWS_AT_ONCE: 'rowsAtOnce' },
  },
  setup({ services, config, logger, provide, contribute, onReady, onStop, onClose }) {
    const { apps, appRuns, runs, database, notifications, jobs, sites, visitorRows } = services;
    const settings = config as BatchesConfig;
    const store = new BatchStore(database);
    const removal = new RemovalStore(database);
    const followers = new BatchFollowers({ store, notifications, logger });
    const changed = (batchId: string) => followers.changed(batchId);
    const rows = new RowRun({ apps, sites, runs: appRuns, store, changed });
    const limits = {
      perBatch: settings.rowsAtOnce,
      perWorkspace: settings.rowsAtOncePerWorkspace,
      perProcess: settings.rowsAtOncePerProcess,
    };
    const runner = new BatchRunner({ store, rows, limits, logger });
    const wake = (workspaceId: string, batchId: string) => runner.wake(workspaceId, batchId);
    const statuses = new BatchStatusStore(database);
    const service = new BatchService({ store, statuses, jobs, runs, limits: settings, wake, followers, visitorRows });
    const ends = new RowEnds();
    const forget = appRuns.register(rowPurpose(ends));
    provide(Batches, () => service);
    provide(BatchRuns, () => store);
    onClose(async () => forget());
    contribute(RunHooks, runHook({ ends, runner, changed, removal }));
    contribute(Tasks, ...batchTasks({ jobs, store, removal, service, wake }));
    contribute(PersonalData, removal);
    contribute(ExportedTables, ...exportedTables);
    onReady(async () => {
      followers.start();
      for (const { workspaceId, batchId } of await store.open(AT_START)) wake(workspaceId, batchId);
    });
    onStop(async () => runner.stop());
    onClose(async () => followers.stop());
  },
});
