import type { NodeMoment } from './moment.ts';

/** The same node in two runs; null: it did not run there. */
export interface ComparedNode {
  readonly key: string;
  readonly title: string;
  readonly one: NodeMoment | null;
  readonly other: NodeMoment | null;
}

/** Nodes of two runs by their id and the how-manieth time they ran: in the order of the first run, then what only the other has. */
export function comparedNodes(one: readonly NodeMoment[], other: readonly NodeMoment[]): readonly ComparedNode[] {
  const [first, second] = [byPlace(one), byPlace(other)];
  const keys = [...first.keys(), ...[...second.keys()].filter((key) => !first.has(key))];
  return keys.map((key) => {
    const [left, right] = [first.get(key) ?? null, second.get(key) ?? null];
    const node = left ?? right;
    const title = node?.title || node?.nodeId || '';
    return { key, title: node?.round == null ? title : `${title} #${node.round}`, one: left, other: right };
  });
}

/** Whether two values of JSON are the same, in whatever order their fields are. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one ?? null)) === JSON.stringify(sorted(other ?? null));
}

function byPlace(nodes: readonly NodeMoment[]): Map<string, NodeMoment> {
  const times = new Map<string, number>();
  const places = new Map<string, NodeMoment>();
  for (const node of nodes) {
    const time = (times.get(node.nodeId) ?? 0) + 1;
    times.set(node.nodeId, time);
    places.set(`${node.nodeId} ${time}`, node);
  }
  return places;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  );
}
