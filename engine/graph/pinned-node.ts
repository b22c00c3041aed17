import type { GraphNode, NodeImplementation, NodeTraits, PinnedOutput } from '#engine';
import { fromJson, isMapping } from '#engine/run/values/value.ts';

/**
 * Why nothing can be pinned to a node of a type; null: it can. Roots are what a run is given and answers are what comes of it; one
 * that chooses a way has to say which.
 */
export function pinRefusal(traits: NodeTraits, handle: string | null): 'root' | 'response' | 'handle' | null {
  if (traits.root === true) return 'root';
  if (traits.response === true) return 'response';
  return traits.branch === true && handle === null ? 'handle' : null;
}

/** Whether a node gives what is pinned instead of running: a pin that was made of a node of another type may count for nothing. */
export function givesPinned(
  node: GraphNode,
  traits: NodeTraits,
): node is GraphNode & Required<Pick<GraphNode, 'pinned'>> {
  return node.pinned !== undefined && pinRefusal(traits, node.pinned.handle) === null;
}

/** A node that gives what is pinned, and says so in its record. */
export function pinnedImplementation({ outputs: text, handle }: PinnedOutput): NodeImplementation<null> {
  const value = fromJson(text);
  const outputs = isMapping(value) ? value : {};
  const result = { outputs, metadata: { is_pinned: true }, ...(handle !== null && { handle }) };
  return { compile: () => null, run: () => result };
}
