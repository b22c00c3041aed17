import { PlatformError } from '../../kernel/index.ts';
import type { PublishedVersion } from '../apps/contract.ts';
import type { OwnedRun, RevivedRun, RunOwner } from '../runs/contract.ts';
import type { Generation } from './generation.ts';
import { MessageRecord } from './message-record.ts';

/** Owner of runs without a message. */
export const WORKFLOW_RUN = 'delivery-api.workflow';
/** Owner of runs that write a message. */
export const MESSAGE_RUN = 'delivery-api.message';

/** The draft of an app as a version whose id is the app's. */
type Drafts = (workspaceId: string, appId: string) => Promise<PublishedVersion>;

/** What runs of this plugin need to go on after a crash or a pause. */
export function runOwners(generation: Generation, drafts: Drafts): RunOwner[] {
  const { versions, answers, conversations } = generation;
  const base = async ({ workspaceId, appId, keyId = null, workflowId }: OwnedRun): Promise<RevivedRun | null> => {
    const version = await (workflowId === appId
      ? drafts(workspaceId, appId).catch(unlessGone)
      : versions(workspaceId, appId, workflowId));
    if (version === null) return null;
    const { environment, compiled } = version;
    const moderation = compiled.parameters.sensitive_word_avoidance;
    return { environment, screen: answers.screen({ workspaceId, appId, keyId, moderation }) };
  };
  return [
    { id: WORKFLOW_RUN, revive: base },
    {
      id: MESSAGE_RUN,
      async revive(run) {
        const revived = await base(run);
        const message = MessageRecord.revived(conversations, run.data, run.runId);
        if (revived === null || message === null) return revived;
        return {
          ...revived,
          pauseEntries: (paused, transcript) => message.pauseEntries(paused, transcript),
          finishEntries: (end, transcript) => message.finishEntries(end, transcript),
        };
      },
    },
  ];
}

/** A draft that was deleted, or can't be compiled any more, goes on no more than a version that is gone. */
function unlessGone(error: unknown): null {
  if (error instanceof PlatformError && (error.kind === 'not-found' || error.kind === 'invalid')) return null;
  throw error;
}
