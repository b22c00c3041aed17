import {
  json,
  type Reply,
  type Route,
  type RouteRequest,
  rawJson,
  route,
  type SchemaValue,
  sse,
  unixSeconds,
} from '#http';
import { PlatformError } from '#kernel';
import { type AppCaller, AppUserAccess, requiredUser, userKind } from '#plugins/app-access/contract.ts';
import { runDocs } from '#plugins/delivery-api/docs/run-docs.ts';
import { taskEventsQuery } from '#plugins/delivery-api/docs/schemas.ts';
import { cursorOf, type FrameCursor } from '#plugins/delivery-api/frames/event-id.ts';
import { framesAfter } from '#plugins/delivery-api/frames/past-events.ts';
import { messageOf } from '#plugins/delivery-api/frames/run-mapper.ts';
import { type FollowedRun, resumeOf, sharedFrames } from '#plugins/delivery-api/frames/shared-frames.ts';
import { shownCause, stepView } from '#plugins/delivery-api/frames/shown-steps.ts';
import { StreamIdentities } from '#plugins/delivery-api/frames/stream-identities.ts';
import type { Generation } from '#plugins/delivery-api/generation/generation.ts';
import { messageIds } from '#plugins/delivery-api/generation/replies.ts';
import type { EndUser } from '#plugins/end-users/contract.ts';
import type { RunSummary } from '#plugins/runs/contract.ts';

type Request = RouteRequest<AppCaller, unknown, unknown, 'task_id'>;
type FollowRequest = RouteRequest<AppCaller, SchemaValue<typeof taskEventsQuery>, unknown, 'task_id'>;

const params = { type: 'object', properties: { task_id: { type: 'string', format: 'uuid' } } } as const;

/** Runs by their task, whoever started them and however: what became of them, and their stream from any place on. */
export function taskRoutes(generation: Generation): Route[] {
  const common = { method: 'GET', access: AppUserAccess, params } as const;
  const identities = new StreamIdentities();
  const guard = ({ principal, query }: Request) => void requiredUser(principal, query);
  return [
    route({
      ...common,
      id: 'delivery-api.get-task',
      path: '/v1/runs/:task_id',
      summary: 'Get the status and outputs of a run',
      docs: runDocs.task,
      guard,
      handle: (request) => showRun(generation, request),
    }),
    route({
      ...common,
      id: 'delivery-api.follow-task',
      path: '/v1/runs/:task_id/events',
      summary: 'Follow a run as a stream, from its start or from a given event',
      docs: runDocs.taskEvents,
      query: taskEventsQuery,
      guard,
      handle: (request) => followTask(generation, identities, request),
    }),
  ];
}

/** The run, where it is the caller's own: their app's, and started by the end user they name. */
async function ownRun({ runs, endUsers }: Generation, request: Request): Promise<{ run: RunSummary; user: EndUser }> {
  const { workspaceId, app } = request.principal;
  const taskId = request.params.task_id.toLowerCase();
  const sessionId = requiredUser(request.principal, request.query);
  const type = userKind(request.principal);
  const { user } = endUsers.identify({ workspaceId, appId: app.id, type, sessionId });
  // Lists of messages name runs, answers name tasks: either leads to the run.
  const run = (await runs.byTask(workspaceId, taskId)) ?? (await runs.summary(workspaceId, taskId));
  const isOwn = run?.appId === app.id && run.createdBy.role === 'end_user' && run.createdBy.id === user.id;
  if (run !== null && isOwn) return { run, user };
  throw noRun(taskId);
}

function noRun(taskId: string): PlatformError {
  return new PlatformError('not-found', 'delivery-api.not_found', `There is no run with the task ${taskId}.`);
}

async function showRun(generation: Generation, request: Request) {
  const { workspaceId } = request.principal;
  const { id, taskId } = (await ownRun(generation, request)).run;
  const [run, owner] = await Promise.all([
    generation.runs.get(workspaceId, id),
    generation.runs.owner(workspaceId, id),
  ]);
  if (run === null) throw noRun(taskId);
  const message = messageOf(generation.conversations, owner, run.id);
  const files = generation.files.at(request.origin);
  return json({
    task_id: run.taskId,
    workflow_run_id: run.id,
    ...(message !== null && messageIds(message)),
    workflow_id: run.workflowId,
    status: run.status,
    outputs: rawJson(files.freshenText(workspaceId, run.outputs ?? 'null')),
    error: shownCause(run.error, stepView(request.principal)),
    elapsed_time: run.elapsed,
    total_tokens: run.totalTokens,
    total_steps: run.totalSteps,
    created_at: unixSeconds(run.createdAt),
    finished_at: unixSeconds(run.finishedAt),
  });
}

async function followTask(
  generation: Generation,
  identities: StreamIdentities,
  request: FollowRequest,
): Promise<Reply> {
  const { after = '', continue_on_pause: goesOn } = request.query;
  // Who reconnects by themselves repeats the address, and says here how far they have come.
  const last = request.headers['last-event-id'] || undefined;
  const cursor = last === undefined ? cursorOf(after, 'after') : cursorOf(last, 'Last-Event-ID');
  const { run, user } = await ownRun(generation, request);
  const { workspaceId, app } = request.principal;
  const views = { ...generation, origin: request.origin, ...stepView(request.principal) };
  const followed = { runId: run.id, user, workspaceId };
  const identity = (await identities.of(views, followed)) ?? {};
  const events = taskFrames(views, followed, {
    after: afterOf(cursor, last ?? after),
    goesOn: goesOn === true,
    signal: request.signal,
  });
  const follower = { appId: app.id, userId: user.id, signal: request.signal };
  return sse(generation.streams.counted(events, follower), {
    pingAtOnce: true,
    identity,
    headers: { 'x-workflow-run-id': run.id },
    resume: resumeOf(generation, { runId: run.id, taskId: run.taskId }),
  });
}

interface TaskReading {
  readonly after: string | undefined;
  readonly goesOn: boolean;
  readonly signal: AbortSignal;
}

/** In a function of its own: what reads holds nothing of the run. */
function taskFrames(views: Generation, followed: FollowedRun, { after, goesOn, signal }: TaskReading) {
  const { runs } = views;
  const { workspaceId, runId } = followed;
  return sharedFrames(views, followed, {
    kind: goesOn ? 'task whole' : 'task',
    after,
    hasIds: true,
    signal,
    read: (cursor, mapper, ended) => framesAfter(cursor, { runs, workspaceId, runId, mapper, goesOn, signal: ended }),
  });
}

/** Undefined: the beginning. */
function afterOf({ after, generation }: FrameCursor, id: string): string | undefined {
  return after === 0 && generation === undefined ? undefined : id;
}
