import type { GraphNode, NodeImplementation, NodeTraits, PinnedOutput } from '#engine';
import { fromJson, isMapping } from '#engine/run/values/value.ts';

/**
 * Whether a node gives what is pinned instead of running. Roots are what a run is given and answers are what comes of it; one that
 * chooses a way has to say which: a pin that was made of a node of another type counts for nothing.
 */
export function givesPinned(
  node: GraphNode,
  traits: NodeTraits,
): node is GraphNode & Required<Pick<GraphNode, 'pinned'>> {
  if (node.pinned === undefined || traits.root === true || traits.response === true) return false;
  return traits.branch !== true || node.pinned.handle !== null;
}

/** A node that gives what is pinned, and says so in its record. */
export function pinnedImplementation({ outputs: text, handle }: PinnedOutput): NodeImplementation<null> {
  const value = fromJson(text);
  const outputs = isMapping(value) ? value : {};
  const result = { outputs, metadata: { is_pinned: true }, ...(handle !== null && { handle }) };
  return { compile: () => null, run: () => result };
}
