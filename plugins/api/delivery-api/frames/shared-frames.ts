import type { EncodedFrames, PlacedEvent, ResumeFields } from '#http';
import type { Generation } from '#plugins/delivery-api/generation/generation.ts';
import type { EndUser } from '#plugins/end-users/contract.ts';
import { cursorOf, type FrameCursor } from './event-id.ts';
import type { FrameMapper } from './frame-mapper.ts';
import { mapperOf } from './run-mapper.ts';

/** A run, and who may follow it: nobody but the user who started it. */
export interface FollowedRun {
  readonly runId: string;
  readonly user: EndUser;
  readonly workspaceId: string;
}

export interface FrameReading {
  /** What sets these frames of the run apart from others of it. */
  readonly kind: string;
  /** The id of the last frame its reader has; undefined: from the beginning. */
  readonly after?: string | undefined;
  readonly hasIds: boolean;
  readonly signal: AbortSignal;
  /** The mapper has seen nothing of the run. May hold nothing of it: each of a thousand readers would. */
  readonly read: (
    cursor: FrameCursor,
    mapper: FrameMapper,
    signal: AbortSignal,
  ) => AsyncIterable<readonly PlacedEvent[]>;
}

type Views = Pick<Generation, 'runs' | 'conversations' | 'files' | 'origin' | 'steps' | 'causes' | 'shared'>;

/** The frames of a run for one of its readers; made once for all readers who are shown the same. */
export function sharedFrames(views: Views, followed: FollowedRun, reading: FrameReading): AsyncIterable<EncodedFrames> {
  const { runId, user, workspaceId } = followed;
  const { kind, after, hasIds, signal, read } = reading;
  const { origin = '', steps = '', causes = '' } = views;
  return views.shared.follow({
    key: [workspaceId, runId, user.id, kind, hasIds, steps, causes, origin].join(' '),
    after,
    hasIds,
    signal,
    async *read(last, ended) {
      const [run, owner] = await Promise.all([
        views.runs.get(workspaceId, runId),
        views.runs.owner(workspaceId, runId),
      ]);
      if (run === null) return;
      yield* read(cursorOf(last ?? '', 'after'), mapperOf(views, { run, owner, user, workspaceId }), ended);
    },
  });
}

/** What a reader of a run that is closed for not reading is told: where the run is told from any place on. */
export function resumeOf(
  { from }: Pick<Generation, 'from'>,
  { runId, taskId }: { readonly runId: string; readonly taskId: string },
): ResumeFields {
  const isConsole = from === 'console' || from === 'draft';
  const resume = isConsole ? `/console/api/runs/${runId}/events?follow=true` : `/v1/runs/${taskId}/events`;
  return (last) => ({ task_id: taskId, resume, ...(last !== undefined && !isConsole && { after: last }) });
}
