import { seconds } from '#plugins/delivery-api/contract.ts';

/** A time that may not have come, as the API writes times. */
export function secondsOrNull(milliseconds: number | null): number | null {
  return milliseconds === null ? null : seconds(milliseconds);
}
