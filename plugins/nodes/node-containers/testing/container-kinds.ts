import type { NodeImplementation } from '#engine';
import type { GraphSketch } from '#engine/testing/run-in-place.ts';
import { compileSchema } from '#kernel';
import { containerNodeTypes } from '#plugins/node-containers/node-types.ts';
import { flowKinds } from '#plugins/node-flow/testing/flow-kinds.ts';

/** The real container and flow nodes by type, for running graphs in place. */
export async function containerKinds(): Promise<NonNullable<GraphSketch['kinds']>> {
  const entries = containerNodeTypes.map(async ({ type, traits, settings, module }) => {
    const validate = compileSchema(settings);
    const { node }: { node: NodeImplementation } = await import(module.href);
    const check = (data: unknown) => {
      const result = validate(data);
      return result.ok ? [] : result.errors.map(({ path, message }) => ({ field: path, message }));
    };
    return [type, { traits, implementation: node, check }] as const;
  });
  return { ...(await flowKinds()), ...Object.fromEntries(await Promise.all(entries)) };
}
