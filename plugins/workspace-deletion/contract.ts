/**
 * Deleted workspaces: what else must end with them.
 */
import { type Contribution, extensionPoint } from '../../kernel/index.ts';

/** Something of a workspace that is kept elsewhere, and must not outlive it. */
export interface WorkspacePurge extends Contribution {
  /**
   * Ends it, before any row of the workspace is removed. Asked again after each failure and each end of a process, so it may
   * be done already; nothing is removed while it throws.
   */
  purge(workspaceId: string, signal: AbortSignal): Promise<void>;
}

/** Contribute here what ends outside when a workspace is removed for good. */
export const WorkspacePurges = extensionPoint<WorkspacePurge>('workspace-deletion.purges');
