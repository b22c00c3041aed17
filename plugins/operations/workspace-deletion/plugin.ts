import { RequestGuards, Routes } from '#http';
import { definePlugin, PlatformError } from '#kernel';
import { Sessions } from '#plugins/accounts/contract.ts';
import { Blobs } from '#plugins/blobs/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { Jobs, Tasks, task } from '#plugins/jobs/contract.ts';
import { Members } from '#plugins/members/contract.ts';
import { RunHooks, Runs } from '#plugins/runs/contract.ts';
import { type RestoredWorkspace, WorkspaceRestored, Workspaces } from '#plugins/workspaces/contract.ts';
import { deletionConfig } from './configuration.ts';
import { followJob, WorkspaceEndings } from './contract.ts';
import { deletionRoutes } from './deletion-routes.ts';
import { type DeletionJob, DeletionService, PURGE_TASK, STOP_TASK } from './deletion-service.ts';
import { PurgeStore } from './purge-store.ts';

const payload = {
  type: 'object',
  required: ['workspaceId'],
  additionalProperties: false,
  properties: { workspaceId: { type: 'string', format: 'uuid' } },
};
/** At most an hour between two attempts. */
const retryAfter = (attempt: number) => Math.min(Math.exp(Math.min(attempt, 9)), 3_600);

export const plugin = definePlugin({
  id: 'workspace-deletion',
  needs: {
    database: Database,
    workspaces: Workspaces,
    members: Members,
    sessions: Sessions,
    jobs: Jobs,
    runs: Runs,
    blobs: Blobs,
    endings: WorkspaceEndings,
  },
  config: deletionConfig,
  setup({ services, config, logger, events, contribute }) {
    const { database, workspaces, members, sessions, jobs, runs, blobs, endings } = services;
    const { graceDays } = config;
    const store = new PurgeStore(database);
    const deletion = new DeletionService({ store, workspaces, jobs, runs, blobs, endings, graceDays, logger });
    const restored = (event: RestoredWorkspace) => events.emit(WorkspaceRestored, event);
    contribute(RequestGuards, {
      id: 'workspace-deletion',
      allow({ method, path, principal: { workspaceId } }) {
        if (workspaceId === null) return undefined;
        // What a workspace owns is handed out as long as it is there: to its owner, as the route asks.
        if (method === 'POST' && path === '/console/api/workspace/export') return undefined;
        if (workspaces.isClosed(workspaceId)) return { refusal: closed() };
        return { ended: () => workspaces.closing(workspaceId) };
      },
    });
    contribute(RunHooks, {
      id: 'workspace-deletion',
      gate: {
        acquire({ workspaceId }) {
          if (workspaces.isClosed(workspaceId)) throw closed();
          return () => {};
        },
      },
    });
    contribute(
      Tasks,
      task<DeletionJob>({
        id: STOP_TASK,
        payload,
        retryAfter,
        run: (job, { signal }) => deletion.stopRuns(job, signal),
      }),
      task<DeletionJob>({
        id: followJob('').task,
        payload,
        retryAfter,
        run: (job, { signal }) => deletion.follow(job, signal),
      }),
      task<DeletionJob>({ id: PURGE_TASK, payload, retryAfter, run: (job, { signal }) => deletion.purge(job, signal) }),
    );
    contribute(Routes, ...deletionRoutes({ deletion, workspaces, members, sessions, restored }));
  },
});

function closed(): PlatformError {
  const message =
    'The workspace was deleted; its owner can restore it for some time, or export it (POST /console/api/workspace/export).';
  return new PlatformError('forbidden', 'workspace-deletion.workspace_closed', message);
}
