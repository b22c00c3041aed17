import type { RunPausedEvent } from '../../engine/contract.ts';
import { type Reply, type Route, type RouteRequest, route, type SchemaValue, sse } from '../../http/contract.ts';
import { PlatformError } from '../../kernel/index.ts';
import type { Runs } from '../runs/contract.ts';
import { type AppCaller, AppKeyAccess, requireMode } from './caller.ts';
import { runDocs } from './docs/run-docs.ts';
import type { FrameMapper } from './frame-mapper.ts';
import type { Generation } from './generation.ts';
import { isCurrent, mapperOf } from './past-frames.ts';
import { runEventsQuery } from './schemas.ts';
import { requiredUser } from './user.ts';

type Request = RouteRequest<AppCaller, SchemaValue<typeof runEventsQuery>, unknown, 'workflow_run_id'>;

interface Reading {
  readonly runs: Runs;
  readonly workspaceId: string;
  readonly runId: string;
  readonly mapper: FrameMapper;
  readonly signal: AbortSignal;
}

/** Joining a run again (runtime API, workflow). */
export function runEventsRoutes(generation: Generation): Route[] {
  return [
    route({
      id: 'delivery-api.follow-run',
      method: 'GET',
      path: '/v1/workflow/:workflow_run_id/events',
      access: AppKeyAccess,
      summary: 'Follow a run as a stream',
      docs: runDocs.events,
      params: { type: 'object', properties: { workflow_run_id: { type: 'string', format: 'uuid' } } },
      query: runEventsQuery,
      guard: ({ principal, query }) => {
        requiredUser(query);
        requireMode(principal, 'graph');
      },
      handle: (request) => followRun(generation, request),
    }),
  ];
}

async function followRun(generation: Generation, request: Request): Promise<Reply> {
  const { principal, params, query, signal } = request;
  const { workspaceId, app } = principal;
  const runId = params.workflow_run_id.toLowerCase();
  const sessionId = requiredUser(query);
  const { user } = generation.endUsers.identify({ workspaceId, appId: app.id, type: 'service-api', sessionId });
  const { runs } = generation;
  const run = await runs.get(workspaceId, runId);
  const isOwn = run?.appId === app.id && run.createdBy.role === 'end_user' && run.createdBy.id === user.id;
  if (run === null || !isOwn) {
    throw new PlatformError('not-found', 'delivery-api.not_found', `There is no run ${runId}.`);
  }
  const owner = await runs.owner(workspaceId, runId);
  const mapper = mapperOf(generation, { run, owner, user, workspaceId });
  const reading = { runs, workspaceId, runId, mapper, signal };
  const isOver = run.status !== 'running' && run.status !== 'paused';
  const { include_state_snapshot: isWhole, continue_on_pause: goesOn } = query;
  const frames = isOver
    ? lastFrame(reading)
    : allFrames(reading, { isWhole: isWhole === true, goesOn: goesOn === true });
  return sse(frames, { pingAtOnce: true, identity: mapper.identity, headers: { 'x-workflow-run-id': runId } });
}

/** Of a run that is over only its end is told. */
async function* lastFrame({ runs, workspaceId, runId, mapper, signal }: Reading): AsyncGenerator<readonly string[]> {
  for await (const batch of runs.follow(workspaceId, runId, { signal })) {
    const last = batch.at(-1)?.event;
    if (last?.kind === 'run-finished') yield [mapper.finished(last)];
  }
}

/**
 * The run from where the reader wants it. Nothing that came before is told, but all of it is read: the end of a message
 * names sources that were cited at its beginning.
 */
async function* allFrames(
  { runs, workspaceId, runId, mapper, signal }: Reading,
  { isWhole, goesOn }: { readonly isWhole: boolean; readonly goesOn: boolean },
): AsyncGenerator<readonly string[]> {
  const isWaiting = async (pause: RunPausedEvent) => isCurrent(pause, await runs.paused(workspaceId, runId));
  const start = isWhole ? 0 : await liveFrom({ runs, workspaceId, runId, isWaiting, goesOn });
  for await (const batch of runs.follow(workspaceId, runId, { signal })) {
    const frames: string[] = [];
    for (const { number, event } of batch) {
      const isPause = event.kind === 'run-paused';
      const mayClose = isPause && number > start && !goesOn && (await isWaiting(event));
      // A pause that is over would close the stream for those who read it.
      const told = isPause && !goesOn && !mayClose ? [] : mapper.map([event]);
      if (number > start) frames.push(...told);
      if (!mayClose) continue;
      yield frames;
      return;
    }
    if (frames.length > 0) yield frames;
  }
}

/**
 * The number of the last event that a reader without a past does not get. Who was there when the run paused goes on
 * exactly after that; a run that waits tells so once more; else it is what comes from now on.
 */
async function liveFrom({
  runs,
  workspaceId,
  runId,
  isWaiting,
  goesOn,
}: Pick<Reading, 'runs' | 'workspaceId' | 'runId'> & {
  readonly isWaiting: (pause: RunPausedEvent) => Promise<boolean>;
  readonly goesOn: boolean;
}): Promise<number> {
  let last = 0;
  let pause: { readonly number: number; readonly event: RunPausedEvent } | undefined;
  for (let hasMore = true; hasMore; ) {
    const page = await runs.events(workspaceId, runId, { after: last });
    for (const { number, event } of page.events) {
      last = number;
      if (event.kind === 'run-paused') pause = { number, event };
    }
    hasMore = page.hasMore && page.events.length > 0;
  }
  if (pause === undefined) return last;
  const isShown = !goesOn && pause.number === last && (await isWaiting(pause.event));
  return isShown ? pause.number - 1 : pause.number;
}
