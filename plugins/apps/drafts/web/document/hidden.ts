import type { History, Step } from './history.ts';
import { type DocumentOperation, isMapping, type Mapping, type Path, type PathStep, valueAt } from './operations.ts';

/** What was typed as a credential, and the mark that is kept in its place. */
export interface Hidden {
  readonly path: Path;
  readonly typed: unknown;
  readonly mark: unknown;
}

/** What the server has hidden of the document that it was sent. */
export function hiddenOf(tree: Mapping, operations: readonly DocumentOperation[]): readonly Hidden[] {
  return operations.flatMap((operation) =>
    'set' in operation ? [{ path: operation.path, typed: valueAt(tree, operation.path), mark: operation.set }] : [],
  );
}

/** The history with marks in place of what was typed: what is taken back, or made again, brings the mark. */
export function withMarks(history: History, hidden: readonly Hidden[]): History {
  if (hidden.length === 0) return history;
  const marked = (operations: readonly DocumentOperation[]) =>
    operations.map((operation) => hidden.reduce(withMark, operation));
  const all = (steps: readonly Step[]) =>
    steps.map((step) => ({ ...step, operations: marked(step.operations), inverse: marked(step.inverse) }));
  return { done: all(history.done), undone: all(history.undone) };
}

/** In every member of a list: one text has one mark, and nodes come and go under other places. */
function withMark(operation: DocumentOperation, hidden: Hidden): DocumentOperation {
  const { path } = operation;
  if ('remove' in operation || !path.every((step, at) => isLike(step, hidden.path[at]))) return operation;
  const inside = hidden.path.slice(path.length);
  if ('insert' in operation) return { path, insert: replaced(operation.insert, inside, hidden) };
  return { path, set: replaced(operation.set, inside, hidden) };
}

function isLike(step: PathStep, other: PathStep | undefined): boolean {
  if (other === undefined) return false;
  return isMember(step) ? isMember(other) : step === other;
}

function isMember(step: PathStep): boolean {
  return typeof step !== 'string' || step === '-';
}

function replaced(value: unknown, inside: Path, hidden: Hidden): unknown {
  const [step, ...deeper] = inside;
  if (step === undefined) return value === hidden.typed ? hidden.mark : value;
  if (Array.isArray(value)) return isMember(step) ? value.map((member) => replaced(member, deeper, hidden)) : value;
  if (!isMapping(value) || typeof step !== 'string' || !Object.hasOwn(value, step)) return value;
  return { ...value, [step]: replaced(value[step], deeper, hidden) };
}
