import type { JsonText, RunFinishedEvent } from '../../engine/contract.ts';
import type { RunEnd, RunFollower, RunStart, RunTranscript } from './contract.ts';

/** The start of a run, with what followers keep with its end. */
export interface FollowedStart extends RunStart {
  /** JSON object: what each follower notes, by its id. */
  readonly endNotes?: (end: RunFinishedEvent) => JsonText;
}

/** The start of a run whose end carries also the rows and notes of followers. */
export function withEndEntries(start: RunStart, runId: string, followers: readonly RunFollower[]): FollowedStart {
  const tellers = followers.filter(({ ending }) => ending !== undefined);
  const noters = followers.filter(({ note }) => note !== undefined);
  // Not `start` itself: it has the inputs, and what is returned here lives as long as the run.
  const { workspaceId, appId, kind, triggeredFrom, createdBy, keyId = null, pauseEntries, finishEntries } = start;
  const run = { runId, workspaceId, appId, keyId, kind, triggeredFrom, createdBy };
  const added = (end: RunEnd) => tellers.flatMap((follower) => follower.ending?.({ ...run, end }) ?? []);
  return {
    ...start,
    pauseEntries: (end, events: RunTranscript) => [...(pauseEntries?.(end, events) ?? []), ...added(end)],
    finishEntries: (end, events: RunTranscript) => [...(finishEntries?.(end, events) ?? []), ...added(end)],
    endNotes: (end) => JSON.stringify(Object.fromEntries(noters.map(({ id, note }) => [id, note?.({ ...run, end })]))),
  };
}
