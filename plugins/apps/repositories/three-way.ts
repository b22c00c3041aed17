/**
 * Three states of one tree made one: what only one side changed since `base` is taken; a place that both changed is a conflict. Entries of
 * lists are known by what names them, so that who adds one moves no other. The order of keys means nothing.
 */
import { edgeName, isMapping, mappingAt, textAt, toJson, valueAt } from '#engine';

export type Side = 'ours' | 'theirs';

/** A place that both sides changed. An absent value: it is not there on that side. */
export interface Conflict {
  /** Names the place, and stays what it is while the sides do: JSON of the steps. */
  readonly place: string;
  readonly steps: readonly string[];
  readonly base?: unknown;
  readonly ours?: unknown;
  readonly theirs?: unknown;
}

/** Which side a place takes: chosen by place, or one for all that are asked for. */
export type Choice = (place: string) => Side | undefined;

export interface Merged {
  readonly value: unknown;
  /** Those that nothing was chosen for; `value` has ours there. */
  readonly conflicts: readonly Conflict[];
}

/** By what entries of lists are told apart, the first that all have. */
const names = ['id', 'case_id', 'variable', 'key', 'name', 'tool_name'];

interface Three {
  readonly base: unknown;
  readonly ours: unknown;
  readonly theirs: unknown;
}

export function mergeTrees(three: Three, choice: Choice): Merged {
  const merge = new Merge(choice);
  return { value: merge.value(three, []), conflicts: merge.conflicts };
}

/** The same for documents of apps: an edge to a node that the other side has removed makes that node a conflict. */
export function mergeDocuments(three: Three, choice: Choice): Merged {
  const { value, conflicts } = mergeTrees(three, choice);
  const found = [...conflicts];
  const graph = mappingAt(mappingAt(value, 'workflow'), 'graph');
  const nodes = entriesAt(value, 'nodes');
  const edges = entriesAt(value, 'edges');
  const kept = new Map(nodes.map((node) => [textAt(node, 'id'), node]));
  const lost = new Set<string>();
  for (const edge of edges) for (const id of endsOf(edge)) if (!kept.has(id)) lost.add(id);
  const dropped = new Set<string>();
  const restored: unknown[] = [];
  for (const id of lost) {
    const [base, ours, theirs] = [three.base, three.ours, three.theirs].map((tree) =>
      entriesAt(tree, 'nodes').find((node) => textAt(node, 'id') === id),
    );
    // An edge that leads nowhere on a side already is no matter of this.
    if (ours === undefined && theirs === undefined) continue;
    const steps = ['workflow', 'graph', 'nodes', id];
    const place = JSON.stringify(steps);
    const chosen = choice(place);
    if (chosen === undefined) found.push(conflictOf(steps, { base, ours, theirs }));
    const node = chosen === undefined ? (ours ?? theirs) : chosen === 'ours' ? ours : theirs;
    if (node === undefined) dropped.add(id);
    else restored.push(node);
  }
  if (dropped.size === 0 && restored.length === 0) return { value, conflicts: found };
  const left = edges.filter((edge) => !endsOf(edge).some((id) => dropped.has(id)));
  const workflow = {
    ...mappingAt(value, 'workflow'),
    graph: { ...graph, nodes: [...nodes, ...restored], edges: left },
  };
  return { value: { ...(value as object), workflow }, conflicts: found };
}

/** Whether two values are the same, whatever the order of their keys. */
export function sameTree(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (isMapping(one) && isMapping(other)) {
    const keys = Object.keys(one);
    if (keys.length !== Object.keys(other).length) return false;
    return keys.every((key) => Object.hasOwn(other, key) && sameTree(one[key], other[key]));
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((entry, at) => sameTree(entry, other[at]));
  }
  if (one === undefined || other === undefined || Array.isArray(one) || isMapping(one)) return false;
  return !Array.isArray(other) && !isMapping(other) && toJson(one) === toJson(other);
}

class Merge {
  readonly conflicts: Conflict[] = [];
  readonly #choice: Choice;

  constructor(choice: Choice) {
    this.#choice = choice;
  }

