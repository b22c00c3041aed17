import { HostCalls, RUN_PERSISTED, Runner, ThreadServices } from '#engine';
import { definePlugin, KernelInfo } from '#kernel';
import { BlobOwners, Blobs } from '#plugins/blobs/contract.ts';
import { Database, GroupCommit, Notifications } from '#plugins/database/contract.ts';
import { PersonalData } from '#plugins/erasure/contract.ts';
import { RunBlobStore } from './blob-store.ts';
import { type RunsConfig, runsConfig } from './configuration.ts';
import { RunEnds, RunHooks, RunOwners, Runs } from './contract.ts';
import { eventBatchEncoder } from './encoded-events.ts';
import { EndStore } from './end-store.ts';
import { ErasureStore } from './erasure-store.ts';
import { EventStore } from './event-store.ts';
import { GraphStore } from './graph-store.ts';
import { HistoryStore } from './history-store.ts';
import { BLOB_OWNER, LargeValues } from './large-values.ts';
import { LogStore } from './log-store.ts';
import { PartitionStore } from './partition-store.ts';
import { PastRuns } from './past-runs.ts';
import { QuarantineStore } from './quarantine-store.ts';
import { Recovery } from './recovery.ts';
import { Retention } from './retention.ts';
import { revealedRuns } from './revealed-runs.ts';
import { RollupWorker } from './rollup-worker.ts';
import { RunSignals } from './run-signals.ts';
import { RunsService } from './runs-service.ts';
import { RunStore } from './store.ts';

export const plugin = definePlugin({
  id: 'runs',
  needs: {
    database: Database,
    groupCommit: GroupCommit,
    notifications: Notifications,
    runner: Runner,
    hooks: RunHooks,
    owners: RunOwners,
    blobs: Blobs,
    kernel: KernelInfo,
  },
  provides: [Runs, RunEnds],
  config: runsConfig,
  async setup({ services, config, logger, provide, contribute, onReady, onStop, onClose }) {
    const { database, groupCommit, runner, hooks, owners, blobs, kernel } = services;
    const {
      maxRuns,
      maxBacklogMb,
      largeValueKb,
      retention: days,
      silentSeconds,
      watchSeconds,
      ...limits
    } = config as RunsConfig;
    const values = new LargeValues({ blobs, limit: largeValueKb * 1_024, logger });
    const store = new RunStore(database, values);
    const own = { bootId: kernel.bootId, instanceId: kernel.instanceId };
    await store.join(own);
    const runBlobs = new RunBlobStore(database);
    const forgotten = async (before: string): Promise<void> => {
      await Promise.all(hooks.all().map(({ observer }) => observer?.forgotten?.(before)));
    };
    const retention = new Retention({ store: new PartitionStore(database), runBlobs, blobs, days, logger, forgotten });
    await retention.prepare();
    const options = { own, limits, maxRuns, maxBacklog: maxBacklogMb * 1_000_000 };
    const signals = new RunSignals(services.notifications, logger);
    const events = new EventStore(database, values);
    const graphs = new GraphStore(database);
    const past = new PastRuns({ store, events, graphs, owners });
    const reading = { events, history: new HistoryStore(database, values), logs: new LogStore(database), signals };
    const around = { ...reading, values, hooks: () => hooks.all() };
    const runs = new RunsService({ runner, groupCommit, store, ...around, graphs, past, options, logger });
    provide(Runs, () => revealedRuns(runs, () => hooks.all()));
    contribute(BlobOwners, { id: BLOB_OWNER, named: (keys) => runBlobs.named(keys) });
    contribute(PersonalData, new ErasureStore(database, blobs));
    contribute(HostCalls, { id: RUN_PERSISTED, call: (_, { runId }) => runs.persisted(runId) });
    contribute(ThreadServices, eventBatchEncoder);

    const worker = new RollupWorker({ store: new EndStore(database), hooks: () => hooks.all(), logger });
    provide(RunEnds, () => worker);
    contribute(RunHooks, { id: 'runs', observer: { ended: () => worker.wake() } });

    const isStopping = () => kernel.isStopping() || runs.isStopping;
    const quarantine = new QuarantineStore(database);
    const watching = { silentSeconds, watchSeconds, isStopping };
    const recovery = new Recovery({ store, quarantine, runs, groupCommit, hooks, own, ...watching, logger });
    onReady(async () => {
      recovery.start();
      retention.start();
      worker.start();
    });
    onStop((signal) => runs.drain(signal));
    onClose(async () => {
      signals.close();
      await Promise.all([recovery.stop(), worker.stop(), retention.stop()]);
    });
  },
});
