import type { OwnedRun, RevivedRun, RunOwner } from '../runs/contract.ts';
import type { Generation } from './generation.ts';
import { MessageRecord } from './message-record.ts';

/** Owner of runs without a message. */
export const WORKFLOW_RUN = 'delivery-api.workflow';
/** Owner of runs that write a message. */
export const MESSAGE_RUN = 'delivery-api.message';

/** What runs of this plugin need to go on after a crash or a pause. */
export function runOwners(generation: Generation): RunOwner[] {
  const { versions, moderation, conversations } = generation;
  const base = async ({ workspaceId, appId, workflowId }: OwnedRun): Promise<RevivedRun | null> => {
    const version = await versions(workspaceId, appId, workflowId);
    if (version === null) return null;
    const { environment, compiled } = version;
    const feature = compiled.parameters.sensitive_word_avoidance;
    return { environment, screen: moderation.output({ workspaceId, feature }) };
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
