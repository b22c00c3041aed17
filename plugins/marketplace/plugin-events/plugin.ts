import { definePlugin, type Needs } from '#kernel';
import { Notifications } from '#plugins/database/contract.ts';
import { Jobs, Tasks } from '#plugins/jobs/contract.ts';
import { PluginInstalls } from '#plugins/plugin-installs/contract.ts';
import { PluginRunner } from '#plugins/plugin-runner/contract.ts';
import { RunHooks, Runs } from '#plugins/runs/contract.ts';
import { EventCalls } from './event-calls.ts';
import { eventTasks } from './event-tasks.ts';
import { Listeners } from './listeners.ts';

const needs = {
  installs: PluginInstalls,
  runner: PluginRunner,
  jobs: Jobs,
  runs: Runs,
  notifications: Notifications,
} satisfies Needs;

export const plugin = definePlugin({
  id: 'plugin-events',
  needs,
  async setup({ services, logger, contribute, onClose }) {
    const { installs, runner, jobs, runs, notifications } = services;
    const listeners = new Listeners({ installs, jobs, notifications, logger });
    const calls = new EventCalls({ installs, runner, jobs, runs, listeners });
    // Before any run can end.
    await listeners.start();
    contribute(Tasks, ...eventTasks(calls));
    contribute(RunHooks, {
      id: 'plugin-events',
      endWriter: { ending: (run) => calls.ending(run), abandoned: (left) => calls.abandoned(left) },
    });
    onClose(() => listeners.stop());
  },
});
