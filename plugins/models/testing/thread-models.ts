import type { ThreadModels } from '../contract.ts';
import { create } from '../thread.ts';

/** The real thread service, for tests of nodes. */
export function threadModels(): ThreadModels {
  return create();
}
