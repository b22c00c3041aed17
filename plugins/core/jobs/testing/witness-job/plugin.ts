import { json, Routes, route } from '#http';
import { definePlugin } from '#kernel';
import { type Attempt, Jobs, type NewJob, Tasks, task } from '#plugins/jobs/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';

interface Payload {
  readonly url: string;
}

/** A task that tells a witness outside of each attempt, and a way for a test to enqueue it in another process. */
export const plugin = definePlugin({
  id: 'witness-job',
  needs: { jobs: Jobs },
  setup({ services, contribute }) {
    contribute(
      Tasks,
      task<Payload>({
        id: 'witness-job.tell',
        payload: { type: 'object', required: ['url'], properties: { url: { type: 'string' } } },
        async run({ url }, { attempt, signal }: Attempt) {
          const answer = await fetch(`${url}?attempt=${attempt}&pid=${process.pid}`, { signal });
          if (!answer.ok) throw new Error(`The witness answered ${answer.status}`);
        },
      }),
    );
    contribute(
      Routes,
      route({
        id: 'witness-job.add',
        method: 'POST',
        path: '/console/api/witness-jobs',
        access: ManagementAccess,
        summary: 'Add jobs',
        body: { type: 'object', required: ['jobs'], properties: { jobs: { type: 'array' } } },
        async handle({ principal, body }) {
          const { jobs } = body as { readonly jobs: readonly NewJob[] };
          const { workspaceId } = principal;
          for (const job of jobs) await services.jobs.enqueue({ ...job, workspaceId });
          return json({ count: jobs.length });
        },
      }),
    );
  },
});
