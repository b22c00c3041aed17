import { json, type Reply } from '../../http/contract.ts';
import type { LiveRun, RunDetail } from '../runs/contract.ts';
import type { MessageRecord } from './message-record.ts';
import { seconds } from './run-frames.ts';

/** The ids of a run that goes on by itself; `GET /v1/runs/{task_id}` tells the rest. */
export function acceptedReply(
  run: Pick<LiveRun, 'runId' | 'taskId' | 'startedAt'>,
  message: MessageRecord | null,
  status: RunDetail['status'] = 'running',
): Reply {
  const ids = {
    task_id: run.taskId,
    workflow_run_id: run.runId,
    ...(message !== null && messageIds(message)),
  };
  const body = { ...ids, status, created_at: seconds(run.startedAt) };
  return json(body, { status: 202, headers: { Location: `/v1/runs/${run.taskId}` } });
}

/** What names a message, and the conversation where there is one. */
export function messageIds({ id, data }: MessageRecord) {
  const { conversation } = data.turn;
  return { message_id: id, ...(conversation !== null && { conversation_id: conversation.id }) };
}
