/**
 * Deleted workspaces: what else must stop and end with them.
 */
import { type Contribution, extensionPoint } from '#kernel';
import type { NewJob } from '#plugins/jobs/contract.ts';

/** Something of a workspace that goes on by itself or is kept elsewhere: it stops while that is closed, and ends with it. */
export interface WorkspaceEnding extends Contribution {
  /**
   * Brings it in line with a workspace that is closed since `closedAt` (milliseconds since the epoch), or open: null. Asked
   * in a job after each closing and each restoring, and again after each failure, so it may be in line already.
   */
  follow?(workspaceId: string, closedAt: number | null, signal: AbortSignal): Promise<void>;
  /**
   * Ends it for good, before any row of the workspace is removed. Asked again after each failure and each end of a process,
   * so it may be done already; nothing is removed while it throws.
   */
  purge?(workspaceId: string, signal: AbortSignal): Promise<void>;
}

/** Contribute here what stops when a workspace is closed, and ends when it is removed for good. */
export const WorkspaceEndings = extensionPoint<WorkspaceEnding>('workspace-deletion.endings');

/** More than the queue ever takes away in the time a workspace is kept: none of its jobs is given up. */
export const ATTEMPTS = 10_000;

/** A job that asks all endings to follow a workspace: for one that finds something new of a closed workspace. */
export function followJob(workspaceId: string): NewJob {
  const about = { payload: { workspaceId }, workspaceId: null, key: workspaceId };
  return { ...about, task: 'workspace-deletion.follow', maxAttempts: ATTEMPTS };
}