  value(three: Three, steps: readonly string[]): unknown {
    const { base, ours, theirs } = three;
    if (sameTree(ours, theirs) || sameTree(base, theirs)) return ours;
    if (sameTree(base, ours)) return theirs;
    if (isMapping(ours) && isMapping(theirs) && (base === undefined || isMapping(base))) {
      return this.#mapping({ base, ours, theirs }, steps);
    }
    if (Array.isArray(ours) && Array.isArray(theirs) && (base === undefined || Array.isArray(base))) {
      const merged = this.#list({ base: base ?? [], ours, theirs }, steps);
      if (merged !== null) return merged;
    }
    return this.#chosen(three, steps);
  }

  #mapping({ base, ours, theirs }: Three, steps: readonly string[]): unknown {
    const keys = new Set([...Object.keys(ours as object), ...Object.keys(theirs as object)]);
    const merged: [string, unknown][] = [];
    for (const key of keys) {
      const three = { base: valueAt(base, key), ours: valueAt(ours, key), theirs: valueAt(theirs, key) };
      const value = this.value(three, [...steps, key]);
      if (value !== undefined) merged.push([key, value]);
    }
    return Object.fromEntries(merged);
  }

  /** null: its entries have no names, and not the same number everywhere. */
  #list(
    lists: { base: readonly unknown[]; ours: readonly unknown[]; theirs: readonly unknown[] },
    steps: readonly string[],
  ): unknown[] | null {
    const named = nameOf([lists.base, lists.ours, lists.theirs], steps.at(-1) ?? '');
    if (named === null) {
      const { base, ours, theirs } = lists;
      const isScalars = [...base, ...ours, ...theirs].every((entry) => !isMapping(entry) && !Array.isArray(entry));
      if (isScalars || base.length !== ours.length || ours.length !== theirs.length) return null;
      return ours.map((entry, at) =>
        this.value({ base: base[at], ours: entry, theirs: theirs[at] }, [...steps, String(at)]),
      );
    }
    const [base, ours, theirs] = [lists.base, lists.ours, lists.theirs].map(
      (list) => new Map(list.map((entry) => [named(entry), entry])),
    ) as [Map<string, unknown>, Map<string, unknown>, Map<string, unknown>];
    return orderOf([...base.keys()], [...ours.keys()], [...theirs.keys()]).flatMap((name) => {
      const three = { base: base.get(name), ours: ours.get(name), theirs: theirs.get(name) };
      const value = this.value(three, [...steps, name]);
      return value === undefined ? [] : [value];
    });
  }

  #chosen(three: Three, steps: readonly string[]): unknown {
    const chosen = this.#choice(JSON.stringify(steps));
    if (chosen === undefined) this.conflicts.push(conflictOf(steps, three));
    return chosen === 'theirs' ? three.theirs : three.ours;
  }
}

function conflictOf(steps: readonly string[], { base, ours, theirs }: Three): Conflict {
  return {
    place: JSON.stringify(steps),
    steps,
    ...(base !== undefined && { base }),
    ...(ours !== undefined && { ours }),
    ...(theirs !== undefined && { theirs }),
  };
}

/** What names the entries of all three lists; null: nothing does. */
function nameOf(lists: readonly (readonly unknown[])[], key: string): ((entry: unknown) => string) | null {
  const readers = key === 'edges' ? [edgeName] : names.map((name) => (entry: unknown) => textAt(entry, name));
  const all = lists.flat();
  if (all.length === 0 || !all.every(isMapping)) return null;
  const fits = (read: (entry: unknown) => string) =>
    lists.every((list) => {
      const found = new Set(list.map(read));
      return found.size === list.length && !found.has('');
    });
  return readers.find(fits) ?? null;
}

/** Our order, with what they added behind what it stands behind there; theirs where only they have moved something. */
function orderOf(base: readonly string[], ours: readonly string[], theirs: readonly string[]): string[] {
  const shared = (list: readonly string[]) =>
    JSON.stringify(list.filter((name) => base.includes(name) && ours.includes(name) && theirs.includes(name)));
  const [first, second] = shared(ours) === shared(base) ? [theirs, ours] : [ours, theirs];
  const order = [...first];
  for (const [at, name] of second.entries()) {
    if (order.includes(name)) continue;
    const before = second.slice(0, at).findLast((other) => order.includes(other));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, name);
  }
  return order;
}

function entriesAt(tree: unknown, key: 'nodes' | 'edges'): readonly unknown[] {
  const list = valueAt(mappingAt(mappingAt(tree, 'workflow'), 'graph'), key);
  return Array.isArray(list) ? list.filter(isMapping) : [];
}

function endsOf(edge: unknown): string[] {
  return [textAt(edge, 'source'), textAt(edge, 'target')];
}
