import type { PinnedOutput } from '#engine';
import { token } from '#kernel';

/** What may be pinned in one draft. */
export const pinLimits = {
  /** Nodes. */
  count: 100,
  /** Bytes of the JSON text of one node's outputs. */
  bytes: 256 * 1024,
  /** Of all of them together. */
  allBytes: 2 * 1024 * 1024,
} as const;

/** What a node of a draft gives instead of running. */
export interface PinnedNode extends PinnedOutput {
  readonly nodeId: string;
  /** Display name of who pinned it. */
  readonly pinnedBy: string;
  /** Milliseconds since the epoch. */
  readonly pinnedAt: number;
}

/**
 * Outputs that runs of a draft take instead of running nodes (decision 0170). They are kept beside the draft: no document, version or
 * published run knows of them. The app must be known to be there; nodes need not.
 */
export interface AppPins {
  /** In the order they were pinned. */
  list(workspaceId: string, appId: string): Promise<readonly PinnedNode[]>;
  /** In place of what was pinned. Throws `apps.pin_too_large` (invalid) and `apps.too_many_pins` (conflict): `pinLimits`. */
  pin(
    workspaceId: string,
    appId: string,
    pin: PinnedOutput & Pick<PinnedNode, 'nodeId' | 'pinnedBy'>,
  ): Promise<PinnedNode>;
  /** One node, or all of them. Tells how many were pinned. */
  unpin(workspaceId: string, appId: string, nodeId?: string): Promise<number>;
}

export const AppPins = token<AppPins>('apps.pins');
