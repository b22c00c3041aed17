import {
  empty,
  emptyAnswer,
  json,
  jsonAnswer,
  listOf,
  objectSchema,
  type Route,
  route,
  schemas,
  unixSeconds,
} from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { FailedJob, Jobs } from './contract.ts';

const { integer, seconds, text } = schemas;

const example = {
  id: '42',
  task: 'webhooks.deliver',
  payload: { id: '0196f5c0-0000-7000-8000-000000000001' },
  attempts: 12,
  error: 'The server is down',
  created_at: 1_795_000_000,
  failed_at: 1_795_030_000,
};

const failedDocs = {
  tag: 'Jobs',
  answers: {
    200: jsonAnswer(
      'A page of results. Pass the id of the last item as `before` to get the next page.',
      objectSchema('FailedJobPage', {
        data: listOf(
          objectSchema('FailedJob', {
            id: text,
            task: text,
            payload: schemas.value,
            attempts: integer,
            error: text,
            created_at: seconds,
            failed_at: seconds,
          }),
        ),
        has_more: schemas.boolean,
      }),
      { data: [example], has_more: false },
    ),
  },
};
const retryDocs = {
  tag: 'Jobs',
  answers: { 204: emptyAnswer('It will be retried.') },
  errors: { 404: ['not_found'] },
};
const dropDocs = {
  tag: 'Jobs',
  answers: { 204: emptyAnswer('Deleted.') },
  errors: { 404: ['not_found'] },
};

/** Jobs that nobody tries any more, for whoever runs the installation. */
export function managementRoutes(jobs: Jobs): Route[] {
  const id = {
    type: 'string',
    pattern: '^[0-9]{1,18}$',
    description: 'Number of a job, as a string.',
  } as const;
  return [
    route({
      id: 'jobs.failed',
      method: 'GET',
      path: '/console/api/jobs/failed',
      access: ManagementAccess,
      permission: 'workspace.manage',
      summary: 'List jobs that failed after all attempts, newest first',
      ids: { 'query.before': 'failedJob' },
      docs: failedDocs,
      query: {
        type: 'object',
        additionalProperties: false,
        properties: { limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 }, before: id },
      },
      async handle({ principal, query }) {
        const { limit, before } = query;
        const found = await jobs.failed(principal.workspaceId, { limit: limit + 1, before });
        return json({ data: found.slice(0, limit).map(jobItem), has_more: found.length > limit });
      },
    }),
    route({
      id: 'jobs.retry',
      method: 'POST',
      path: '/console/api/jobs/:id/retry',
      access: ManagementAccess,
      permission: 'workspace.manage',
      summary: 'Retry a failed job, with all its attempts',
      ids: { 'params.id': 'failedJob' },
      audit: 'path',
      docs: retryDocs,
      params: { type: 'object', required: ['id'], properties: { id } },
      async handle({ principal, params }) {
        await jobs.retry(principal.workspaceId, params.id);
        return empty();
      },
    }),
    route({
      id: 'jobs.drop',
      method: 'DELETE',
      path: '/console/api/jobs/:id',
      access: ManagementAccess,
      permission: 'workspace.manage',
      summary: 'Delete a failed job without running it',
      ids: { 'params.id': 'failedJob' },
      audit: 'path',
      docs: dropDocs,
      params: { type: 'object', required: ['id'], properties: { id } },
      async handle({ principal, params }) {
        await jobs.drop(principal.workspaceId, params.id);
        return empty();
      },
    }),
  ];
}

function jobItem({ id, task, payload, attempts, error, createdAt, failedAt }: FailedJob) {
  return { id, task, payload, attempts, error, created_at: unixSeconds(createdAt), failed_at: unixSeconds(failedAt) };
}
