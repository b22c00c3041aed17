import { type DocumentOperation, isMapping, listAt, mappingAt, type PathStep, textAt, valueAt } from '#engine';
import { PlatformError } from '#kernel';
import type { DraftChange } from './contract.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** The change as others may read it. */
export function toldOperations(operations: readonly DocumentOperation[]): DraftChange['operations'] {
  // Values of secret variables stand below `workflow.environment_variables`, and in a whole `workflow`.
  const isSecret = ({ path }: DocumentOperation) =>
    path[0] === 'workflow' && (path.length === 1 || path[1] === 'environment_variables');
  return operations.some(isSecret) ? null : operations;
}

/**
 * The changes with marks where they bring what was typed into a node: each as the draft has it now. null: one has brought it to a
 * place that is not named for good, and nothing is told.
 */
export function withHidden(
  operations: readonly DocumentOperation[],
  draft: Mapping,
): readonly DocumentOperation[] | null {
  const told = operations.map((operation): DocumentOperation | null => {
    if ('remove' in operation || !canHoldNodes(operation.path)) return operation;
    const value = 'insert' in operation ? operation.insert : operation.set;
    const last = operation.path.at(-1);
    const isPlace = typeof last === 'number' || last === '-';
    const path = isPlace ? [...operation.path.slice(0, -1), { id: textAt(value, 'id') }] : operation.path;
    const now = path.some((step) => typeof step === 'number') ? undefined : valueAtPath(draft, path);
    if (now === undefined) return null;
    return 'insert' in operation ? { ...operation, insert: now } : { ...operation, set: now };
  });
  return told.every((operation) => operation !== null) ? told : null;
}

/** Where marks stand in the draft for what a change brought, as changes of these texts. */
export function hiddenTexts(changed: Mapping, draft: Mapping): readonly DocumentOperation[] {
  const [before, after] = [changed, draft].map((tree) =>
    listAt(mappingAt(mappingAt(tree, 'workflow'), 'graph'), 'nodes'),
  );
  const ids = after?.map((node) => textAt(node, 'id')) ?? [];
  return ids.flatMap((id, at) => {
    const step = id !== '' && ids.indexOf(id) === at ? { id } : at;
    return otherTexts([...toNodes, step], before?.[at], after?.[at]);
  });
}

/** The two have the same shape: marks take the place of texts. */
function otherTexts(path: readonly PathStep[], before: unknown, after: unknown): readonly DocumentOperation[] {
  if (typeof after === 'string') return before === after ? [] : [{ path, set: after }];
  if (Array.isArray(after))
    return after.flatMap((member, at) => otherTexts([...path, at], (before as unknown[])[at], member));
  if (!isMapping(after)) return [];
  return Object.keys(after).flatMap((key) => otherTexts([...path, key], valueAt(before, key), after[key]));
}

const toNodes: readonly PathStep[] = ['workflow', 'graph', 'nodes'];

function canHoldNodes(path: readonly PathStep[]): boolean {
  return toNodes.slice(0, path.length).every((step, at) => step === path[at]);
}

function valueAtPath(tree: unknown, path: readonly PathStep[]): unknown {
  return path.reduce<unknown>((owner, step) => {
    if (typeof step === 'string') return valueAt(owner, step);
    if (!Array.isArray(owner) || typeof step === 'number') return undefined;
    return owner.find((member) => textAt(member, 'id') === step.id);
  }, tree);
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
