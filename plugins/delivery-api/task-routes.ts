import {
  json,
  RawJson,
  type Reply,
  type Route,
  type RouteRequest,
  route,
  type SchemaValue,
  sse,
} from '../../http/contract.ts';
import { PlatformError } from '../../kernel/index.ts';
import type { EndUser } from '../end-users/contract.ts';
import type { RunDetail } from '../runs/contract.ts';
import { messageIds } from './accepted-run.ts';
import { type AppCaller, AppKeyAccess } from './caller.ts';
import { runDocs } from './docs/run-docs.ts';
import { cursorOf } from './event-id.ts';
import type { Generation } from './generation.ts';
import { framesAfter } from './past-events.ts';
import { mapperOf, messageOf } from './past-frames.ts';
import { seconds } from './run-frames.ts';
import { taskEventsQuery } from './schemas.ts';
import { requiredUser } from './user.ts';

type Request = RouteRequest<AppCaller, unknown, unknown, 'task_id'>;
type FollowRequest = RouteRequest<AppCaller, SchemaValue<typeof taskEventsQuery>, unknown, 'task_id'>;

const params = { type: 'object', properties: { task_id: { type: 'string', format: 'uuid' } } } as const;

/** Runs by their task, whoever started them and however: what became of them, and their stream from any place on. */
export function taskRoutes(generation: Generation): Route[] {
  const common = { method: 'GET', access: AppKeyAccess, params } as const;
  const guard = ({ query }: Request) => void requiredUser(query);
  return [
    route({
      ...common,
      id: 'delivery-api.get-task',
      path: '/v1/runs/:task_id',
      summary: 'Show a run: its status and outputs',
      docs: runDocs.task,
      guard,
      handle: (request) => showRun(generation, request),
    }),
    route({
      ...common,
      id: 'delivery-api.follow-task',
      path: '/v1/runs/:task_id/events',
      summary: 'Follow a run as a stream, from the beginning or from an event on',
      docs: runDocs.taskEvents,
      query: taskEventsQuery,
      guard,
      handle: (request) => followTask(generation, request),
    }),
  ];
}

/** The run, where it is the caller's own: his app's, and started by the end user he names. */
async function ownRun({ runs, endUsers }: Generation, request: Request): Promise<{ run: RunDetail; user: EndUser }> {
  const { workspaceId, app } = request.principal;
  const taskId = request.params.task_id.toLowerCase();
  const sessionId = requiredUser(request.query);
  const { user } = endUsers.identify({ workspaceId, appId: app.id, type: 'service-api', sessionId });
  const run = await runs.byTask(workspaceId, taskId);
  const isOwn = run?.appId === app.id && run.createdBy.role === 'end_user' && run.createdBy.id === user.id;
  if (run !== null && isOwn) return { run, user };
  throw new PlatformError('not-found', 'delivery-api.not_found', `There is no run with the task ${taskId}.`);
}

async function showRun(generation: Generation, request: Request): Promise<Reply> {
  const { run } = await ownRun(generation, request);
  const owner = await generation.runs.owner(request.principal.workspaceId, run.id);
  const message = messageOf(generation.conversations, owner, run.id);
  return json({
    task_id: run.taskId,
    workflow_run_id: run.id,
    ...(message !== null && messageIds(message)),
    workflow_id: run.workflowId,
    status: run.status,
    outputs: new RawJson(generation.files.freshenText(request.principal.workspaceId, run.outputs ?? 'null')),
    error: run.error,
    elapsed_time: run.elapsed,
    total_tokens: run.totalTokens,
    total_steps: run.totalSteps,
    created_at: seconds(run.createdAt),
    finished_at: run.finishedAt === null ? null : seconds(run.finishedAt),
  });
}

async function followTask(generation: Generation, request: FollowRequest): Promise<Reply> {
  const { after = '', continue_on_pause: goesOn } = request.query;
  // Who reconnects by himself repeats the address, and says here how far he has come.
  const last = request.headers['last-event-id'] || undefined;
  const cursor = last === undefined ? cursorOf(after, 'after') : cursorOf(last, 'Last-Event-ID');
  const { run, user } = await ownRun(generation, request);
  const owner = await generation.runs.owner(request.principal.workspaceId, run.id);
  const place = { workspaceId: request.principal.workspaceId, runId: run.id };
  const mapper = mapperOf(generation, { run, owner, user, workspaceId: place.workspaceId });
  const events = framesAfter(cursor, { runs: generation.runs, ...place, mapper, goesOn, signal: request.signal });
  return sse(events, { pingAtOnce: true, identity: mapper.identity, headers: { 'x-workflow-run-id': run.id } });
}
