import type { NodeImplementation } from '../../engine/contract.ts';

/** Nodes that mark a place and do nothing: where rounds begin, and that a loop is to end. */
export const node: NodeImplementation<null> = {
  compile: () => null,
  run: () => ({ inputs: {}, outputs: {} }),
};
