import type { RunPausedEvent } from '#engine';
import type { Conversations } from '#plugins/conversations/contract.ts';
import { MESSAGE_RUN } from '#plugins/conversations/contract.ts';
import type { Generation } from '#plugins/delivery-api/generation/generation.ts';
import { MessageRecord, shapeOf } from '#plugins/delivery-api/generation/message-record.ts';
import type { EndUser } from '#plugins/end-users/contract.ts';
import type { RunDetail, Runs } from '#plugins/runs/contract.ts';
import { type FrameMapper, FreshFrames } from './frame-mapper.ts';
import { MessageFrames } from './message-frames.ts';
import type { RunFrameContext } from './run-frames.ts';
import { ShownSteps } from './shown-steps.ts';
import { WorkflowFrames } from './workflow-frames.ts';

type Owner = Awaited<ReturnType<Runs['owner']>>;

/** The message a run writes; null for runs of workflows, and for forks. */
export function messageOf(conversations: Conversations, owner: Owner, runId: string): MessageRecord | null {
  return owner?.id === MESSAGE_RUN ? MessageRecord.rehydrated(conversations, owner.data, runId) : null;
}

/** Turns the events of a run into the frames its client is sent, with addresses of files that work for this request. */
export function mapperFor(
  { files, origin, steps, causes }: Pick<Generation, 'files' | 'origin' | 'steps' | 'causes'>,
  { run, taskId, workspaceId, message }: RunOfStream,
): FrameMapper {
  const frames =
    message === null
      ? new WorkflowFrames(run, taskId)
      : new MessageFrames({
          run,
          taskId,
          messageId: message.id,
          conversationId: message.data.turn.conversation?.id ?? null,
          createdAt: message.createdAt,
          ...shapeOf(message.data),
        });
  const visible =
    steps === undefined
      ? frames
      : new ShownSteps(
          frames,
          { steps, ...(causes !== undefined && { causes }) },
          message !== null && shapeOf(message.data).isAgentApp,
        );
  return new FreshFrames(visible, files.at(origin), workspaceId);
}

interface RunOfStream {
  readonly run: RunFrameContext;
  readonly taskId: string;
  readonly workspaceId: string;
  readonly message: MessageRecord | null;
}

/** The same for a run that was started before. */
export function mapperOf(
  generation: Pick<Generation, 'conversations' | 'files' | 'origin' | 'steps' | 'causes'>,
  {
    run,
    owner,
    user,
    workspaceId,
  }: { readonly run: RunDetail; readonly owner: Owner; readonly user: EndUser; readonly workspaceId: string },
): FrameMapper {
  const { id: runId, workflowId, inputs: recordedInputs, createdAt: startedAt, taskId } = run;
  const message = messageOf(generation.conversations, owner, runId);
  const context = { runId, workflowId, recordedInputs, startedAt, user };
  return mapperFor(generation, { run: context, taskId, workspaceId, message });
}

/** Whether a pause is the one the run is in. */
export function isCurrent(pause: RunPausedEvent, reasons: Awaited<ReturnType<Runs['paused']>>): boolean {
  const ids = (reasons ?? []).map(({ executionId }) => executionId);
  return ids.length === pause.reasons.length && pause.reasons.every(({ executionId }) => ids.includes(executionId));
}
