import type { ThreadModels } from '#plugins/models/contract.ts';
import { create } from '#plugins/models/thread.ts';

/** The real thread service, for tests of nodes. */
export function threadModels(): ThreadModels {
  return create();
}
