import type { NodeImplementation, Selector } from '#engine';

/** A node that reads one variable and writes one: what is left is the engine's own cost. */
export const node: NodeImplementation<Selector> = {
  compile: (data) => (Array.isArray(data.from) ? data.from.map(String) : []),
  run: (from, { variables }) => ({ outputs: { output: variables.get(from) ?? '' } }),
};
