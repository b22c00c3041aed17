import type { NodeImplementation, NodeTraits } from '#engine';
import { rootNodeTypes } from '#plugins/node-triggers/node-types.ts';

interface RootKind {
  readonly traits: NodeTraits;
  readonly implementation: NodeImplementation;
}

/** The real roots by type, for running graphs in place. */
export async function rootKinds(): Promise<Readonly<Record<string, RootKind>>> {
  const entries = rootNodeTypes.map(async ({ type, traits, module }) => {
    const { node } = (await import(module.href)) as { node: NodeImplementation };
    return [type, { traits, implementation: node }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
