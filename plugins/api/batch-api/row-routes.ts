import { attachment, json, type Route, type RouteRequest, route, type SchemaValue, sse } from '#http';
import { type AppCaller, AppUserAccess, requiredUser } from '#plugins/app-access/contract.ts';
import type { Progress } from '#plugins/batches/contract.ts';
import { batchOwner, requireRows } from './batch-caller.ts';
import { batchDocs } from './batch-docs.ts';
import { batchItem, rowItem, rowsFor, statusesOf } from './batch-item.ts';
import { csvOf, jsonOf } from './export-rows.ts';
import { withLargeOutputs } from './large-outputs.ts';
import type { RouteParts } from './route-parts.ts';

const user = { user: { type: 'string' } } as const;

const rowsQuery = {
  type: 'object',
  properties: {
    ...user,
    after: { type: 'integer', minimum: 0, default: 0 },
    limit: { type: 'integer', minimum: 1, maximum: 500, default: 100 },
    status: { enum: ['waiting', 'running', 'succeeded', 'failed', 'stopped', 'wrong'] },
  },
} as const;

const exportQuery = {
  type: 'object',
  properties: { ...user, format: { enum: ['csv', 'json'], default: 'csv' } },
} as const;

/** Rows of a batch: by pages, as they change, and all of them. */
export function rowRoutes(parts: RouteParts): Route[] {
  const common = {
    method: 'GET',
    access: AppUserAccess,
    params: { type: 'object', properties: { batch_id: { type: 'string', format: 'uuid' } } },
    guard({ principal, query }: RouteRequest<AppCaller>): void {
      requiredUser(principal, query);
      requireRows(principal);
    },
  } as const;
  return [
    route({
      ...common,
      id: 'batch-api.rows',
      path: '/v1/batches/:batch_id/rows',
      summary: 'List rows of a batch',
      docs: batchDocs.rows,
      query: rowsQuery,
      handle: (request) => listRows(parts, request),
    }),
    route({
      ...common,
      id: 'batch-api.events',
      path: '/v1/batches/:batch_id/events',
      summary: 'Follow a batch as a stream',
      docs: batchDocs.events,
      query: { type: 'object', properties: user },
      async handle({ principal, params, query, signal }) {
        const owner = batchOwner(parts.endUsers, principal, query);
        const batch = await parts.batches.get(owner, params.batch_id.toLowerCase());
        return sse(progressFrames(parts.batches.follow(batch, signal)), { pingAtOnce: true });
      },
    }),
    route({
      ...common,
      id: 'batch-api.export',
      path: '/v1/batches/:batch_id/export',
      summary: 'Export all rows of a batch',
      docs: batchDocs.export,
      query: exportQuery,
      handle: (request) => exportRows(parts, request),
    }),
  ];
}

type Asking<Query> = RouteRequest<AppCaller, SchemaValue<Query>, unknown, 'batch_id'>;

async function listRows(parts: RouteParts, { principal, params, query, origin }: Asking<typeof rowsQuery>) {
  const batch = await parts.batches.get(batchOwner(parts.endUsers, principal, query), params.batch_id.toLowerCase());
  const { after, limit } = query;
  const status = query.status === undefined ? undefined : statusesOf(query.status);
  const page = await parts.batches.rows(batch, { after, limit, status });
  const rows = rowsFor(principal, await withLargeOutputs(parts.runs, batch.workspaceId, page.items));
  const files = parts.files.at(origin);
  return json({ data: rows.map((row) => rowItem(row, batch.workspaceId, files)), has_more: page.hasMore });
}

async function* progressFrames(progress: AsyncIterable<Progress>): AsyncGenerator<readonly string[]> {
  for await (const { batch, rows } of progress) {
    yield [JSON.stringify({ event: 'progress', batch: batchItem(batch), rows })];
  }
}

async function exportRows(parts: RouteParts, { principal, params, query, origin }: Asking<typeof exportQuery>) {
  const batch = await parts.batches.get(batchOwner(parts.endUsers, principal, query), params.batch_id.toLowerCase());
  const exporting = { batches: parts.batches, runs: parts.runs, files: parts.files.at(origin), reader: principal };
  if (query.format === 'json') return attachment('batch.json', 'application/json', jsonOf(exporting, batch));
  return attachment('batch.csv', 'text/csv; charset=utf-8', csvOf(exporting, batch));
}
