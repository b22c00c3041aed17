import type { NumberedEvent, Runs } from '#plugins/runs/contract.ts';
import { type FrameCursor, identified } from './event-id.ts';
import type { FrameMapper } from './frame-mapper.ts';
import { isCurrent } from './run-mapper.ts';

export interface PastReading {
  readonly runs: Runs;
  readonly workspaceId: string;
  readonly runId: string;
  readonly mapper: FrameMapper;
  /** The stream does not close where the run waits for people. */
  readonly goesOn: boolean;
  readonly signal: AbortSignal;
}

/** All of the run is read, for the end of a message names sources from its beginning; told is what comes after the cursor. */
export async function* framesAfter(
  cursor: FrameCursor,
  reading: PastReading,
): AsyncGenerator<readonly { readonly id: string; readonly text: string }[]> {
  const { runs, workspaceId, runId, mapper, signal } = reading;
  for await (const batch of runs.follow(workspaceId, runId, { signal })) {
    const frames: { readonly id: string; readonly text: string }[] = [];
    for (const numbered of batch) {
      const sent = identified(numbered, mapper.map([numbered.event]), cursor);
      frames.push(...sent);
      if (sent.length === 0 || !(await isLastForNow(numbered, reading))) continue;
      yield frames;
      return;
    }
    if (frames.length > 0) yield frames;
  }
}

/** Whether the stream closes here, as a run's own does: it waits for people. */
async function isLastForNow({ event }: NumberedEvent, { runs, workspaceId, runId, goesOn }: PastReading) {
  if (event.kind !== 'run-paused' || goesOn) return false;
  return isCurrent(event, await runs.paused(workspaceId, runId));
}
