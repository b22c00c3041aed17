import { Runner } from '../../engine/contract.ts';
import { definePlugin, KernelInfo } from '../../kernel/index.ts';
import { Database, GroupCommit, Notifications } from '../database/contract.ts';
import { RunFollowers, Runs } from './contract.ts';
import { EventStore } from './event-store.ts';
import { HistoryStore } from './history-store.ts';
import { PartitionStore } from './partition-store.ts';
import { Recovery } from './recovery.ts';
import { Retention } from './retention.ts';
import { RunSignals } from './run-signals.ts';
import { RunsService } from './runs-service.ts';
import { RunStore } from './store.ts';

const HEARTBEAT_MS = 5_000;

interface RunsConfig {
  readonly maxSteps: number;
  readonly maxRuns: number;
  readonly maxBacklogMb: number;
  readonly retention: number;
}

export const plugin = definePlugin({
  id: 'runs',
  needs: {
    database: Database,
    groupCommit: GroupCommit,
    notifications: Notifications,
    runner: Runner,
    followers: RunFollowers,
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
        retention: {
          type: 'integer',
          minimum: 0,
          maximum: 36_500,
          default: 0,
          description: 'Days for which runs are kept; 0 keeps them for ever.',
        },
      },
    },
    env: { WEFT_MAX_STEPS: 'maxSteps', WEFT_MAX_RUNS: 'maxRuns', WEFT_RUN_RETENTION: 'retention' },
  },
  async setup({ services, config, logger, provide, onReady, onStop, onClose }) {
    const { database, groupCommit, runner, followers, kernel } = services;
    const store = new RunStore(database);
    const own = { bootId: kernel.bootId, instanceId: kernel.instanceId };
    await store.beat(own.bootId, own.instanceId);

    const { maxSteps, maxRuns, maxBacklogMb, retention: days } = config as RunsConfig;
    const retention = new Retention({ store: new PartitionStore(database), days, logger });
    await retention.prepare();
    const options = { processId: own.bootId, maxSteps, maxRuns, maxBacklog: maxBacklogMb * 1_000_000 };
    const signals = new RunSignals(services.notifications, logger);
    const reading = { events: new EventStore(database), history: new HistoryStore(database), signals };
    const runs = new RunsService({ runner, groupCommit, store, ...reading, options, logger });
    provide(Runs, () => runs);

    const recovery = new Recovery({ store, groupCommit, followers, own, logger });
    onReady(async () => {
      await recovery.sweep();
      recovery.start(HEARTBEAT_MS);
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
