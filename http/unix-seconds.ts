/** A time as the API writes it, in whole seconds; `milliseconds` since 1970. */
export function unixSeconds(milliseconds: number): number;
export function unixSeconds(milliseconds: number | null): number | null;
export function unixSeconds(milliseconds: number | null): number | null {
  return milliseconds === null ? null : Math.floor(milliseconds / 1000);
}
