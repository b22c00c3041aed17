import { PlatformError } from '#kernel';
import type { PublishedVersion } from '#plugins/apps/contract.ts';
import { MESSAGE_RUN } from '#plugins/conversations/contract.ts';
import type { Generation } from '#plugins/delivery-api/generation/generation.ts';
import { MessageRecord } from '#plugins/delivery-api/generation/message-record.ts';
import { purposeIn, withPurpose } from '#plugins/delivery-api/generation/run-purposes.ts';
import type { OwnedRun, RehydratedRun, RunOwner } from '#plugins/runs/contract.ts';

/** Owner of runs without a message. */
export const WORKFLOW_RUN = 'delivery-api.workflow';

/** The draft of an app as a version whose id is the app's. */
type Drafts = (workspaceId: string, appId: string) => Promise<PublishedVersion>;

/** What runs of this plugin need to go on after a crash or a pause. */
export function runOwners(generation: Generation, drafts: Drafts): RunOwner[] {
  const { versions, answers, conversations, purposes } = generation;
  const base = async ({ workspaceId, appId, keyId = null, workflowId }: OwnedRun): Promise<RehydratedRun | null> => {
    const version = await (workflowId === appId
      ? drafts(workspaceId, appId).catch(unlessGone)
      : versions(workspaceId, appId, workflowId));
    if (version === null) return null;
    const { environment, compiled } = version;
    const moderation = compiled.parameters.sensitive_word_avoidance;
    const outputFilter = answers.outputFilter({ workspaceId, appId, keyId, moderation });
    return { environment, outputFilter };
  };
  const purposeOf = ({ data, runId }: OwnedRun) => ({ purpose: purposeIn(data), run: { runId } });
  return [
    {
      id: WORKFLOW_RUN,
      async rehydrate(run) {
        const rehydrated = await base(run);
        return rehydrated && { ...rehydrated, ...withPurpose({}, purposes, purposeOf(run)) };
      },
    },
    {
      id: MESSAGE_RUN,
      async rehydrate(run) {
        const rehydrated = await base(run);
        const message = MessageRecord.rehydrated(conversations, run.data, run.runId);
        if (rehydrated === null || message === null) return rehydrated;
        const entries = {
          pauseEntries: (...paused: Parameters<MessageRecord['pauseEntries']>) => message.pauseEntries(...paused),
          finishEntries: (...ended: Parameters<MessageRecord['finishEntries']>) => message.finishEntries(...ended),
        };
        return { ...rehydrated, ...withPurpose(entries, purposes, purposeOf(run)) };
      },
    },
  ];
}

/** A draft that was deleted, or can't be compiled any more, goes on no more than a version that is gone. */
function unlessGone(error: unknown): null {
  if (error instanceof PlatformError && (error.kind === 'not-found' || error.kind === 'invalid')) return null;
  throw error;
}
