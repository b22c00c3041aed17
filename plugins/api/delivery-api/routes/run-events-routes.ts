import type { RunPausedEvent } from '#engine';
import { type Reply, type Route, type RouteRequest, route, type SchemaValue, sse } from '#http';
import { PlatformError } from '#kernel';
import { type AppCaller, AppUserAccess, callerUser, requiredUser, requireMode } from '#plugins/app-access/contract.ts';
import { runDocs } from '#plugins/delivery-api/docs/run-docs.ts';
import { runEventsQuery } from '#plugins/delivery-api/docs/schemas.ts';
import type { FrameMapper } from '#plugins/delivery-api/frames/frame-mapper.ts';
import { isCurrent, mapperOf } from '#plugins/delivery-api/frames/run-mapper.ts';
import { SentPauses } from '#plugins/delivery-api/frames/sent-pauses.ts';
import { stepView } from '#plugins/delivery-api/frames/shown-steps.ts';
import type { Generation } from '#plugins/delivery-api/generation/generation.ts';
import type { Runs } from '#plugins/runs/contract.ts';

type Request = RouteRequest<AppCaller, SchemaValue<typeof runEventsQuery>, unknown, 'workflow_run_id'>;

interface Reading {
  readonly runs: Runs;
  readonly workspaceId: string;
  readonly runId: string;
  readonly mapper: FrameMapper;
  readonly sent: SentPauses;
  readonly signal: AbortSignal;
}

/** Joining a run again (runtime API, workflow). */
export function runEventsRoutes(generation: Generation): Route[] {
  const sent = new SentPauses();
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
      handle: (request) => followRun(generation, sent, request),
    }),
  ];
}

async function followRun(generation: Generation, sent: SentPauses, request: Request): Promise<Reply> {
  const { principal, params, query, signal } = request;
  const { workspaceId, app } = principal;
  const runId = params.workflow_run_id.toLowerCase();
  const { user } = generation.endUsers.identify({ workspaceId, appId: app.id, ...callerUser(principal, query) });
  const { runs } = generation;
  const run = await runs.get(workspaceId, runId);
  const isOwn = run?.appId === app.id && run.createdBy.role === 'end_user' && run.createdBy.id === user.id;
  if (run === null || !isOwn) {
    throw new PlatformError('not-found', 'delivery-api.not_found', `There is no run ${runId}.`);
  }
  const owner = await runs.owner(workspaceId, runId);
  const { origin } = request;
  const mapper = mapperOf({ ...generation, origin, ...stepView(principal) }, { run, owner, user, workspaceId });
  const reading = { runs, workspaceId, runId, mapper, sent, signal };
  const isOver = run.status !== 'running' && run.status !== 'paused';
  const { include_state_snapshot: isWhole, continue_on_pause: goesOn } = query;
  const frames = isOver
    ? lastFrame(reading)
    : allFrames(reading, { isWhole: isWhole === true, goesOn: goesOn === true });
  const counted = generation.streams.counted(frames, { appId: app.id, userId: user.id, signal });
  return sse(counted, { pingAtOnce: true, identity: mapper.identity, headers: { 'x-workflow-run-id': runId } });
}

/** Of a run that is over only its end is sent. */
async function* lastFrame({ runs, workspaceId, runId, mapper, signal }: Reading): AsyncGenerator<readonly string[]> {
  for await (const batch of runs.follow(workspaceId, runId, { signal })) {
    const last = batch.at(-1)?.event;
    if (last?.kind === 'run-finished') yield [mapper.finished(last)];
  }
}

/**
 * The run from where the reader wants it. Nothing that came before is sent, but all of it is read: the end of a message
 * names sources that were cited at its beginning. It closes at the next pause, not at the one the run was in when its reader
 * came: who opens it before the form is answered would never hear what came of that.
 */
async function* allFrames(
  reading: Reading,
  { isWhole, goesOn }: { readonly isWhole: boolean; readonly goesOn: boolean },
): AsyncGenerator<readonly string[]> {
  const { runs, workspaceId, runId, mapper, sent, signal } = reading;
  const live = await liveFrom(reading);
  const start = isWhole ? 0 : live;
  for await (const batch of runs.follow(workspaceId, runId, { signal })) {
    const frames: string[] = [];
    let pause = 0;
    let isLast = false;
    for (const { number, event } of batch) {
      const isPause = event.kind === 'run-paused';
      isLast = isPause && number > live && !goesOn && (await isWaiting(reading, event));
      // A pause of before, or one that is over, would close the stream for those who read it.
      const frame = isPause && !goesOn && !isLast ? [] : mapper.map([event]);
      if (number > start) frames.push(...frame);
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
