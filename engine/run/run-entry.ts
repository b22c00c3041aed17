import type { Entry, Graph } from '#engine/graph/graph.ts';
import { PlatformError } from '#kernel';

/** The root a run starts at: the one it names, or the only one. */
export function chooseEntry(graph: Graph, rootNodeId: string | undefined): Entry {
  const { entries, positions } = graph.main;
  if (rootNodeId !== undefined) {
    const entry = entries.get(positions.get(rootNodeId) ?? -1);
    if (entry !== undefined) return entry;
    throw noEntry(`The graph has no root node "${rootNodeId}": name a start, trigger or datasource node.`);
  }
  const [first, second] = entries.values();
  if (first === undefined || second !== undefined) {
    throw noEntry('The graph has several root nodes: the run must name the one to start at.');
  }
  return first;
}

function noEntry(message: string): PlatformError {
  return new PlatformError('invalid', 'engine.invalid_root', message, { field: 'rootNodeId' });
}
