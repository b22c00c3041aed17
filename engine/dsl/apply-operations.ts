import type { DocumentOperation, PathStep } from '#engine';
import { isMapping } from '#engine/run/values/value.ts';
import { invalidDocument } from './document-error.ts';
import type { Mapping } from './tree.ts';

/** Steps of a path; what people draw lies at half of that. */
const MAX_DEPTH = 40;

/** A copy of the tree with the changes made, in their order. Throws `engine.invalid_document` naming the place of one that can't be. */
export function applyOperations(tree: Mapping, operations: readonly DocumentOperation[]): Mapping {
  let current: unknown = tree;
  for (const operation of operations) {
    if (operation.path.length === 0 || operation.path.length > MAX_DEPTH) throw noPlace(operation.path);
    current = changed(current, operation, 0);
  }
  return current as Mapping;
}

function changed(owner: unknown, operation: DocumentOperation, depth: number): unknown {
  const step = operation.path[depth] as PathStep;
  const isLast = depth === operation.path.length - 1;
  if (Array.isArray(owner)) return changedList(owner, operation, { depth, at: placeIn(owner, step), isLast });
  if (!isMapping(owner) || typeof step !== 'string') throw noPlace(operation.path);
  if (isLast) return changedMapping(owner, operation, step);
  if (!Object.hasOwn(owner, step)) throw noPlace(operation.path);
  return withKey(owner, step, changed(owner[step], operation, depth + 1));
}

function changedMapping(owner: Mapping, operation: DocumentOperation, key: string): Mapping {
  if ('insert' in operation) throw noPlace(operation.path);
  if ('set' in operation) return withKey(owner, key, operation.set);
  return Object.fromEntries(Object.entries(owner).filter(([each]) => each !== key));
}

/** A key that is called like a part of every object is one of the mapping's own, too. */
function withKey(owner: Mapping, key: string, value: unknown): Mapping {
  const entries = Object.entries(owner);
  const isThere = Object.hasOwn(owner, key);
  return Object.fromEntries(
    isThere ? entries.map(([each, old]) => [each, each === key ? value : old]) : [...entries, [key, value]],
  );
}

interface Place {
  readonly depth: number;
  /** -1: no member has the id. */
  readonly at: number;
  readonly isLast: boolean;
}

function changedList(list: readonly unknown[], operation: DocumentOperation, { depth, at, isLast }: Place): unknown {
  if (isLast && 'remove' in operation) return at < 0 || at >= list.length ? list : list.toSpliced(at, 1);
  const value = 'insert' in operation ? operation.insert : 'set' in operation ? operation.set : null;
  if (isLast && at === list.length) return [...list, value];
  if (at < 0 || at >= list.length) throw noPlace(operation.path);
  if (!isLast) return list.with(at, changed(list[at], operation, depth + 1));
  return 'insert' in operation ? list.toSpliced(at, 0, value) : list.with(at, value);
}

function placeIn(list: readonly unknown[], step: PathStep): number {
  if (typeof step === 'number') return step;
  if (typeof step === 'string') return step === '-' ? list.length : -1;
  return list.findIndex((member) => isMapping(member) && Object.hasOwn(member, 'id') && String(member.id) === step.id);
}

/** A path as people read it: `workflow.graph.nodes[llm].data.title`. */
function pathText(path: readonly PathStep[]): string {
  const text = path.map((step) =>
    typeof step === 'string' ? `.${step}` : `[${typeof step === 'number' ? step : step.id}]`,
  );
  return text.join('').replace(/^\./, '').slice(0, 300);
}

function noPlace(path: readonly PathStep[]): Error {
  return invalidDocument(`The document has no place '${pathText(path)}': read it again, and make the change anew.`, {
    field: 'operations',
  });
}
