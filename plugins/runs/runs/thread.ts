import type { EventBatchEncoder } from '#engine';
import { encodeEvents } from './encoded-events.ts';

/** The thread service of runs whose events nobody reads but the journal. */
export function create(): EventBatchEncoder {
  return { encode: encodeEvents };
}
