import type { OthersChange } from './draft-store.ts';
import { type History, withStep } from './history.ts';
import { applyAll, type DocumentOperation, isSame, type Mapping, meet } from './operations.ts';

/** Own changes of places that others have changed meanwhile. */
export interface Conflict {
  /** Who changed these places; empty: nobody knows. */
  readonly authors: readonly string[];
  readonly mine: readonly DocumentOperation[];
}

/** Those of others' changes that are of the place of an own one, or may be. */
export function changedBy(theirs: readonly OthersChange[], { path }: DocumentOperation): readonly OthersChange[] {
  return theirs.filter(({ operations }) => operations?.some((each) => meet(path, each.path)) ?? true);
}

/**
 * What is left to be decided of own changes. `make` makes those again that nobody else has touched; what it can't make has lost its
 * place. `theirs` null: what others did is not known any more, so it may be anything.
 */
export function changesFrom(
  own: readonly DocumentOperation[],
  theirs: readonly OthersChange[] | null,
  make: (operation: DocumentOperation) => boolean,
): Conflict {
  const mine: DocumentOperation[] = [];
  const authors = new Set<string>();
  for (const operation of own) {
    const met = changedBy(theirs ?? [], operation);
    if (theirs !== null && met.length === 0 && make(operation)) continue;
    mine.push(operation);
    for (const { author_name: name } of met) authors.add(name);
  }
  return { authors: [...authors], mine };
}

/** The history of who gives own changes up: a step of its own, which can be taken back as any other. */
export function settled(history: History, tree: Mapping, given: readonly DocumentOperation[]): History {
  try {
    const { inverse } = applyAll(tree, given);
    return withStep(history, { operations: inverse, inverse: given, group: '', at: Date.now() });
  } catch {
    // Its place is gone.
    return history;
  }
}

/** What makes one document of another, key by key of the whole. */
export function wholeChanges(before: Mapping, after: Mapping): readonly DocumentOperation[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key): readonly DocumentOperation[] => {
    if (isSame(before[key], after[key])) return [];
    return [Object.hasOwn(after, key) ? { path: [key], set: after[key] } : { path: [key], remove: true }];
  });
}
