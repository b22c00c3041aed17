import type { EventPacker } from '../../engine/contract.ts';
import { packEvents } from './packed-events.ts';

/** The thread service of runs whose events nobody reads but the journal. */
export function create(): EventPacker {
  return { pack: packEvents };
}
