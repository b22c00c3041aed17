import { json, type Route, type RouteRequest, rawJson, route, type SchemaValue } from '#http';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import type { Runs } from '#plugins/runs/contract.ts';
import { filterQuery } from './filters.ts';
import { logDocs } from './log-docs.ts';
import { type ExportedLine, exported, formatQuery } from './log-export.ts';
import { runLogItem } from './log-items.ts';
import { memberNames } from './member-names.ts';
import { type LogRouteParts, nothingToSearch, readFilters } from './read-filters.ts';
import type { RunLog } from './run-store.ts';

/** Runs whose values are in memory at a time. */
const BATCH = 50;
/** Characters of values in a cell: spreadsheets take no more than about this. */
const MAX_CELL = 30_000;

const uuid = { type: 'string', format: 'uuid' } as const;
const filters = {
  ...filterQuery,
  status: { type: 'string', enum: ['running', 'paused', 'succeeded', 'partial-succeeded', 'failed', 'stopped'] },
} as const;
const order = { type: 'string', enum: ['-created_at', 'created_at'], default: '-created_at' } as const;
const params = { type: 'object', properties: { app_id: uuid } } as const;

const listQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...filters,
    sort: { ...order, description: 'Sort order. Searches are always sorted newest first.' },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    cursor: {
      type: 'string',
      pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
      description: 'The `next_cursor` of the previous page.',
    },
  },
} as const;
const exportQuery = {
  type: 'object',
  additionalProperties: false,
  properties: { ...filters, ...formatQuery },
} as const;

type Asking<Query> = RouteRequest<ManagementCaller, SchemaValue<Query>, unknown, 'app_id'>;

/** Runs of an app, chosen by what is known of them. */
export function runLogRoutes(parts: LogRouteParts): Route[] {
  const common = { method: 'GET', access: ManagementAccess, permission: 'logs.view', params } as const;
  return [
    route({
      ...common,
      id: 'logs.list-runs',
      path: '/console/api/apps/:app_id/runs',
      summary: 'Search runs of an app',
      ids: { 'query.cursor': 'run' },
      docs: logDocs.runs,
      query: listQuery,
      handle: (request) => listRuns(parts, request),
    }),
    route({
      ...common,
      id: 'logs.export-runs',
      path: '/console/api/apps/:app_id/runs/export',
      summary: 'Export the runs of an app as CSV or JSON Lines, newest first',
      docs: logDocs.exportRuns,
      query: exportQuery,
      handle: (request) => exportRuns(parts, request),
    }),
  ];
}

async function listRuns(parts: LogRouteParts, request: Asking<typeof listQuery>) {
  const { sort, limit, cursor, ...asked } = request.query;
  const chosen = await readFilters(parts, request, asked);
  const page = await parts.runLogs.page(chosen, { cursor, limit, isOldestFirst: sort === 'created_at' });
  if (page === null) throw nothingToSearch();
  const nameOf = await memberNames(parts.accounts, page.items);
  const data = page.items.map((run) => ({ ...runLogItem(run), user_name: nameOf(run) }));
  return json({ data, next_cursor: page.next });
}

async function exportRuns(parts: LogRouteParts, request: Asking<typeof exportQuery>) {
  const { format, ...asked } = request.query;
  const chosen = await readFilters(parts, request, asked);
  const page = (cursor: string | undefined) =>
    parts.runLogs.page(chosen, { cursor, limit: BATCH, isOldestFirst: false });
  // What is wrong with the question is told before the file begins.
  const first = await page(undefined);
  if (first === null) throw nothingToSearch();
  async function* batches() {
    for (let current = first; current !== null; ) {
      const lines: ExportedLine[] = [];
      for (const run of current.items) lines.push(await lineOf(parts.runs, chosen.workspaceId, run));
      yield lines;
      current = current.next === null ? null : await page(current.next);
    }
  }
  return exported('runs', format, columns, batches());
}

const columns = [
  ...['id', 'created_at', 'finished_at', 'status', 'error', 'error_code', 'kind', 'source', 'version_id', 'user'],
  ...['end_user_id', 'conversation_id', 'message_id', 'total_steps', 'total_tokens', 'total_price', 'currency'],
  ...['elapsed_time', 'likes', 'dislikes', 'annotated', 'inputs', 'outputs'],
];

async function lineOf(runs: Runs, workspaceId: string, run: RunLog): Promise<ExportedLine> {
  const { inputs, outputs } = await valuesOf(runs, workspaceId, run.id);
  const item = runLogItem(run);
  const times = {
    created_at: run.created_at.toISOString(),
    finished_at: run.finished_at === null ? null : run.finished_at.toISOString(),
  };
  const cells: Record<string, string | number | boolean | null> = { ...item, ...times };
  cells.inputs = inputs?.slice(0, MAX_CELL) ?? null;
  cells.outputs = outputs?.slice(0, MAX_CELL) ?? null;
  const raw = (text: string | null) => (text === null ? null : rawJson(oneLine(text)));
  return {
    cells: columns.map((column) => cells[column] ?? null),
    item: { ...item, ...times, inputs: raw(inputs), outputs: raw(outputs) },
  };
}

/** Values as the run's own route shows them; none when they are lost, or the run went meanwhile. */
async function valuesOf(runs: Runs, workspaceId: string, id: string) {
  try {
    const run = await runs.get(workspaceId, id);
    return { inputs: run?.inputs ?? null, outputs: run?.outputs ?? null };
  } catch {
    return { inputs: null, outputs: null };
  }
}

/** JSON keeps line breaks outside of its texts only, where they say nothing. */
function oneLine(json: string): string {
  return json.replaceAll(/[\r\n]+/g, ' ');
}
