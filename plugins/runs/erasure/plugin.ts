import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Jobs, Tasks, task } from '#plugins/jobs/contract.ts';
import { RunEnds, Runs } from '#plugins/runs/contract.ts';
import { type Erased, PersonalData } from './contract.ts';
import { erasureRoutes } from './erasure-routes.ts';
import { ERASE_TASK, ErasureService } from './erasure-service.ts';

const uuid = { type: 'string', format: 'uuid' };
const payload = {
  type: 'object',
  required: ['workspaceId', 'appId', 'of', 'id'],
  additionalProperties: false,
  properties: { workspaceId: uuid, appId: uuid, of: { type: 'string', enum: ['end-user', 'conversation'] }, id: uuid },
};
/** At most an hour between two attempts. */
const retryAfter = (attempt: number) => Math.min(Math.exp(Math.min(attempt, 9)), 3_600);

export const plugin = definePlugin({
  id: 'erasure',
  needs: { owners: PersonalData, jobs: Jobs, runs: Runs, ends: RunEnds },
  setup({ services, logger, contribute }) {
    const erasure = new ErasureService({ ...services, logger });
    contribute(
      Tasks,
      task<Erased>({ id: ERASE_TASK, payload, retryAfter, run: (job, { signal }) => erasure.erase(job, signal) }),
    );
    contribute(Routes, ...erasureRoutes(erasure));
  },
});
