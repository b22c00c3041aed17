import type { NodeImplementation, NodeTraits } from '#engine';
import { compileSchema } from '#kernel';
import { flowNodeTypes } from '#plugins/node-flow/node-types.ts';

/** A node type as the engine's graph builder takes it, implementation loaded. */
export interface FlowKind {
  readonly traits: NodeTraits;
  readonly implementation: NodeImplementation;
  check(data: unknown): readonly { readonly field: string; readonly message: string }[];
}

/** The real flow nodes by type (of the assigner, the newest), for running graphs in place. */
export async function flowKinds(): Promise<Readonly<Record<string, FlowKind>>> {
  const entries = flowNodeTypes.map(async ({ type, traits, settings, module }) => {
    const validate = compileSchema(settings);
    const { node } = (await import(module.href)) as { node: NodeImplementation };
    const check: FlowKind['check'] = (data) => {
      const result = validate(data);
      return result.ok ? [] : result.errors.map(({ path, message }) => ({ field: path, message }));
    };
    return [type, { traits, implementation: node, check }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
