import type { NodeImplementation } from '#engine';
import type { NodeKind, NodeKinds } from '#engine/graph/graph.ts';
import type { NodeTypePayload } from '#engine/pool/protocol.ts';

/** A node type whose module is loaded. */
export interface LoadedNodeType extends Omit<NodeTypePayload, 'module' | 'options'> {
  readonly implementation: NodeImplementation;
}

/** Finds node types by type and version; an unknown version gets the newest of the type. */
export function findKinds(loaded: readonly LoadedNodeType[]): NodeKinds {
  const byType = new Map<string, Map<string, NodeKind>>();
  const byAge = loaded.toSorted((a, b) => Number(b.version) - Number(a.version));
  for (const { type, version, traits, implementation } of byAge) {
    const versions = byType.get(type) ?? new Map<string, NodeKind>();
    versions.set(version, { traits, implementation });
    byType.set(type, versions);
  }
  return (type, version) => {
    const versions = byType.get(type);
    return versions?.get(version) ?? versions?.values().next().value;
  };
}
