import { CallsPerMinute, HttpServer, Routes } from '#http';
import { currentTime, definePlugin } from '#kernel';
import { AppChanged, Apps } from '#plugins/apps/contract.ts';
import { Database, entry } from '#plugins/database/contract.ts';
import { AppRuns } from '#plugins/delivery-api/contract.ts';
import { PersonalData, rowsOfRuns } from '#plugins/erasure/contract.ts';
import { StoredFiles } from '#plugins/files/contract.ts';
import { Jobs, Tasks } from '#plugins/jobs/contract.ts';
import { RunHooks } from '#plugins/runs/contract.ts';
import { SealedColumns, Secrets, sealedColumn } from '#plugins/secrets/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { configSchema, type TriggersConfig } from './configuration.ts';
import { Triggers } from './contract.ts';
import { exportedTables } from './exported-tables.ts';
import { FiringRun, firingPurpose } from './firing-run.ts';
import { abandonedSink, FiringStore } from './firing-store.ts';
import { managementRoutes } from './management-routes.ts';
import { RefusedCalls } from './refusals.ts';
import { TriggerStore } from './store.ts';
import { triggerTasks } from './tasks.ts';
import { Ticker } from './ticker.ts';
import { TOKEN_PURPOSE, TriggerSync } from './trigger-sync.ts';
import { TriggersService } from './triggers-service.ts';
import { SECRET_PURPOSE, WebhookReceiver } from './webhook-receiver.ts';
import { webhookRoutes } from './webhook-routes.ts';

/** Milliseconds after which what a process that died left undone is looked for, and old occasions are removed. */
const LOOKING_MS = 60_000;
const GUESSES_PER_MINUTE = 60;

export const plugin = definePlugin({
  id: 'triggers',
  needs: {
    apps: Apps,
    appRuns: AppRuns,
    database: Database,
    files: StoredFiles,
    jobs: Jobs,
    secrets: Secrets,
    server: HttpServer,
    workspaces: Workspaces,
  },
  provides: [Triggers],
  config: configSchema,
  setup({ services, config, events, logger, provide, contribute, onReady, onStop, onClose }) {
    const { apps, appRuns, database, files, jobs, secrets, server, workspaces } = services;
    const { lateSeconds, callsPerMinute, maxBytes } = config as TriggersConfig;
    const now = () => new Date(currentTime());
    const store = new TriggerStore(database);
    const firings = new FiringStore(database);
    const changed = () => ticker.wake();
    const sync = new TriggerSync({ apps, store, secrets, now, logger, changed });
    const firingRun = new FiringRun({ apps, runs: appRuns, store, firings, now, lateSeconds });
    const refusals = new RefusedCalls(store, logger);
    const shared = { store, firings, sync, apps, jobs, secrets, workspaces, refusals, now, lateSeconds, changed };
    const triggers = new TriggersService(shared);
    const ticker = new Ticker({ tick: (at) => triggers.tick(at), nextDue: () => firings.nextDue(), logger });
    const calls = new CallsPerMinute(callsPerMinute, () => performance.now());
    const guesses = new CallsPerMinute(GUESSES_PER_MINUTE, () => performance.now());
    const parts = { store, firingRun, secrets, files, workspaces, refusals, calls, guesses, now };
    provide(Triggers, () => triggers);
    const forget = appRuns.register(firingPurpose());
    contribute(Routes, ...webhookRoutes(new WebhookReceiver(parts), maxBytes), ...managementRoutes(triggers, server));
    contribute(Tasks, ...triggerTasks(firingRun));
    contribute(RunHooks, {
      id: 'triggers',
      endWriter: { abandoned: (runs, reason) => runs.map(({ runId }) => entry(abandonedSink, { runId, reason })) },
    });
    contribute(PersonalData, rowsOfRuns(database, { id: 'triggers', by: 'run_id', tables: ['trigger_firings'] }));
    contribute(
      SealedColumns,
      sealedColumn('triggers.sealed_token', TOKEN_PURPOSE),
      sealedColumn('triggers.sealed_secret', SECRET_PURPOSE),
      sealedColumn('triggers.previous_secret', SECRET_PURPOSE),
    );
    contribute(ExportedTables, ...exportedTables);
    events.on(AppChanged, ({ workspaceId, appId }) => sync.follow(workspaceId, appId));
    let timer: NodeJS.Timeout | undefined;
    const look = async () => {
      try {
        await sync.syncStale();
        while (await firings.removeOld());
      } catch (error) {
        logger.warn({ err: error }, 'triggers could not be looked through; it is tried again');
      }
    };
    onReady(async () => {
      timer = setInterval(look, LOOKING_MS);
      timer.unref();
      void look();
      ticker.wake();
    });
    onStop(async () => {
      clearInterval(timer);
      await ticker.stop();
    });
    onClose(async () => {
      forget();
      clearInterval(timer);
      await Promise.all([ticker.stop(), sync.settled(), refusals.flush()]);
    });
  },
});
