import { json, type Reply, type ReplyOptions, rawJson, type SchemaValue, unixSeconds } from '#http';
import type { chatAnswer, completionAnswer, workflowResult } from '#plugins/delivery-api/docs/answer-schemas.ts';
import type { acceptedRun } from '#plugins/delivery-api/docs/generation-docs.ts';
import { failureError } from '#plugins/delivery-api/frames/failure.ts';
import { pausedData } from '#plugins/delivery-api/frames/run-frames.ts';
import { metadataJson } from '#plugins/delivery-api/frames/usage.ts';
import type { LiveRun, RunDetail, RunEnd } from '#plugins/runs/contract.ts';
import { type MessageRecord, shapeOf } from './message-record.ts';

type RunIds = Pick<LiveRun, 'runId' | 'taskId' | 'startedAt'>;

/** The ids of a run that goes on by itself; `GET /v1/runs/{task_id}` tells the rest. */
export function acceptedReply(
  run: RunIds,
  message: MessageRecord | null,
  status: RunDetail['status'] = 'running',
): Reply {
  const ids = {
    task_id: run.taskId,
    workflow_run_id: run.runId,
    ...(message !== null && messageIds(message)),
  };
  const body = { ...ids, status, created_at: unixSeconds(run.startedAt) };
  return answerOfMode<typeof acceptedRun>(body, { status: 202, headers: { Location: `/v1/runs/${run.taskId}` } });
}

/** What names a message, and the conversation where there is one. */
export function messageIds({ id, data }: MessageRecord) {
  const { conversation } = data.turn;
  return { message_id: id, ...(conversation !== null && { conversation_id: conversation.id }) };
}

/**
 * The answer to a blocking call beyond its limit. 400, for no client sends that again by itself: the run has cost what it
 * cost, and would again (decision 0044). A reply rather than an error: a repetition with the same `Idempotency-Key` is of
 * this run.
 */
export function lateReply(milliseconds: number): Reply {
  const message = `The run exceeded the ${milliseconds / 1000} seconds a blocking call may take (WEFT_BLOCKING_TIMEOUT) and was stopped. The same call would take as long again: use response_mode "streaming", or "async".`;
  return answerOfMode({ code: 'bad_request', message, status: 400 }, { status: 400 });
}

/** A run that has ended, or waits for people. */
interface EndedGeneration {
  readonly run: RunIds;
  readonly workflowId: string;
  /** null: the run of a workflow, which writes none. */
  readonly message: MessageRecord | null;
  readonly end: RunEnd;
  /** JSON texts of the sources that were cited. */
  readonly citations: readonly string[];
}

/** The reply to a blocking call. Throws what a failed message is told as; a failed workflow is a 200 with its status. */
export function blockingReply({ run, workflowId, message, end, citations }: EndedGeneration): Reply {
  if (message === null) return workflowReply(run, workflowId, end);
  if (end.kind === 'run-finished' && end.status === 'failed') {
    throw failureError(end, shapeOf(message.data).isGraphApp);
  }
  return messageReply({ run, message, end, citations });
}

/** Held against its own schema here: which of a route's answers it is, the mode of the app decides. */
function answerOfMode<Schema>(body: SchemaValue<Schema>, options: ReplyOptions = {}): Reply {
  return json(body, options) as Reply;
}

/** 4.1 and 4.2. */
function messageReply({
  run,
  message,
  end,
  citations,
}: Pick<EndedGeneration, 'run' | 'end' | 'citations'> & { readonly message: MessageRecord }): Reply {
  const { turn, mode, annotation } = message.data;
  const isPaused = end.kind === 'run-paused';
  return answerOfMode<typeof chatAnswer | typeof completionAnswer>({
    event: isPaused ? 'workflow_paused' : 'message',
    task_id: run.taskId,
    id: message.id,
    message_id: message.id,
    ...(turn.conversation !== null && { conversation_id: turn.conversation.id }),
    mode,
    answer: end.answer,
    metadata: rawJson(metadataJson({ usage: end.usage, citations, annotation }, false)),
    created_at: unixSeconds(message.createdAt),
    ...(isPaused && { workflow_run_id: run.runId, data: rawJson(pausedData(run.runId, end)) }),
  });
}

/** 4.3. */
function workflowReply(run: RunIds, workflowId: string, end: RunEnd): Reply {
  const isPaused = end.kind === 'run-paused';
  return answerOfMode<typeof workflowResult>({
    task_id: run.taskId,
    workflow_run_id: run.runId,
    log_id: run.runId,
    data: {
      id: run.runId,
      workflow_id: workflowId,
      status: isPaused ? 'paused' : end.status,
      outputs: rawJson(end.outputs),
      error: isPaused ? null : end.error,
      elapsed_time: end.elapsed,
      total_tokens: end.totalTokens,
      total_steps: end.totalSteps,
      // Not when the engine's thread began, which may be a second later.
      created_at: unixSeconds(run.startedAt),
      finished_at: isPaused ? null : unixSeconds(end.finishedAt),
      sequence_number: 1,
      ...(isPaused && {
        paused_nodes: end.reasons.map(({ nodeId }) => nodeId),
        reasons: end.reasons.map(({ data }) => rawJson(data)),
      }),
    },
  });
}
