/**
 * Which slot becomes reachable when (app DSL, streaming order). The rule there walks all paths from the root, of which
 * there may be exponentially many. The same in one walk per slot: what leads to the slot over edges that do not block
 * is its region; it is reachable from the start when the root lies in the region, and otherwise when a blocking edge
 * into the region is taken (the source of an edge that is taken has been reached itself).
 */
import type { ResponsePart, Selector } from '#engine';
import type { FlowNode, Slot, SlotPart } from './graph.ts';

/** A node before its slots are known. */
export type PlainNode = Omit<FlowNode, 'slot' | 'streams' | 'reasoningSlots'>;

export interface PlainEdge {
  readonly source: number;
  readonly target: number;
}

export interface SlotPlan {
  readonly slots: readonly Slot[];
  /** By position of the edge. */
  readonly opens: readonly (readonly number[])[];
  /** Nodes from which nothing blocks the slot, by slot. */
  readonly regions: readonly ReadonlySet<number>[];
  /** By position of the node: names that slots show, with the number of their stream. */
  readonly streams: readonly (ReadonlyMap<string, number> | null)[];
  readonly reasoningSlots: readonly (readonly number[])[];
}

export function planSlots(
  nodes: readonly PlainNode[],
  edges: readonly PlainEdge[],
  positions: ReadonlyMap<string, number>,
): SlotPlan {
  const streams: (Map<string, number> | null)[] = nodes.map(() => null);
  const reasoningSlots: number[][] = nodes.map(() => []);
  const opens: number[][] = edges.map(() => []);
  const regions: ReadonlySet<number>[] = [];
  const slots: Slot[] = [];
  let streamCount = 0;

  const streamOf = (source: number, selector: Selector): number => {
    if (source === -1 || selector.length !== 2) return -1;
    const names = streams[source] ?? new Map<string, number>();
    streams[source] = names;
    const name = selector[1] ?? '';
    const stream = names.get(name) ?? streamCount;
    if (stream === streamCount) streamCount += 1;
    names.set(name, stream);
    return stream;
  };

  for (const { node, parts } of responses(nodes)) {
    const number = slots.length;
    const slotParts = parts.map((part): SlotPart => {
      if (part.kind === 'text') return part;
      const source = positions.get(part.selector[0] ?? '') ?? -1;
      return { ...part, source, stream: streamOf(source, part.selector) };
    });
    slots.push({ node: node.position, parts: slotParts });
    const isBlocking = (edge: PlainEdge): boolean => blocks(nodes[edge.source], parts);
    const region = regionOf(node, { nodes, edges, isBlocking });
    regions.push(region);
    for (const position of region) {
      for (const edge of nodes[position]?.incoming ?? []) {
        const { [edge]: end } = edges;
        if (end !== undefined && isBlocking(end)) opens[edge]?.push(number);
      }
    }
    for (const source of reasoningSources(slotParts)) reasoningSlots[source]?.push(number);
  }
  return { slots, opens, regions, streams, reasoningSlots };
}

/** Response nodes with a template, in order of their ids: the order in which slots are activated together. */
function responses(nodes: readonly PlainNode[]): { node: PlainNode; parts: readonly ResponsePart[] }[] {
  return nodes
    .filter((node) => node.traits.response === true)
    .map((node) => ({ node, parts: node.implementation.responseParts?.(node.compiled) ?? [] }))
    .toSorted((a, b) => (a.node.id < b.node.id ? -1 : 1));
}

function blocks(source: PlainNode | undefined, parts: readonly ResponsePart[]): boolean {
  if (source === undefined) return false;
  if (source.isBranch || source.traits.container !== undefined || source.traits.response === true) return true;
  const writes = source.implementation.writes?.(source.compiled) ?? [];
  return writes.some((written) =>
    parts.some((part) => part.kind === 'variable' && isSameVariable(part.selector, written)),
  );
}

function isSameVariable(a: Selector, b: Selector): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function regionOf(end: PlainNode, { nodes, edges, isBlocking }: RegionGraph): ReadonlySet<number> {
  const region = new Set([end.position]);
  for (const position of region) {
    for (const number of nodes[position]?.incoming ?? []) {
      const edge = edges[number];
      if (edge !== undefined && !isBlocking(edge)) region.add(edge.source);
    }
  }
  return region;
}

interface RegionGraph {
  readonly nodes: readonly PlainNode[];
  readonly edges: readonly PlainEdge[];
  readonly isBlocking: (edge: PlainEdge) => boolean;
}

/** Nodes whose text or reasoning the template shows: their reasoning may leave the engine. */
function reasoningSources(parts: readonly SlotPart[]): Set<number> {
  const sources = new Set<number>();
  for (const part of parts) {
    if (part.kind === 'text' || part.source === -1) continue;
    if (part.selector[1] === 'text' || part.selector[1] === 'reasoning_content') sources.add(part.source);
  }
  return sources;
}
