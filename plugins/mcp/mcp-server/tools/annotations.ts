import type { GraphDocument, NodeType } from '#engine';

/** Hints of a tool, as the protocol names them. */
export type Annotations = Readonly<
  Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint', boolean>
>;

/** Types that reach outside without the trait `sideEffects`: people are written to, and code may have a network. */
const others: ReadonlySet<string> = new Set(['human-input', 'code']);

/**
 * What clients are told of an app, read from the graph that runs: one whose nodes do nothing outside, or only look things up
 * there, changes nothing.
 */
export function annotationsOf({ nodes }: GraphDocument, types: readonly NodeType[]): Annotations {
  const outside = nodes.filter(({ type }) => reachesOut(type, types));
  const isReadOnly = outside.every(({ isHarmless }) => isHarmless === true);
  return {
    readOnlyHint: isReadOnly,
    destructiveHint: !isReadOnly,
    idempotentHint: isReadOnly,
    openWorldHint: outside.length > 0,
  };
}

/** What nobody here knows may do anything. */
function reachesOut(type: string, types: readonly NodeType[]): boolean {
  const known = types.filter((each) => each.type === type);
  return others.has(type) || known.length === 0 || known.some(({ traits }) => traits.sideEffects === true);
}
