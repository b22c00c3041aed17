import type { NodeImplementation } from '#engine';

/** Nodes that mark a place and do nothing: where rounds begin, and that a loop is to end. */
export const node: NodeImplementation<null> = {
  compile: () => null,
  run: () => ({ inputs: {}, outputs: {} }),
};
