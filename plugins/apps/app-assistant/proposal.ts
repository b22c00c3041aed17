import type { DocumentChange, DocumentOperation } from '#engine';
import type { AppProblem } from '#plugins/app-checks/contract.ts';

/** A change that nobody has made yet. */
export interface Proposal {
  /** The state of the draft that it is a change of. */
  readonly hash: string;
  /** What the model says of it. */
  readonly summary: string;
  readonly operations: readonly DocumentOperation[];
  readonly changes: readonly DocumentChange[];
  /** What is wrong with the draft then. */
  readonly problems: readonly AppProblem[];
  /** What the model wanted and can't be. */
  readonly leftOut: readonly string[];
}
