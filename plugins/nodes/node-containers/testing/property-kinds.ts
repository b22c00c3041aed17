import { variedKinds } from '#engine/testing/random-containers.ts';
import type { GraphSketch } from '#engine/testing/run-in-place.ts';
import { containerKinds } from './container-kinds.ts';

export type PropertyKinds = NonNullable<GraphSketch['kinds']>;

/** Real containers for random graphs of fake nodes. */
export async function propertyKinds(): Promise<PropertyKinds> {
  const real = Object.entries(await containerKinds()).filter(([type]) => /^(iteration|loop)\b/.test(type));
  return { ...variedKinds, ...Object.fromEntries(real) };
}
