import { Runner } from '../../engine/contract.ts';
import { definePlugin, KernelInfo } from '../../kernel/index.ts';
import { Database, GroupCommit, Notifications } from '../database/contract.ts';
import { RunFollowers, Runs } from './contract.ts';
import { EventStore } from './event-store.ts';
import { HistoryStore } from './history-store.ts';
import { Recovery } from './recovery.ts';
import { RunSignals } from './run-signals.ts';
import { RunsService } from './runs-service.ts';
import { RunStore } from './store.ts';

const HEARTBEAT_MS = 5_000;
const PARTITION_MS = 12 * 3_600_000;
const MONTHS_AHEAD = 2;

interface RunsConfig {
  readonly maxSteps: number;
  readonly maxRuns: number;
  readonly maxBacklogMb: number;
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
      },
    },
    env: { WEFT_MAX_STEPS: 'maxSteps', WEFT_MAX_RUNS: 'maxRuns' },
  },
  async setup({ services, config, logger, provide, onReady, onStop, onClose }) {
    const { database, groupCommit, runner, followers, kernel } = services;
    const store = new RunStore(database);
    await store.ensurePartitions(new Date(), MONTHS_AHEAD);
    const own = { bootId: kernel.bootId, instanceId: kernel.instanceId };
    await store.beat(own.bootId, own.instanceId);

    const { maxSteps, maxRuns, maxBacklogMb } = config as RunsConfig;
    const options = { processId: own.bootId, maxSteps, maxRuns, maxBacklog: maxBacklogMb * 1_000_000 };
    const signals = new RunSignals(services.notifications, logger);
    const reading = { events: new EventStore(database), history: new HistoryStore(database), signals };
    const runs = new RunsService({ runner, groupCommit, store, ...reading, options, logger });
    provide(Runs, () => runs);

    const recovery = new Recovery({ store, groupCommit, followers, own, logger });
    const partitions = setInterval(() => {
      store.ensurePartitions(new Date(), MONTHS_AHEAD).catch((error) => logger.error({ error }, 'no new partitions'));
    }, PARTITION_MS);
    partitions.unref();
    onReady(async () => {
      await recovery.sweep();
      recovery.start(HEARTBEAT_MS);
    });
    onStop((signal) => runs.drain(signal));
    onClose(async () => {
      clearInterval(partitions);
      signals.close();
      await recovery.stop();
    });
  },
});
