import { type Reply, type RouteRequest, sse } from '../../http/contract.ts';
import { PlatformError } from '../../kernel/index.ts';
import type { RunDetail, RunEnd } from '../runs/contract.ts';
import { acceptedReply } from './accepted-run.ts';
import type { AppCaller } from './caller.ts';
import { failureError } from './failure.ts';
import { askedBy, type Generation, lateReply } from './generation.ts';
import { blockingMessageReply } from './message-generation.ts';
import { type MessageRecord, shapeOf } from './message-record.ts';
import { framesAfter, type PastReading } from './past-events.ts';
import { isCurrent, mapperOf, messageOf } from './past-frames.ts';
import type { GenerationBody } from './schemas.ts';
import { requiredUser } from './user.ts';
import { blockingWorkflowReply } from './workflow-generation.ts';

type Request = RouteRequest<AppCaller, unknown, GenerationBody>;

/** Makes a request that starts a run: once, however often it is sent with one `Idempotency-Key`. */
export function startOnce(
  shared: Generation,
  request: Request,
  start: (generation: Generation) => Promise<Reply>,
): Promise<Reply> {
  const { principal, headers, path, bodyText } = request;
  const { traceparent } = headers;
  const generation = traceparent === undefined ? shared : { ...shared, traceparent };
  if (headers['idempotency-key'] === undefined) return start(generation);
  const { workspaceId, appId } = principal;
  const { response_mode: mode } = request.body;
  const repetition = {
    generation,
    workspaceId,
    appId,
    sessionId: requiredUser(request.body, bodyText),
    mode,
    signal: request.signal,
  };
  return generation.idempotency.run(
    { workspaceId, appId, headers, path, bodyText },
    {
      refusal: () => askedBy(generation, principal, repetition.sessionId).refusal,
      start: (claim) => start(claim === null ? generation : { ...generation, claim }),
      repeat: (runId) => repeatedReply(repetition, runId),
    },
  );
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
  const { user } = endUsers.identify({ workspaceId, appId, type: 'service-api', sessionId });
  const mapper = mapperOf(generation, { run, owner, user, workspaceId });
  const reading = { runs, workspaceId, runId, mapper, goesOn: false, signal };
  if (mode === 'streaming') {
    const isGraphApp = message === null || shapeOf(message.data).isGraphApp;
    const headers = isGraphApp ? { 'x-workflow-run-id': runId } : {};
    return sse(texts(reading), { pingAtOnce: isGraphApp, identity: mapper.identity, headers });
  }
  const past = await endOf(reading, generation.blockingTimeout);
  if (past === null) return lateReply(generation.blockingTimeout);
  const outputs = generation.files.freshenText(workspaceId, past.end.outputs);
  return blockingReply(run, message, { ...past, end: { ...past.end, outputs } });
}

function gone(runId: string): PlatformError {
  const text = `The run ${runId} of this Idempotency-Key is older than what is kept; choose a new key.`;
  return new PlatformError('not-found', 'delivery-api.not_found', text);
}

function blockingReply(run: RunDetail, message: MessageRecord | null, { end, citations }: PastEnd): Reply {
  const ids = { runId: run.id, taskId: run.taskId, startedAt: run.createdAt };
  if (message === null) return blockingWorkflowReply(ids, run.workflowId, end);
  if (end.kind === 'run-finished' && end.status === 'failed') {
    throw failureError(end, shapeOf(message.data).isGraphApp);
  }
  return blockingMessageReply({ message, end, citations: message.shown(citations), ids });
}

interface PastEnd {
  readonly end: RunEnd;
  readonly citations: readonly string[];
}

async function* texts(reading: PastReading): AsyncGenerator<readonly string[]> {
  const beginning = { after: 0, generation: undefined, frames: 0 };
  for await (const frames of framesAfter(beginning, reading)) yield frames.map(({ text }) => text);
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
