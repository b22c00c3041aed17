import { type Reply, type RouteRequest, sse } from '#http';
import { PlatformError } from '#kernel';
import { type AppCaller, callerHeaders, requiredUser, userKind } from '#plugins/app-access/contract.ts';
import type { GenerationBody } from '#plugins/delivery-api/docs/schemas.ts';
import { framesAfter, type PastReading } from '#plugins/delivery-api/frames/past-events.ts';
import { isCurrent, mapperOf, messageOf } from '#plugins/delivery-api/frames/run-mapper.ts';
import { type FollowedRun, resumeOf, sharedFrames } from '#plugins/delivery-api/frames/shared-frames.ts';
import { stepView } from '#plugins/delivery-api/frames/shown-steps.ts';
import type { RunEnd } from '#plugins/runs/contract.ts';
import { callerKind, callerOf, type Generation, withAddresses } from './generation.ts';
import { shapeOf } from './message-record.ts';
import { acceptedReply, blockingReply, lateReply } from './replies.ts';

type Request = RouteRequest<AppCaller, unknown, GenerationBody>;

/** Makes a request that starts a run: once, however often it is sent with one `Idempotency-Key`. */
export function startOnce(
  shared: Generation,
  request: Request,
  start: (generation: Generation) => Promise<Reply>,
): Promise<Reply> {
  const { principal, headers, path, bodyText } = request;
  const { traceparent } = headers;
  const generation = {
    ...shared,
    origin: request.origin,
    ...(traceparent !== undefined && { traceparent }),
    ...fromOf(principal),
    ...stepView(principal),
  };
  if (headers['idempotency-key'] === undefined) return start(generation);
  const { workspaceId, appId } = principal;
  const { response_mode: mode } = request.body;
  const repetition = {
    generation,
    workspaceId,
    appId,
    sessionId: requiredUser(principal, request.body, bodyText),
    mode,
    signal: request.signal,
  };
  return generation.idempotency.run(
    { workspaceId, appId, headers: callerHeaders(principal, headers), path, bodyText },
    {
      refusal: () => callerOf(generation, principal, repetition.sessionId).refusal,
      start: (claim) => start(claim === null ? generation : { ...generation, claim }),
      repeat: (runId) => {
        request.forgetBody();
        return repeatedReply(repetition, runId);
      },
    },
  );
}

/** Visitors are users of another kind. */
function fromOf(principal: AppCaller): Pick<Generation, 'from'> {
  return userKind(principal) === 'web-app' ? { from: 'web-app' } : {};
}

interface Repetition {
  readonly generation: Generation;
  readonly workspaceId: string;
  readonly appId: string;
  readonly sessionId: string;
  readonly mode: GenerationBody['response_mode'];
  readonly signal: AbortSignal;
}

/** What the request that started the run is answered: the same stream, the same ids, or the same end. */
async function repeatedReply(repetition: Repetition, runId: string): Promise<Reply> {
  const { generation, workspaceId, appId, sessionId, mode, signal } = repetition;
  const { runs, conversations, endUsers } = generation;
  const run = await runs.get(workspaceId, runId);
  if (run === null) throw gone(runId);
  const owner = await runs.owner(workspaceId, runId);
  const message = messageOf(conversations, owner, runId);
  if (mode === 'async') return acceptedReply({ ...run, runId, startedAt: run.createdAt }, message, run.status);
  const { user } = endUsers.identify({ workspaceId, appId, type: callerKind(generation).type, sessionId });
  const mapper = mapperOf(generation, { run, owner, user, workspaceId });
  const reading = { runs, workspaceId, runId, mapper, goesOn: false, signal };
  if (mode === 'streaming') {
    const isGraphApp = message === null || shapeOf(message.data).isGraphApp;
    const headers = isGraphApp ? { 'x-workflow-run-id': runId } : {};
    const shared = repeatedFrames(generation, { runId, user, workspaceId }, signal);
    const frames = generation.streams.counted(shared, { appId, userId: user.id, signal });
    const resume = resumeOf(generation, { runId, taskId: run.taskId });
    return sse(frames, { pingAtOnce: isGraphApp, identity: mapper.identity, headers, resume });
  }
  const past = await endOf(reading, generation.blockingTimeout);
  if (past === null) return lateReply(generation.blockingTimeout);
  return blockingReply({
    run: { runId, taskId: run.taskId, startedAt: run.createdAt },
    workflowId: run.workflowId,
    message,
    end: withAddresses(generation, workspaceId, past.end),
    citations: message === null ? [] : message.shown(past.citations),
  });
}

function gone(runId: string): PlatformError {
  const text = `The run ${runId} of this Idempotency-Key is older than what is kept; choose a new key.`;
  return new PlatformError('not-found', 'delivery-api.not_found', text);
}

interface PastEnd {
  readonly end: RunEnd;
  readonly citations: readonly string[];
}

function repeatedFrames(generation: Generation, followed: FollowedRun, signal: AbortSignal) {
  const { runs } = generation;
  const { workspaceId, runId } = followed;
  return sharedFrames(generation, followed, {
    kind: 'repeated',
    hasIds: false,
    signal,
    read: (cursor, mapper, ended) =>
      framesAfter(cursor, { runs, workspaceId, runId, mapper, goesOn: false, signal: ended }),
  });
}

/** How the run ended, or that it waits for people; null when that takes too long. */
async function endOf({ runs, workspaceId, runId, signal }: PastReading, milliseconds: number): Promise<PastEnd | null> {
  const citations: string[] = [];
  const end = await lastEvent();
  return end === null ? null : { end, citations };

  async function lastEvent(): Promise<RunEnd | null> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
    for await (const batch of runs.follow(workspaceId, runId, { signal: limit })) {
      for (const { event } of batch) {
        if (event.kind === 'citations') citations.push(event.resources);
        if (event.kind === 'run-finished') return event;
        if (event.kind === 'run-paused' && isCurrent(event, await runs.paused(workspaceId, runId))) return event;
      }
    }
    return null;
  }
}
