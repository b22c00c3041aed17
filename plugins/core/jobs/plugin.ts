import { Routes } from '#http';
import { definePlugin, HealthChecks, KernelInfo } from '#kernel';
import { Database, Notifications } from '#plugins/database/contract.ts';
import { JobHolds, Jobs, Tasks } from './contract.ts';
import { jobsHealthCheck } from './health-check.ts';
import { JobWorker } from './job-worker.ts';
import { JobsService } from './jobs-service.ts';
import { KnownTasks } from './known-tasks.ts';
import { managementRoutes } from './management-routes.ts';
import { JobStore } from './store.ts';

interface JobsConfig {
  readonly concurrency: number;
  readonly silentSeconds: number;
}

export const plugin = definePlugin({
  id: 'jobs',
  needs: { database: Database, notifications: Notifications, tasks: Tasks, kernel: KernelInfo, holds: JobHolds },
  provides: [Jobs],
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        concurrency: { type: 'integer', minimum: 1, default: 10, description: 'Jobs run at a time in one process.' },
        silentSeconds: {
          type: 'integer',
          minimum: 2,
          default: 30,
          description: 'Seconds without a heartbeat after which other processes run the jobs of a process again.',
        },
      },
    },
    env: { WEFT_JOB_CONCURRENCY: 'concurrency', WEFT_SILENT_SECONDS: 'silentSeconds' },
  },
  setup({ services, config, logger, provide, contribute, onReady, onStop }) {
    const { database, notifications, kernel, holds } = services;
    const { concurrency, silentSeconds } = config as JobsConfig;
    const { bootId, instanceId } = kernel;
    const own = { bootId, instanceId };
    const store = new JobStore(database);
    const tasks = new KnownTasks(services.tasks);
    const isHeld = (workspaceId: string) => holds.all().some((hold) => hold.isHeld(workspaceId));
    const parts = { database, notifications, store, tasks, isHeld, own, concurrency, silentSeconds, logger };
    const worker = new JobWorker(parts);
    const jobs = new JobsService({ store, tasks, worker });
    provide(Jobs, () => jobs);
    contribute(HealthChecks, jobsHealthCheck(store));
    contribute(Routes, ...managementRoutes(jobs));
    onReady(async () => worker.watch());
    onStop((signal) => worker.stop(signal));
  },
});
