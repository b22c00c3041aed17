import type { DocumentOperation, PathStep } from '#engine';
import { PlatformError } from '#kernel';
import type { DraftChange } from './contract.ts';

/** The change as others may read it. */
export function toldOperations(operations: readonly DocumentOperation[]): DraftChange['operations'] {
  // Values of secret variables stand below `workflow.environment_variables`, and in a whole `workflow`.
  const isSecret = ({ path }: DocumentOperation) =>
    path[0] === 'workflow' && (path.length === 1 || path[1] === 'environment_variables');
  return operations.some(isSecret) ? null : operations;
}

/** Whether changes were made in one place: then one of them would be lost. What is not told may have been anywhere. */
export function areInOnePlace(mine: readonly DocumentOperation[], theirs: readonly DraftChange[]): boolean {
  return theirs.some(
    ({ operations }) =>
      operations === null || operations.some((other) => mine.some((own) => meet(own.path, other.path))),
  );
}

/** Whether one of two places lies in the other. What is appended is beside all but numbers, which name other places once a list grew. */
function meet(one: readonly PathStep[], other: readonly PathStep[]): boolean {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const [left, right] = [one[at], other[at]];
    if (typeof left === 'number' || typeof right === 'number') return true;
    if (left === '-' || right === '-') return false;
    if (!isSameStep(left, right)) return false;
  }
  return true;
}

function isSameStep(one: PathStep | undefined, other: PathStep | undefined): boolean {
  if (typeof one === 'object' && typeof other === 'object') return one.id === other.id;
  return one === other;
}

/** Somebody else was first. */
export function changedMeanwhile(): PlatformError {
  const message = 'The draft was changed meanwhile: read it again, put your changes into it, and save with its hash.';
  return new PlatformError('conflict', 'apps.draft_changed', message);
}
