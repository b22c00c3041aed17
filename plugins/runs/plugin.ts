import { HostCalls, RUN_PERSISTED, Runner } from '../../engine/contract.ts';
import { definePlugin, KernelInfo } from '../../kernel/index.ts';
import { Database, GroupCommit, Notifications } from '../database/contract.ts';
import { type EndedRun, RunFollowers, RunGates, RunOwners, Runs } from './contract.ts';
import { EventStore } from './event-store.ts';
import { GraphStore } from './graph-store.ts';
import { HistoryStore } from './history-store.ts';
import { LogStore } from './log-store.ts';
import { PartitionStore } from './partition-store.ts';
import { PastRuns } from './past-runs.ts';
import { Recovery } from './recovery.ts';
import { Retention } from './retention.ts';
import { RunSignals } from './run-signals.ts';
import { RunsService } from './runs-service.ts';
import { RunStore } from './store.ts';

interface RunsConfig {
  readonly maxSteps: number;
  readonly maxRuns: number;
  readonly maxBacklogMb: number;
  readonly retention: number;
  readonly silentSeconds: number;
}

export const plugin = definePlugin({
  id: 'runs',
  needs: {
    database: Database,
    groupCommit: GroupCommit,
    notifications: Notifications,
    runner: Runner,
    followers: RunFollowers,
    owners: RunOwners,
    gates: RunGates,
    kernel: KernelInfo,
  },
  provides: [Runs],
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        maxSteps: { type: 'integer', minimum: 1, default: 500, description: 'Node starts a run may have.' },
        maxRuns: { type: 'integer', minimum: 1, default: 10_000, description: 'Runs in progress in one process.' },
        maxBacklogMb: {
          type: 'integer',
          minimum: 1,
          default: 128,
          description: 'Rows of runs that may wait for the database; beyond, no run is started.',
        },
        silentSeconds: {
          type: 'integer',
          minimum: 2,
          default: 30,
          description: 'Seconds without a heartbeat after which other processes go on with the runs of a process.',
        },
        retention: {
          type: 'integer',
          minimum: 0,
          maximum: 36_500,
          default: 0,
          description: 'Days for which runs are kept; 0 keeps them for ever.',
        },
      },
    },
    env: {
      WEFT_MAX_STEPS: 'maxSteps',
      WEFT_MAX_RUNS: 'maxRuns',
      WEFT_RUN_RETENTION: 'retention',
      WEFT_SILENT_SECONDS: 'silentSeconds',
    },
  },
  async setup({ services, config, logger, provide, contribute, onReady, onStop, onClose }) {
    const { database, groupCommit, runner, followers, owners, gates: points, kernel } = services;
    const store = new RunStore(database);
    const own = { bootId: kernel.bootId, instanceId: kernel.instanceId };
    await store.join(own);

    const { maxSteps, maxRuns, maxBacklogMb, retention: days, silentSeconds } = config as RunsConfig;
    const retention = new Retention({ store: new PartitionStore(database), days, logger });
    await retention.prepare();
    const options = { own, maxSteps, maxRuns, maxBacklog: maxBacklogMb * 1_000_000 };
    const signals = new RunSignals(services.notifications, logger);
    const events = new EventStore(database);
    const graphs = new GraphStore(database);
    const past = new PastRuns({ store, events, graphs, owners });
    const reading = { events, history: new HistoryStore(database), logs: new LogStore(database), signals };
    const ended = (run: EndedRun) => {
      for (const follower of followers.all()) follower.ended?.(run);
    };
    const gates = () => points.all();
    const following = { ...reading, ended, gates };
    const runs = new RunsService({ runner, groupCommit, store, ...following, graphs, past, options, logger });
    provide(Runs, () => runs);
    contribute(HostCalls, { id: RUN_PERSISTED, call: (_, { runId }) => runs.persisted(runId) });

    const recovery = new Recovery({ store, runs, groupCommit, followers, own, silentSeconds, logger });
    onReady(async () => {
      recovery.start();
      retention.start();
    });
    onStop((signal) => runs.drain(signal));
    onClose(async () => {
      retention.stop();
      signals.close();
      await recovery.stop();
    });
  },
});
