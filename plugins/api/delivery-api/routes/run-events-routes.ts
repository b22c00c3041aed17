import type { RunPausedEvent } from '#engine';
import {
  type PlacedEvent,
  type Reply,
  type Route,
  type RouteRequest,
  route,
  type SchemaValue,
  type StreamedBatch,
  sse,
} from '#http';
import { PlatformError } from '#kernel';
import {
  type AppCaller,
  AppUserAccess,
  callerUser,
  consoleUser,
  requiredUser,
  requireMode,
} from '#plugins/app-access/contract.ts';
import type { Apps } from '#plugins/apps/contract.ts';
import { runDocs } from '#plugins/delivery-api/docs/run-docs.ts';
import { runEventsQuery } from '#plugins/delivery-api/docs/schemas.ts';
import { type FrameCursor, identified, idOf } from '#plugins/delivery-api/frames/event-id.ts';
import type { FrameMapper } from '#plugins/delivery-api/frames/frame-mapper.ts';
import { isCurrent } from '#plugins/delivery-api/frames/run-mapper.ts';
import { SentPauses } from '#plugins/delivery-api/frames/sent-pauses.ts';
import { type FollowedRun, resumeOf, sharedFrames } from '#plugins/delivery-api/frames/shared-frames.ts';
import { stepView } from '#plugins/delivery-api/frames/shown-steps.ts';
import { StreamIdentities } from '#plugins/delivery-api/frames/stream-identities.ts';
import type { Generation } from '#plugins/delivery-api/generation/generation.ts';
import type { EndUser } from '#plugins/end-users/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { Runs } from '#plugins/runs/contract.ts';

type Request = RouteRequest<AppCaller, SchemaValue<typeof runEventsQuery>, unknown, 'workflow_run_id'>;

interface Reading {
  readonly runs: Runs;
  readonly workspaceId: string;
  readonly runId: string;
  readonly sent: SentPauses;
  readonly signal: AbortSignal;
}

/** Joining a run again (runtime API, workflow). */
export function runEventsRoutes(generation: Generation, apps: Apps): Route[] {
  const sent = new SentPauses();
  const identities = new StreamIdentities();
  return [
    route({
      id: 'delivery-api.follow-run',
      method: 'GET',
      path: '/v1/workflow/:workflow_run_id/events',
      access: AppUserAccess,
      summary: 'Follow a run as a stream',
      docs: runDocs.events,
      params: { type: 'object', properties: { workflow_run_id: { type: 'string', format: 'uuid' } } },
      query: runEventsQuery,
      guard: ({ principal, query }) => {
        requiredUser(principal, query);
        requireMode(principal, 'graph');
      },
      handle: (request) => followAsUser(generation, { sent, identities }, request),
    }),
    route({
      id: 'delivery-api.follow-draft-run',
      method: 'GET',
      path: '/console/api/apps/:app_id/draft/runs/:run_id/events',
      access: ManagementAccess,
      permission: 'apps.edit',
      summary: 'Follow your run of the draft of an app as a stream',
      noCommand: 'for pages; `weft runs follow` follows any run',
      docs: runDocs.draftEvents,
      params: {
        type: 'object',
        properties: { app_id: { type: 'string', format: 'uuid' }, run_id: { type: 'string', format: 'uuid' } },
      },
      async handle({ principal, params, signal, origin }) {
        const { workspaceId } = principal;
        const app = await apps.get(workspaceId, params.app_id);
        const sessionId = consoleUser(principal);
        const { user } = generation.endUsers.identify({ workspaceId, appId: app.id, type: 'debugging', sessionId });
        const views = { ...generation, origin, from: 'draft' } as const;
        const followed = { workspaceId, appId: app.id, runId: params.run_id.toLowerCase(), user };
        return followRun(views, { sent, identities }, { followed, query: {}, signal });
      },
    }),
  ];
}

interface Means {
  readonly sent: SentPauses;
  readonly identities: StreamIdentities;
}

function followAsUser(generation: Generation, means: Means, request: Request): Promise<Reply> {
  const { principal, params, query, signal, origin } = request;
  const { workspaceId, app } = principal;
  const runId = params.workflow_run_id.toLowerCase();
  const { user } = generation.endUsers.identify({ workspaceId, appId: app.id, ...callerUser(principal, query) });
  const views = { ...generation, origin, ...stepView(principal) };
  return followRun(views, means, { followed: { workspaceId, appId: app.id, runId, user }, query, signal });
}

interface Following {
  readonly followed: FollowedRun & { readonly appId: string; readonly user: EndUser };
  readonly query: Partial<Pick<Request['query'], 'include_state_snapshot' | 'continue_on_pause'>>;
  readonly signal: AbortSignal;
}

