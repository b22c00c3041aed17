import type { DocumentOperation, PathStep } from '#engine';
import type { DraftChange } from './contract.ts';

/** Values of secret variables stand there: no change of them is told to others. */
const SECRET_PLACES: readonly (readonly string[])[] = [['workflow', 'environment_variables'], ['workflow']];

/** The change as others may read it. */
export function toldOperations(operations: readonly DocumentOperation[]): DraftChange['operations'] {
  const isSecret = ({ path }: DocumentOperation) =>
    SECRET_PLACES.some((place, at) =>
      at === 0 ? startsWith(path, place) : path.length === place.length && startsWith(path, place),
    );
  return operations.some(isSecret) ? null : operations;
}

/** Whether changes were made in one place: then one of them would be lost. What is not told may have been anywhere. */
export function areInOnePlace(mine: readonly DocumentOperation[], theirs: readonly DraftChange[]): boolean {
  return theirs.some(
    ({ operations }) =>
      operations === null || operations.some((other) => mine.some((own) => meet(own.path, other.path))),
  );
}

/** Whether one of two places lies in the other. What is appended is beside everything; a number names another place once a list grew. */
function meet(one: readonly PathStep[], other: readonly PathStep[]): boolean {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const [left, right] = [one[at], other[at]];
    if (left === '-' || right === '-') return false;
    if (typeof left === 'number' || typeof right === 'number') return true;
    if (!isSameStep(left, right)) return false;
  }
  return true;
}

function isSameStep(one: PathStep | undefined, other: PathStep | undefined): boolean {
  if (typeof one === 'object' && typeof other === 'object') return one.id === other.id;
  return one === other;
}

function startsWith(path: readonly PathStep[], place: readonly string[]): boolean {
  return place.every((step, at) => path[at] === step);
}
