import type { NodeImplementation } from '#engine';

/** A node that answers what it was made with. */
export const create = (options: unknown): NodeImplementation => ({
  compile: () => options,
  run: (compiled) => ({ outputs: { compiled } }),
});

export const node = create('the default');
