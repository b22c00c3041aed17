/** A step into a document: a key, a place in a list (`-`: behind its last member), or the member of a list that has this `id`. */
export type PathStep = string | number | { readonly id: string };
export type Path = readonly PathStep[];

/** One change of a document, by place; as `PATCH …/draft/tree` takes it. */
export type DocumentOperation =
  | { readonly path: Path; readonly set: unknown }
  | { readonly path: Path; readonly remove: true }
  | { readonly path: Path; readonly insert: unknown };

export type Mapping = Readonly<Record<string, unknown>>;

/** What a change makes of a document, and the changes that take it back. */
export interface Applied {
  readonly tree: Mapping;
  readonly inverse: readonly DocumentOperation[];
}

/** The place of a change is not there: others have removed it. */
export class NoPlaceError extends Error {}

export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy of the document with the changes, in their order. Throws `NoPlaceError`. */
export function applyAll(tree: Mapping, operations: readonly DocumentOperation[]): Applied {
  let current = tree;
  const inverse: DocumentOperation[] = [];
  for (const operation of operations) {
    inverse.unshift(...inverseOf(current, operation));
    current = changed(current, operation, 0) as Mapping;
  }
  return { tree: current, inverse };
}

/** Whether two values of documents read the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || (one !== undefined && JSON.stringify(one) === JSON.stringify(other));
}

/** The value at a place; undefined: there is none. */
export function valueAt(tree: unknown, path: Path): unknown {
  let current = tree;
  for (const step of path) {
    if (Array.isArray(current)) current = current[placeIn(current, step)];
    else if (isMapping(current) && typeof step === 'string' && Object.hasOwn(current, step)) current = current[step];
    else return undefined;
  }
  return current;
}

function changed(owner: unknown, operation: DocumentOperation, depth: number): unknown {
  const step = operation.path[depth];
  const isLast = depth === operation.path.length - 1;
  if (Array.isArray(owner) && step !== undefined) return changedList(owner, operation, depth);
  if (!isMapping(owner) || typeof step !== 'string') throw new NoPlaceError();
  if (!isLast) {
    if (!Object.hasOwn(owner, step)) throw new NoPlaceError();
    return withKey(owner, step, changed(owner[step], operation, depth + 1));
  }
  if ('insert' in operation) throw new NoPlaceError();
  if ('set' in operation) return withKey(owner, step, operation.set);
  return Object.fromEntries(Object.entries(owner).filter(([key]) => key !== step));
}

function changedList(list: readonly unknown[], operation: DocumentOperation, depth: number): unknown {
  const at = placeIn(list, operation.path[depth] as PathStep);
  const isLast = depth === operation.path.length - 1;
  const isThere = at >= 0 && at < list.length;
  if (isLast && 'remove' in operation) return isThere ? list.toSpliced(at, 1) : list;
  if (isLast && at === list.length) return [...list, 'insert' in operation ? operation.insert : newValue(operation)];
  if (!isThere) throw new NoPlaceError();
  if (!isLast) return list.with(at, changed(list[at], operation, depth + 1));
  return 'insert' in operation ? list.toSpliced(at, 0, operation.insert) : list.with(at, newValue(operation));
}

function newValue(operation: DocumentOperation): unknown {
  return 'set' in operation ? operation.set : null;
}

/** Keys stay in their order; a new one comes last. */
function withKey(owner: Mapping, key: string, value: unknown): Mapping {
  const entries = Object.entries(owner);
  return Object.fromEntries(
    Object.hasOwn(owner, key)
      ? entries.map(([each, old]) => [each, each === key ? value : old])
      : [...entries, [key, value]],
  );
}

function placeIn(list: readonly unknown[], step: PathStep): number {
  if (typeof step === 'number') return step;
  if (typeof step === 'string') return step === '-' ? list.length : -1;
  return list.findIndex((member) => isMapping(member) && Object.hasOwn(member, 'id') && String(member.id) === step.id);
}

