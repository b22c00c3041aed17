import { createHash } from 'node:crypto';
import type { GraphDocument, GraphReference, PinnedOutput } from '#engine';
import { fromJson, toJson } from '#engine/run/values/value.ts';

/** A graph in which nodes give what is pinned instead of running, by their ids; those it has not are left out. */
export function withPins(graph: GraphReference, pins: ReadonlyMap<string, PinnedOutput>): GraphReference {
  if (pins.size === 0) return graph;
  const document = fromJson(graph.text) as unknown as GraphDocument;
  if (!document.nodes.some(({ id }) => pins.has(id))) return graph;
  const nodes = document.nodes.map((node) => {
    const pinned = pins.get(node.id);
    return pinned === undefined ? node : { ...node, pinned };
  });
  const text = toJson({ ...document, nodes });
  return { hash: createHash('sha256').update(text).digest('hex'), text };
}
