import { fromJson, type GraphDocument, listAt, mappingAt, toJson } from '#engine';
import {
  json,
  type PlacedEvent,
  type Route,
  type RouteRequest,
  route,
  type SchemaValue,
  type SharedReadings,
  sse,
  stringify,
} from '#http';
import { PlatformError } from '#kernel';
import type { AppDrafts } from '#plugins/apps/contract.ts';
import { consoleUserId, isOwnRun } from '#plugins/end-users/contract.ts';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import type { NumberedEvent, Runs } from '#plugins/runs/contract.ts';
import { runDocs } from './run-docs.ts';
import { eventItem, graphItem, nodeItem, runDetailItem, runItem } from './run-items.ts';

const STOPPED_BY_OPERATOR = 'Stopped by an operator.';
const STOPPED_BY_USER = 'Stopped by the user.';

const uuid = { type: 'string', format: 'uuid' } as const;
const number = { type: 'integer', minimum: 0, maximum: 2_147_483_647 } as const;
const limit = { type: 'integer', minimum: 1, maximum: 100, default: 20 } as const;
const runParams = { type: 'object', properties: { run_id: uuid } } as const;
const statuses = ['running', 'paused', 'succeeded', 'partial-succeeded', 'failed', 'stopped'] as const;

const listQuery = {
  type: 'object',
  properties: { app_id: uuid, status: { type: 'string', enum: statuses }, limit, before: uuid },
} as const;
const nodesQuery = {
  type: 'object',
  properties: {
    after: { ...number, default: 0 },
    limit: { ...limit, maximum: 500, default: 100 },
    values: { type: 'boolean', default: false },
  },
} as const;
const eventsQuery = {
  type: 'object',
  properties: { after: { ...number, default: 0 }, generation: number, follow: { type: 'boolean', default: false } },
} as const;

type Request = RouteRequest<ManagementCaller, unknown, unknown, 'run_id'>;
type Asking<Query> = RouteRequest<ManagementCaller, SchemaValue<Query>, unknown, 'run_id'>;

type ListRequest = RouteRequest<ManagementCaller, SchemaValue<typeof listQuery>>;

export interface RunReading {
  readonly runs: Runs;
  /** What those who follow runs are told. */
  readonly shared: SharedReadings;
}

export interface RunParts extends RunReading {
  readonly drafts: AppDrafts;
}

/** Looking after runs: what there are, what they did and do, and ending them. Who may use apps does so with their own. */
export function runRoutes(reading: RunParts): Route[] {
  const { runs } = reading;
  const access = ManagementAccess;
  const ownPermission = 'apps.use';
  return [
    route({
      id: 'management-api.list-runs',
      method: 'GET',
      path: '/console/api/runs',
      access,
      permission: 'logs.view',
      ownPermission,
      summary: 'List runs, newest first',
      ids: { 'query.before': 'run' },
      docs: runDocs.list,
      query: listQuery,
      handle: (request) => listRuns(runs, request),
    }),
    route({
      id: 'management-api.get-run',
      method: 'GET',
      path: '/console/api/runs/:run_id',
      access,
      permission: 'logs.view',
      ownPermission,
      summary: 'Get a run with its inputs and outputs',
      docs: runDocs.get,
      params: runParams,
      handle: async (request) => json(runDetailItem(await existing(runs, request))),
    }),
    route({
      id: 'management-api.list-run-nodes',
      method: 'GET',
      path: '/console/api/runs/:run_id/nodes',
      access,
      permission: 'logs.view',
      ownPermission,
      summary: 'List the completed node executions of a run',
      ids: { 'query.after': { nothing: 'a number of a node' } },
      docs: runDocs.nodes,
      params: runParams,
      query: nodesQuery,
      handle: (request) => listNodes(runs, request),
    }),
    ...followingRoutes(reading),
  ];
}

function followingRoutes(reading: RunParts): Route[] {
  const { runs, drafts } = reading;
  const access = ManagementAccess;
  const ownPermission = 'apps.use';
  return [
    route({
      id: 'management-api.get-run-graph',
      method: 'GET',
      path: '/console/api/runs/:run_id/graph',
      access,
      permission: 'apps.edit',
      summary: 'Get the graph of a run',
      noCommand: 'for pages that draw it; `weft runs show` lists what ran',
      docs: runDocs.graph,
      params: runParams,
      handle: (request) => readGraph({ runs, drafts }, request),
    }),
    route({
      id: 'management-api.list-run-events',
      method: 'GET',
      path: '/console/api/runs/:run_id/events',
      access,
      permission: 'logs.view',
      ownPermission,
      summary: 'List the events of a run, or follow them as a stream',
      ids: { 'query.after': { nothing: 'a number of an event' } },
      docs: runDocs.events,
      params: runParams,
      query: eventsQuery,
      handle: (request) => readEvents(reading, request),
    }),
    route({
      id: 'management-api.stop-run',
      method: 'POST',
      path: '/console/api/runs/:run_id/stop',
      access,
      permission: 'apps.edit',
      ownPermission,
      summary: 'Stop a run; a run that has ended is not changed',
      audit: 'path',
      docs: runDocs.stop,
      params: runParams,
      async handle(request) {
        const { principal } = request;
        const { id } = await existing(runs, request, 'apps.edit');
        const reason = principal.can('apps.edit') ? STOPPED_BY_OPERATOR : STOPPED_BY_USER;
        await runs.stop({ workspaceId: principal.workspaceId, run: { runId: id }, reason });
        return json({ result: 'success' });
      },
    }),
  ];
}

