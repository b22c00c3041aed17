import type { JsonText, NodeResult, Usage } from '#engine';
import type { SecretMask } from '#engine/run/records/secret-mask.ts';
import { fromJson, isMapping } from '#engine/run/values/value.ts';

/**
 * What the journal keeps of a node execution besides its shown outputs, so that a run can go on without running the node
 * again. Absent fields say what they say of most nodes. Secret values are named in it, not held.
 */
export interface NodeState {
  /** The outputs, when the shown ones are masked or cut. */
  readonly outputs?: Readonly<Record<string, unknown>>;
  /** The chosen handle; absent takes every edge. */
  readonly handle?: string;
  readonly usage?: Usage;
  readonly updates?: NonNullable<NodeResult['updates']>;
  readonly files?: readonly unknown[];
  /** Code of the PlatformError behind a failure. */
  readonly code?: string;
}

/** Null when there is nothing to say. */
export function stateJson(state: NodeState, mask: SecretMask): JsonText | null {
  for (const _ in state) return mask.hide({ ...state });
  return null;
}

export function readState(text: JsonText | null, mask?: SecretMask): NodeState {
  const value = text === null ? null : fromJson(text);
  if (!isMapping(value)) return {};
  return mask === undefined ? value : mask.reveal(value);
}
