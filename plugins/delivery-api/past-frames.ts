import type { RunPausedEvent } from '../../engine/contract.ts';
import type { Conversations } from '../conversations/contract.ts';
import type { EndUser } from '../end-users/contract.ts';
import type { StoredFiles } from '../files/contract.ts';
import type { RunDetail, Runs } from '../runs/contract.ts';
import type { FrameMapper } from './frame-mapper.ts';
import { FreshFrames } from './fresh-frames.ts';
import { MessageFrames } from './message-frames.ts';
import { MessageRecord, shapeOf } from './message-record.ts';
import { MESSAGE_RUN } from './run-owners.ts';
import { WorkflowFrames } from './workflow-frames.ts';

type Owner = Awaited<ReturnType<Runs['owner']>>;

/** The message a run writes; null for runs of workflows, and for forks. */
export function messageOf(conversations: Conversations, owner: Owner, runId: string): MessageRecord | null {
  return owner?.id === MESSAGE_RUN ? MessageRecord.revived(conversations, owner.data, runId) : null;
}

/** Tells a run that was started before as its own stream did. */
export function mapperOf(
  { conversations, files }: { readonly conversations: Conversations; readonly files: StoredFiles },
  {
    run,
    owner,
    user,
    workspaceId,
  }: { readonly run: RunDetail; readonly owner: Owner; readonly user: EndUser; readonly workspaceId: string },
): FrameMapper {
  const context = {
    runId: run.id,
    workflowId: run.workflowId,
    recordedInputs: run.inputs,
    startedAt: run.createdAt,
    user,
  };
  const message = messageOf(conversations, owner, run.id);
  if (message === null) return new FreshFrames(new WorkflowFrames(context, run.taskId), files, workspaceId);
  const frames = new MessageFrames({
    run: context,
    taskId: run.taskId,
    messageId: message.id,
    conversationId: message.data.turn.conversation?.id ?? null,
    createdAt: message.createdAt,
    ...shapeOf(message.data),
  });
  return new FreshFrames(frames, files, workspaceId);
}

/** Whether a pause is the one the run is in. */
export function isCurrent(pause: RunPausedEvent, reasons: Awaited<ReturnType<Runs['paused']>>): boolean {
  const ids = (reasons ?? []).map(({ executionId }) => executionId);
  return ids.length === pause.reasons.length && pause.reasons.every(({ executionId }) => ids.includes(executionId));
}