/** What takes a change of this document back. */
function inverseOf(tree: Mapping, operation: DocumentOperation): readonly DocumentOperation[] {
  const path = withoutOldId(tree, operation.path);
  const above = path.slice(0, -1);
  const step = path.at(-1);
  const owner = valueAt(tree, above);
  if (Array.isArray(owner) && step !== undefined) return inverseInList(owner, operation);
  if (!isMapping(owner) || typeof step !== 'string') return [];
  const isThere = Object.hasOwn(owner, step);
  if ('set' in operation) return [isThere ? { path, set: owner[step] } : { path, remove: true }];
  if (!isThere) return [];
  // Back at its old place among the keys, which `set` knows of the whole mapping only.
  const isLast = Object.keys(owner).at(-1) === step;
  return [isLast || above.length === 0 ? { path, set: owner[step] } : { path: above, set: owner }];
}

/** A change of a member's id: by the id it had, it is not found any more. */
function withoutOldId(tree: Mapping, path: Path): Path {
  const member = path.at(-2);
  if (path.at(-1) !== 'id' || typeof member !== 'object') return path;
  const list = valueAt(tree, path.slice(0, -2));
  return Array.isArray(list) ? [...path.slice(0, -2), placeIn(list, member), 'id'] : path;
}

function inverseInList(owner: readonly unknown[], operation: DocumentOperation): readonly DocumentOperation[] {
  const { path } = operation;
  const above = path.slice(0, -1);
  const at = placeIn(owner, path.at(-1) as PathStep);
  const isThere = at >= 0 && at < owner.length;
  if ('insert' in operation || (at === owner.length && 'set' in operation)) {
    const value = 'insert' in operation ? operation.insert : operation.set;
    return [{ path: [...above, stepOf(owner, value, at)], remove: true }];
  }
  if (!isThere) return [];
  if ('set' in operation) return [{ path: [...above, stepAfterSet(owner, operation.set, at)], set: owner[at] }];
  const next = owner[at + 1];
  const before: PathStep = at === owner.length - 1 ? '-' : (idStep(owner, next) ?? at);
  return [{ path: [...above, before], insert: owner[at] }];
}

/** A member that has come is named by its id, wherever it is moved; where another has the id already, by its place. */
function stepOf(list: readonly unknown[], value: unknown, at: number): PathStep {
  const id = isMapping(value) && Object.hasOwn(value, 'id') ? String(value.id) : undefined;
  return id === undefined || list.some((other) => isMapping(other) && String(other.id) === id) ? at : { id };
}

function stepAfterSet(list: readonly unknown[], value: unknown, at: number): PathStep {
  return stepOf(list.toSpliced(at, 1), value, at);
}

/** The id of a member, where it is the first that has it. */
function idStep(list: readonly unknown[], member: unknown): PathStep | undefined {
  if (!isMapping(member) || !Object.hasOwn(member, 'id')) return undefined;
  const step = { id: String(member.id) };
  return list[placeIn(list, step)] === member ? step : undefined;
}

/** Whether one of two places lies in the other; what is appended is beside all but numbers, as the server has it. */
export function meet(one: Path, other: Path): boolean {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const [left, right] = [one[at], other[at]];
    if (typeof left === 'number' || typeof right === 'number') return true;
    if (left === '-' || right === '-') return false;
    const isSame = typeof left === 'object' && typeof right === 'object' ? left.id === right.id : left === right;
    if (!isSame) return false;
  }
  return true;
}

/** Several changes of one place in a row: the last one says it all. */
export function joined(operations: readonly DocumentOperation[]): readonly DocumentOperation[] {
  const kept: DocumentOperation[] = [];
  for (const operation of operations) {
    const last = kept.at(-1);
    const isLater = 'set' in operation || ('remove' in operation && typeof operation.path.at(-1) === 'string');
    const isAgain = last !== undefined && 'set' in last && isLater && isSamePath(last.path, operation.path);
    if (isAgain && operation.path.every((step) => step !== '-')) kept.pop();
    kept.push(operation);
  }
  return kept;
}

function isSamePath(one: Path, other: Path): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