async function listRuns(runs: Runs, { principal, query }: ListRequest) {
  const { app_id: appId, status, limit, before } = query;
  const createdBy = principal.can('logs.view') ? undefined : ownUser(principal, appId);
  const found = await runs.list(principal.workspaceId, { appId, status, createdBy, limit: limit + 1, before });
  return json({ data: found.slice(0, limit).map(runItem), has_more: found.length > limit, limit });
}

async function listNodes(runs: Runs, request: Asking<typeof nodesQuery>) {
  const { id } = await existing(runs, request);
  const { after, limit, values } = request.query;
  const found = await runs.nodes(request.principal.workspaceId, id, { after, limit: limit + 1, values });
  const data = found.slice(0, limit).map((node) => nodeItem(node, values));
  return json({ data, has_more: found.length > limit, limit });
}

/** Variables are left out: a page draws nodes and edges. */
async function readGraph(
  { runs, drafts }: Pick<RunParts, 'runs' | 'drafts'>,
  { principal: { workspaceId }, params }: Request,
) {
  const id = runId(params);
  const graph = await runs.graph(workspaceId, id);
  if (graph !== null) {
    // What was typed into nodes lies open in graphs of runs from before that was sealed.
    const tree = fromJson(drafts.hidden(workspaceId, toJson({ workflow: { graph } })));
    const nodes = listAt(mappingAt(mappingAt(tree, 'workflow'), 'graph'), 'nodes') as GraphDocument['nodes'];
    return json(graphItem({ ...graph, nodes }));
  }
  throw new PlatformError('not-found', 'runs.not_found', `There is no run ${id}, or its graph is not kept any more.`);
}

/** A page of what is durable, or a stream of everything from there on, until the run's end. */
async function readEvents({ runs, shared }: RunReading, request: Asking<typeof eventsQuery>) {
  const { principal, params, query, signal } = request;
  const { follow, ...cursor } = query;
  const id = runId(params);
  // A stream has begun before its first step: whether there is such a run is asked before. So is whose it is.
  if (follow || !principal.can('logs.view')) await existing(runs, request);
  if (follow) return followEvents({ runs, shared }, { workspaceId: principal.workspaceId, id, cursor, signal });
  const page = await runs.events(principal.workspaceId, id, cursor);
  return json({ data: page.events.map(eventItem), has_more: page.hasMore });
}

interface Following {
  readonly workspaceId: string;
  readonly id: string;
  readonly cursor: { readonly after: number; readonly generation?: number | undefined };
  readonly signal: AbortSignal;
}

function followEvents({ runs, shared }: RunReading, { workspaceId, id, cursor, signal }: Following) {
  const place = (last: string | undefined) => {
    const [after = cursor.after, generation = cursor.generation] = last?.split('-').map(Number) ?? [];
    return { after, generation };
  };
  const { after, generation = '' } = cursor;
  const events = shared.follow({
    key: `run ${workspaceId} ${id} ${after} ${generation}`,
    hasIds: false,
    signal,
    read: (last, ended) => placedEvents(runs.follow(workspaceId, id, { ...place(last), signal: ended })),
  });
  const resume = (last: string | undefined) => ({
    resume: `/console/api/runs/${id}/events?follow=true`,
    ...(last !== undefined && place(last)),
  });
  return sse(events, { resume });
}

async function* placedEvents(batches: AsyncIterable<readonly NumberedEvent[]>): AsyncGenerator<readonly PlacedEvent[]> {
  for await (const batch of batches) {
    yield batch.map((event) => ({ id: `${event.number}-${event.generation}`, text: stringify(eventItem(event)) }));
  }
}

/** A run of the workspace, or of the caller alone where they may not look at all. Throws `runs.not_found`. */
async function existing(runs: Runs, { principal, params }: Request, permission = 'logs.view') {
  const id = runId(params);
  const run = await runs.get(principal.workspaceId, id);
  if (run !== null && (principal.can(permission) || isOwnRun(principal, run))) return run;
  const whose = principal.can(permission) ? '' : ' that you started';
  throw new PlatformError('not-found', 'runs.not_found', `There is no run ${id}${whose}.`);
}

/** A person is another user of each app. */
function ownUser(caller: ManagementCaller, appId: string | undefined): string {
  const id = appId === undefined ? null : consoleUserId(caller, appId.toLowerCase());
  if (id !== null) return id;
  const message = 'app_id is required: you see your own runs of one app, those of all take the permission logs.view';
  throw new PlatformError('invalid', 'http.invalid_param', message, { field: 'app_id' });
}

function runId(params: Request['params']): string {
  return params.run_id.toLowerCase();
}