async function followRun(
  views: Generation,
  { sent, identities }: Means,
  { followed: { appId, ...followed }, query, signal }: Following,
): Promise<Reply> {
  const { workspaceId, runId, user } = followed;
  const { runs } = views;
  const run = await runs.summary(workspaceId, runId);
  const isOwn = run?.appId === appId && run.createdBy.role === 'end_user' && run.createdBy.id === user.id;
  if (run === null || !isOwn) {
    throw new PlatformError('not-found', 'delivery-api.not_found', `There is no run ${runId}.`);
  }
  const identity = (await identities.of(views, followed)) ?? {};
  const reading = { runs, workspaceId, runId, sent, signal };
  const { include_state_snapshot: isWhole, continue_on_pause: goesOn } = query;
  const isOver = run.status !== 'running' && run.status !== 'paused';
  const frames = isOver
    ? endFrames(views, followed, reading)
    : framesFromNow(views, followed, { reading, isWhole: isWhole === true, goesOn: goesOn === true });
  const counted = views.streams.counted(frames, { appId, userId: user.id, signal });
  return sse(counted, {
    pingAtOnce: true,
    identity,
    headers: { 'x-workflow-run-id': runId },
    resume: resumeOf(views, { runId, taskId: run.taskId }),
  });
}

function endFrames(views: Generation, followed: FollowedRun, reading: Reading): AsyncIterable<StreamedBatch> {
  return sharedFrames(views, followed, {
    kind: 'end',
    hasIds: false,
    signal: reading.signal,
    read: (_cursor, mapper, signal) => lastFrame({ ...reading, signal }, mapper),
  });
}

/** Of a run that is over only its end is sent. */
async function* lastFrame(
  { runs, workspaceId, runId, signal }: Reading,
  mapper: FrameMapper,
): AsyncGenerator<readonly PlacedEvent[]> {
  for await (const batch of runs.follow(workspaceId, runId, { signal })) {
    const last = batch.at(-1);
    if (last?.event.kind === 'run-finished') yield [{ id: idOf(last), text: mapper.finished(last.event) }];
  }
}

interface FromNow {
  readonly reading: Reading;
  readonly isWhole: boolean;
  readonly goesOn: boolean;
}

/** Where readers come in is found out first: those who come at the same place are told the same. */
async function* framesFromNow(
  views: Parameters<typeof sharedFrames>[0],
  followed: FollowedRun,
  { reading, isWhole, goesOn }: FromNow,
): AsyncGenerator<StreamedBatch> {
  const live = await liveFrom(reading);
  const start = isWhole ? 0 : live;
  yield* sharedFrames(views, followed, {
    // Readers who go on past pauses are told the same wherever they came in.
    kind: `run ${start} ${goesOn ? 'on' : live}`,
    hasIds: false,
    signal: reading.signal,
    read: (cursor, mapper, signal) =>
      allFrames({ ...reading, signal }, mapper, {
        cursor: cursor.after === 0 ? { ...cursor, after: start } : cursor,
        live,
        goesOn,
      }),
  });
}

/**
 * The run from where the reader wants it. Nothing that came before is sent, but all of it is read: the end of a message
 * names sources that were cited at its beginning. It closes at the next pause, not at the one the run was in when its reader
 * came: who opens it before the form is answered would never hear what came of that.
 */
async function* allFrames(
  reading: Reading,
  mapper: FrameMapper,
  { cursor, live, goesOn }: { readonly cursor: FrameCursor; readonly live: number; readonly goesOn: boolean },
): AsyncGenerator<readonly PlacedEvent[]> {
  const { runs, workspaceId, runId, sent, signal } = reading;
  for await (const batch of runs.follow(workspaceId, runId, { signal })) {
    const frames: PlacedEvent[] = [];
    let pause = 0;
    let isLast = false;
    for (const numbered of batch) {
      const { number, event } = numbered;
      const isPause = event.kind === 'run-paused';
      isLast = isPause && number > live && !goesOn && (await isWaiting(reading, event));
      // A pause of before, or one that is over, would close the stream for those who read it.
      const frame = isPause && !goesOn && !isLast ? [] : mapper.map([event]);
      frames.push(...identified(numbered, frame, cursor));
      if (isPause && (goesOn || isLast)) pause = number;
      if (isLast) break;
    }
    if (frames.length > 0) yield frames;
    if (pause > 0) sent.note(runId, pause);
    if (isLast) return;
  }
}

function isWaiting({ runs, workspaceId, runId }: Reading, pause: RunPausedEvent): Promise<boolean> {
  return runs.paused(workspaceId, runId).then((reasons) => isCurrent(pause, reasons));
}

/**
 * The number of the last event that a reader without a past does not get: that of the last pause, for who was there then
 * goes on exactly after it; of a run that never paused, what comes from now on, or from where all of its text was told anew,
 * as after a crash. The first pause was told to who started
 * the run. A later one may have come before anybody read along again: then it is still news, with what led to it.
 */
async function liveFrom(reading: Reading): Promise<number> {
  const { runs, workspaceId, runId, sent } = reading;
  let last = 0;
  let before = 0;
  let replaced = 0;
  let pause: { readonly number: number; readonly event: RunPausedEvent } | undefined;
  for (let hasMore = true; hasMore; ) {
    const page = await runs.events(workspaceId, runId, { after: last });
    for (const { number, event } of page.events) {
      last = number;
      if (event.kind === 'text-replaced') replaced = number;
      if (event.kind !== 'run-paused') continue;
      before = pause?.number ?? 0;
      pause = { number, event };
    }
    hasMore = page.hasMore && page.events.length > 0;
  }
  if (pause === undefined) return replaced === 0 ? last : replaced - 1;
  const mayBeNews = before > 0 && pause.number === last && !sent.has(runId, pause.number);
  return mayBeNews && (await isWaiting(reading, pause.event)) ? before : pause.number;
}
