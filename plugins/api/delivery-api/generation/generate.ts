import { type Reply, sse } from '#http';
import type { AppCaller } from '#plugins/app-access/contract.ts';
import { requireVersion } from '#plugins/delivery-api/callers/callable-version.ts';
import type { GenerationBody } from '#plugins/delivery-api/docs/schemas.ts';
import { frames } from '#plugins/delivery-api/frames/frame-stream.ts';
import { mapperFor } from '#plugins/delivery-api/frames/run-mapper.ts';
import { resumeOf } from '#plugins/delivery-api/frames/shared-frames.ts';
import type { LiveRun, RunEnd, RunStart } from '#plugins/runs/contract.ts';
import { callerKind, type Generation, visitOf, withAddresses } from './generation.ts';
import { shapeOf } from './message-record.ts';
import { prepareMessage } from './message-run.ts';
import type { PreparedGeneration } from './prepared-run.ts';
import { acceptedReply, blockingReply, lateReply } from './replies.ts';
import type { GenerationRequest } from './request-body.ts';
import { withPurpose } from './run-purposes.ts';
import type { SpeechStream } from './single-providers.ts';
import { prepareWorkflow } from './workflow-run.ts';

/** Milliseconds a blocking call's first rows may wait: a caller that is told nothing before the end loses nothing. */
const BLOCKING_ACCEPT_DELAY = 100;

/**
 * Starts a run of an app for a caller and answers as they asked: with its end, with its stream, or with its ids
 * (runtime API: completion, chat, workflow).
 */
export async function generate(generation: Generation, caller: AppCaller, request: GenerationRequest): Promise<Reply> {
  const { body } = request;
  const isBlocking = isBlockingCall(body);
  const { run, version, endUser, start, message } = await beginRun(generation, caller, request, {
    maxSeconds: maxSecondsOf(generation, body),
    acceptDelay: isBlocking ? BLOCKING_ACCEPT_DELAY : 0,
    isRead: !isBlocking,
  });
  const { workspaceId } = caller;
  if (isBlocking) {
    const end = await finishWithin(run, generation.blockingTimeout);
    if (end === null) return lateReply(generation.blockingTimeout);
    const reachable = withAddresses(generation, workspaceId, end);
    return blockingReply({ run, workflowId: version.id, message, end: reachable, citations: message?.citations ?? [] });
  }
  // Nothing is sent to the caller, not even the run's id, before the run can't be lost any more.
  const opening =
    body.response_mode === 'streaming' ? openSpeech(generation, caller, version.compiled.parameters) : null;
  const [speech] = await Promise.all([opening, run.accepted]);
  if (body.response_mode === 'async') return acceptedReply(run, message);
  const { recordedInputs } = start;
  const mapper = mapperFor(generation, {
    run: { runId: run.runId, workflowId: version.id, recordedInputs, startedAt: run.startedAt, user: endUser.user },
    taskId: run.taskId,
    workspaceId,
    message,
  });
  const isGraphApp = message === null || shapeOf(message.data).isGraphApp;
  return sse(frames(run.read(), mapper, speech), {
    pingAtOnce: isGraphApp,
    identity: mapper.identity,
    resume: resumeOf(generation, run),
    ...(isGraphApp && { headers: { 'x-workflow-run-id': run.runId } }),
  });
}

/** A run that has begun, and what it was begun with. */
export interface BegunGeneration extends Pick<PreparedGeneration, 'version' | 'endUser' | 'start' | 'message'> {
  readonly run: LiveRun;
}

/** Checks what a run of an app is asked with, and begins it. */
export async function beginRun(
  generation: Generation,
  caller: AppCaller,
  request: GenerationRequest,
  how: Pick<RunStart, 'maxSeconds' | 'acceptDelay' | 'isRead'>,
): Promise<BegunGeneration> {
  const prepare = caller.app.mode === 'workflow' ? prepareWorkflow : prepareMessage;
  const { version, endUser, start, startEntries, message, onBegun } = await prepare({
    generation,
    caller,
    version: requireVersion(caller),
    request,
  });
  const { workspaceId, app, keyId } = caller;
  const { claim, traceparent, purposes, purpose } = generation;
  const known = { runId: '' };
  const run = await generation.runs.begin({
    workspaceId,
    appId: app.id,
    workflowId: version.id,
    ...start,
    ...withPurpose(start, purposes, { purpose, run: known }),
    triggeredFrom: callerKind(generation).triggeredFrom,
    createdBy: { role: 'end_user', id: endUser.user.id },
    keyId,
    ...visitOf(generation, caller),
    environment: version.environment,
    ...how,
    isClaimed: claim !== undefined,
    traceparent,
    startEntries: ({ runId }) => {
      known.runId = runId;
      return [...(claim?.entries(runId) ?? []), ...endUser.entries, ...startEntries(runId)];
    },
  });
  run.accepted.then(endUser.written, () => {});
  onBegun?.(run);
  return { run, version, endUser, start, message };
}

/** Whether the caller waits for the end, as those do who say nothing (runtime API, request bodies). */
function isBlockingCall({ response_mode: mode }: GenerationBody): boolean {
  return mode !== 'streaming' && mode !== 'async';
}

/** Seconds the run of a request may take: streaming has no limit of its own (runtime API, size and time limits). */
function maxSecondsOf({ blockingTimeout }: Generation, body: GenerationBody): number | null | undefined {
  if (isBlockingCall(body)) return blockingTimeout / 1000 + 5;
  return body.response_mode === 'streaming' ? null : undefined;
}

/** Waits for a blocking run; at the limit the run is stopped, its records stay, and the result is null. */
async function finishWithin(run: LiveRun, milliseconds: number): Promise<RunEnd | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  try {
    const end = await Promise.race([run.finished, late]);
    if (end === null)
      run.stop(`The blocking call exceeded its limit of ${milliseconds / 1000} seconds (WEFT_BLOCKING_TIMEOUT).`);
    return end;
  } finally {
    clearTimeout(timer);
  }
}

/** The speech of a streamed answer; null for apps that don't speak by themselves. */
async function openSpeech(
  { speechStreamers }: Generation,
  { workspaceId, app, keyId }: AppCaller,
  parameters: Readonly<Record<string, unknown>>,
): Promise<SpeechStream | null> {
  const feature = parameters.text_to_speech as Readonly<Record<string, unknown>> | undefined;
  if (speechStreamers.provider === null || feature?.enabled !== true || feature.autoPlay !== 'enabled') return null;
  return speechStreamers.provider.stream({ workspaceId, appId: app.id, keyId }, feature);
}
