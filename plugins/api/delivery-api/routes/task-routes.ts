import { json, RawJson, type Reply, type Route, type RouteRequest, route, type SchemaValue, sse } from '#http';
import { PlatformError } from '#kernel';
import { type AppCaller, AppUserAccess, requiredUser, userKind } from '#plugins/app-access/contract.ts';
import { runDocs } from '#plugins/delivery-api/docs/run-docs.ts';
import { taskEventsQuery } from '#plugins/delivery-api/docs/schemas.ts';
import { cursorOf } from '#plugins/delivery-api/frames/event-id.ts';
import { framesAfter } from '#plugins/delivery-api/frames/past-events.ts';
import { seconds } from '#plugins/delivery-api/frames/run-frames.ts';
import { mapperOf, messageOf } from '#plugins/delivery-api/frames/run-mapper.ts';
import { stepView } from '#plugins/delivery-api/frames/shown-steps.ts';
import type { Generation } from '#plugins/delivery-api/generation/generation.ts';
import { messageIds } from '#plugins/delivery-api/generation/replies.ts';
import type { EndUser } from '#plugins/end-users/contract.ts';
import type { RunDetail } from '#plugins/runs/contract.ts';

type Request = RouteRequest<AppCaller, unknown, unknown, 'task_id'>;
type FollowRequest = RouteRequest<AppCaller, SchemaValue<typeof taskEventsQuery>, unknown, 'task_id'>;

const params = { type: 'object', properties: { task_id: { type: 'string', format: 'uuid' } } } as const;

/** Runs by their task, whoever started them and however: what became of them, and their stream from any place on. */
export function taskRoutes(generation: Generation): Route[] {
  const common = { method: 'GET', access: AppUserAccess, params } as const;
  const guard = ({ principal, query }: Request) => void requiredUser(principal, query);
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

/** The run, where it is the caller's own: their app's, and started by the end user they name. */
async function ownRun({ runs, endUsers }: Generation, request: Request): Promise<{ run: RunDetail; user: EndUser }> {
  const { workspaceId, app } = request.principal;
  const taskId = request.params.task_id.toLowerCase();
  const sessionId = requiredUser(request.principal, request.query);
  const type = userKind(request.principal);
  const { user } = endUsers.identify({ workspaceId, appId: app.id, type, sessionId });
  const run = await runs.byTask(workspaceId, taskId);
  const isOwn = run?.appId === app.id && run.createdBy.role === 'end_user' && run.createdBy.id === user.id;
  if (run !== null && isOwn) return { run, user };
  throw new PlatformError('not-found', 'delivery-api.not_found', `There is no run with the task ${taskId}.`);
}

async function showRun(generation: Generation, request: Request): Promise<Reply> {
  const { run } = await ownRun(generation, request);
  const owner = await generation.runs.owner(request.principal.workspaceId, run.id);
  const message = messageOf(generation.conversations, owner, run.id);
  const files = generation.files.at(request.origin);
  return json({
    task_id: run.taskId,
    workflow_run_id: run.id,
    ...(message !== null && messageIds(message)),
    workflow_id: run.workflowId,
    status: run.status,
    outputs: new RawJson(files.freshenText(request.principal.workspaceId, run.outputs ?? 'null')),
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
  // Who reconnects by themselves repeats the address, and says here how far they have come.
  const last = request.headers['last-event-id'] || undefined;
  const cursor = last === undefined ? cursorOf(after, 'after') : cursorOf(last, 'Last-Event-ID');
  const { run, user } = await ownRun(generation, request);
  const owner = await generation.runs.owner(request.principal.workspaceId, run.id);
  const place = { workspaceId: request.principal.workspaceId, runId: run.id };
  const { origin } = request;
  const mapper = mapperOf(
    { ...generation, origin, ...stepView(request.principal) },
    { run, owner, user, workspaceId: place.workspaceId },
  );
  const events = framesAfter(cursor, { runs: generation.runs, ...place, mapper, goesOn, signal: request.signal });
  const follower = { appId: request.principal.app.id, userId: user.id, signal: request.signal };
  return sse(generation.streams.counted(events, follower), {
    pingAtOnce: true,
    identity: mapper.identity,
    headers: { 'x-workflow-run-id': run.id },
  });
}
