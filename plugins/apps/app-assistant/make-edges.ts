import { isMapping, listAt, mappingAt, textAt } from '#engine';
import type { Complain, PlannedNode } from './make-nodes.ts';
import type { WantedEdge } from './read-answer.ts';

/** The handle that a caught failure leaves by. */
const FAILED = 'fail-branch';

/** Where edges of a node may begin. */
export function handlesOf({ form, data }: PlannedNode): readonly string[] {
  const fixed = form?.handles ?? [{ id: 'source' }];
  const handles = fixed.flatMap(({ id, each, id_at: idAt }) => {
    if (each === undefined) return id === undefined ? [] : [id];
    const owner = each
      .split('.')
      .slice(0, -1)
      .reduce<unknown>((at, key) => mappingAt(at, key), data);
    return listAt(owner, each.split('.').at(-1) ?? '').map(
      (item) => textAt(item, idAt ?? 'id') || String(isMapping(item) ? (item[idAt ?? 'id'] ?? '') : ''),
    );
  });
  return data.error_strategy === FAILED ? [...handles, FAILED] : handles;
}

export interface PlannedGraph {
  readonly byId: ReadonlyMap<string, PlannedNode>;
  /** Ids of marks of where containers begin, with the container. */
  readonly innerStarts: ReadonlyMap<string, string>;
}

/** The edges that may be, in their order: no edge leads to nowhere, out of its container, to a beginning, or in a circle. */
export function plannedEdges(
  { byId, innerStarts }: PlannedGraph,
  { kept, wanted }: { readonly kept: readonly WantedEdge[]; readonly wanted: readonly WantedEdge[] },
  complain: Complain,
): readonly WantedEdge[] {
  const made: WantedEdge[] = [];
  const targets = new Map<string, string[]>();
  const add = ({ source, target }: WantedEdge) => targets.set(source, [...(targets.get(source) ?? []), target]);
  for (const edge of kept) add(edge);
  const parentOf = (id: string) => innerStarts.get(id) ?? byId.get(id)?.parent;
  for (const edge of wanted) {
    const { source, handle, target } = edge;
    const named = `The edge from "${source.slice(0, 60)}" (${handle.slice(0, 60)}) to "${target.slice(0, 60)}"`;
    const [begin, end] = [byId.get(source), byId.get(target)];
    if ([...kept, ...made].some((other) => isSame(other, edge))) continue;
    const why = ((): string | null => {
      if (begin === undefined && !innerStarts.has(source)) return 'begins at no node';
      if (end === undefined) return 'leads to no node';
      if (source === target) return 'leads to itself';
      if (parentOf(source) !== end.parent) return 'crosses the border of a container';
      if (end.nodeType?.traits.root === true) return 'leads to where the graph begins';
      if (begin !== undefined && !handlesOf(begin).includes(handle))
        return `begins at a handle that is not there; there are: ${handlesOf(begin).join(', ') || 'none'}`;
      return leadsTo(targets, target, source) ? 'closes a circle' : null;
    })();
    if (why === null) {
      made.push(edge);
      add(edge);
    } else complain(`${named} ${why}.`);
  }
  return made;
}

export const isSame = (one: WantedEdge, other: WantedEdge): boolean =>
  one.source === other.source && one.handle === other.handle && one.target === other.target;

function leadsTo(targets: ReadonlyMap<string, readonly string[]>, from: string, to: string): boolean {
  const seen = new Set([from]);
  for (const id of seen) {
    if (id === to) return true;
    for (const next of targets.get(id) ?? []) seen.add(next);
  }
  return false;
}
