import type { DocumentOperation, PathStep } from '#engine';
import { Float, isMapping } from '#engine/run/values/value.ts';
import { invalidDocument } from './document-error.ts';
import type { Mapping } from './tree.ts';

/** Steps of a path; what people draw lies at half of that. */
const MAX_DEPTH = 40;

/** A copy of the tree with the changes made, in their order. Throws `engine.invalid_document` naming the place of one that can't be. */
export function applyOperations(tree: Mapping, operations: readonly DocumentOperation[]): Mapping {
  const copy = new GrowingCopy();
  const root = copy.own(tree);
  for (const operation of operations) {
    if (operation.path.length === 0 || operation.path.length > MAX_DEPTH) throw noPlace(operation.path);
    change(root, operation, copy);
  }
  return root as Mapping;
}

type Owner = unknown[] | Record<string, unknown>;

/** Copies of what is changed: each list and mapping once, however many changes are made in it. */
class GrowingCopy {
  readonly #own = new WeakSet<object>();

  own(value: Mapping | readonly unknown[]): Owner {
    if (this.#own.has(value)) return value as Owner;
    const copy: Owner = Array.isArray(value) ? [...value] : { ...value };
    this.#own.add(copy);
    return copy;
  }
}

function change(root: Owner, operation: DocumentOperation, copy: GrowingCopy): void {
  const { path } = operation;
  let owner = root;
  for (const step of path.slice(0, -1)) {
    const key = keyIn(owner, step, operation);
    const value: unknown = Reflect.get(owner, key);
    if (!Array.isArray(value) && !isMapping(value)) throw noPlace(path);
    const own = copy.own(value);
    put(owner, key, own);
    owner = own;
  }
  const last = path.at(-1) as PathStep;
  if (Array.isArray(owner)) changeList(owner, operation, placeIn(owner, last));
  else if (typeof last === 'string') changeMapping(owner, operation, last);
  else throw noPlace(path);
}

/** Where the next step leads from `owner`, in which it must be. */
function keyIn(owner: Owner, step: PathStep, { path }: DocumentOperation): string | number {
  const key = Array.isArray(owner) ? placeIn(owner, step) : step;
  if (typeof key === 'object' || !Object.hasOwn(owner, key)) throw noPlace(path);
  return key;
}

/** A key that is called like a part of every object is one of the mapping's own, too. */
function put(owner: Owner, key: string | number, value: unknown): void {
  Object.defineProperty(owner, key, { value, writable: true, enumerable: true, configurable: true });
}

function changeMapping(owner: Record<string, unknown>, operation: DocumentOperation, key: string): void {
  if ('insert' in operation) throw noPlace(operation.path);
  if (!('set' in operation)) Reflect.deleteProperty(owner, key);
  else put(owner, key, Object.hasOwn(owner, key) ? asWritten(owner[key], operation.set) : operation.set);
}

function changeList(list: unknown[], operation: DocumentOperation, at: number): void {
  const isThere = at >= 0 && at < list.length;
  if ('remove' in operation) {
    if (isThere) list.splice(at, 1);
    return;
  }
  if (!isThere && at !== list.length) throw noPlace(operation.path);
  if ('insert' in operation) list.splice(at, 0, operation.insert);
  else put(list, at, isThere ? asWritten(list[at], operation.set) : operation.set);
}

/** The new value, in which numbers that stayed what they were keep their form: `1.0`, which editors read as 1. */
function asWritten(old: unknown, value: unknown): unknown {
  if (old instanceof Float) return value === old.valueOf() ? old : value;
  if (Array.isArray(old) && Array.isArray(value)) return value.map((item, index) => asWritten(old[index], item));
  if (!isMapping(old) || !isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, Object.hasOwn(old, key) ? asWritten(old[key], item) : item]),
  );
}

/** -1: no member has the id. */
function placeIn(list: readonly unknown[], step: PathStep): number {
  if (typeof step === 'number') return step;
  if (typeof step === 'string') return step === '-' ? list.length : -1;
  for (let index = 0; index < list.length; index += 1) {
    const id = (list[index] as Mapping | null | undefined)?.id;
    if (id === step.id) return index;
    if (id !== undefined && typeof id !== 'string' && isMapping(list[index]) && String(id) === step.id) return index;
  }
  return -1;
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
