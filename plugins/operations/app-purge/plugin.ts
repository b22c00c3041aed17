import { definePlugin } from '#kernel';
import { ExpiredApps } from '#plugins/apps/contract.ts';
import { Blobs } from '#plugins/blobs/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { Jobs, Tasks, task } from '#plugins/jobs/contract.ts';
import { RunEnds, Runs } from '#plugins/runs/contract.ts';
import { PURGE_TASK, PurgeService } from './purge-service.ts';
import { type PurgedApp, PurgeStore } from './purge-store.ts';

const EVERY_MS = 3_600_000;
const uuid = { type: 'string', format: 'uuid' };

export const plugin = definePlugin({
  id: 'app-purge',
  needs: { database: Database, expired: ExpiredApps, jobs: Jobs, runs: Runs, ends: RunEnds, blobs: Blobs },
  setup({ services, logger, contribute, onReady, onClose }) {
    const { database, ...others } = services;
    const purge = new PurgeService({ store: new PurgeStore(database), ...others, logger });
    contribute(
      Tasks,
      task<PurgedApp>({
        id: PURGE_TASK,
        payload: {
          type: 'object',
          required: ['workspaceId', 'appId'],
          additionalProperties: false,
          properties: { workspaceId: uuid, appId: uuid },
        },
        // At most an hour between two attempts; after the last one the next round begins anew.
        retryAfter: (attempt) => Math.min(Math.exp(Math.min(attempt, 9)), 3_600),
        run: (app, { signal }) => purge.purge(app, signal),
      }),
    );
    onReady(() => {
      const ending = new AbortController();
      const round = () =>
        purge.enqueue(ending.signal).catch((error) => logger.warn({ err: error }, 'deleted apps were not looked for'));
      let looking = round();
      const timer = setInterval(() => {
        looking = round();
      }, EVERY_MS);
      timer.unref();
      onClose(async () => {
        ending.abort();
        clearInterval(timer);
        await looking;
      });
    });
  },
});
