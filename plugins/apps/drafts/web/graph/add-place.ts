import type { Forms } from './forms.ts';
import { shapeOf, usedHandles } from './geometry.ts';
import type { Point } from './places.ts';
import type { Graph, GraphNode } from './read-graph.ts';

/** Where a node is added. `at` is where it should stand, as far as that is free; inside a container from its corner. */
export type AddPlace =
  | { readonly kind: 'behind'; readonly source: string; readonly sourceHandle: string; readonly at?: Point }
  | { readonly kind: 'before'; readonly target: string; readonly at?: Point }
  | { readonly kind: 'edge'; readonly id: string }
  | { readonly kind: 'beside'; readonly id: string }
  | { readonly kind: 'at'; readonly at: Point; readonly parentId: string | null };

/** The container that something added at a place lies in. */
export function containerOf({ byId, edges }: Graph, place: AddPlace): string | null {
  if (place.kind === 'at') return place.parentId;
  const beside = {
    behind: () => (place.kind === 'behind' ? place.source : ''),
    before: () => (place.kind === 'before' ? place.target : ''),
    edge: () => edges.find(({ id }) => place.kind === 'edge' && id === place.id)?.source ?? '',
    beside: () => (place.kind === 'beside' ? place.id : ''),
  };
  return byId.get(beside[place.kind]())?.parentId ?? null;
}

/**
 * Where a node goes that is added to a node: behind its first way that leads nowhere, a container's inside before the way out of it; where
 * all lead somewhere, into the edge of the first; where it gives nothing on, beside it.
 */
export function placeBehind(graph: Graph, forms: Forms, node: GraphNode): AddPlace {
  const inner = graph.nodes.find((each) => each.parentId === node.id && forms.isInnerStart(each));
  if (inner !== undefined && !graph.edges.some(({ source }) => source === inner.id))
    return { kind: 'behind', source: inner.id, sourceHandle: 'source' };
  const used = usedHandles(graph).get(node.id) ?? new Set();
  const { sources } = shapeOf(node, forms, { used });
  const free = sources.find(({ isFree }) => isFree);
  if (free !== undefined) return { kind: 'behind', source: node.id, sourceHandle: free.id };
  const [way] = sources;
  const leaving = graph.edges.filter(
    ({ source, sourceHandle }) => source === node.id && (sourceHandle ?? way?.id) === way?.id,
  );
  const [first, ...others] = leaving;
  if (first !== undefined && others.length === 0) return { kind: 'edge', id: first.id };
  return way === undefined
    ? { kind: 'beside', id: node.id }
    : { kind: 'behind', source: node.id, sourceHandle: way.id };
}
